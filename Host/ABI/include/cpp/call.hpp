// Calls: what an action sees, and how it ends them.

#ifndef COMPONENT_CPP_CALL_HPP
#define COMPONENT_CPP_CALL_HPP

#include "host.hpp"

namespace component {

class Deferred;

namespace detail {
template <class T>
constexpr bool is_optional = false;
template <class T>
constexpr bool is_optional<std::optional<T>> = true;
}  // namespace detail

// A call under way. What is read from it as a view lives as long as its action runs.
class Call {
 public:
  explicit Call(component_call *raw) noexcept : raw_(raw) {}
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  component_call *raw() const noexcept { return raw_; }
  Host host() const noexcept { return Host(raw_->host, raw_); }
  std::string_view target() const noexcept { return view(raw_->target); }
  std::string_view action() const noexcept { return view(raw_->action); }
  bool is_remote() const noexcept { return raw_->flags & COMPONENT_CALL_REMOTE; }
  // Its place in a trace of callers from outside: the value of `traceparent`; empty where there is none.
  std::string_view trace() const noexcept { return view(component_trace(raw_)); }
  Map parameters() const { return Map(raw_->parameters, raw_->parameter_count); }
  bool has(const char *name) const noexcept { return component_has(raw_, name); }

  // Reads a parameter as one of the types that Value::as names. One that is missing or of another kind fails the call,
  // and ends the action; a std::optional may be missing.
  template <class T>
  T get(const char *name) const {
    const component_value *value = component_find(raw_, name);
    if constexpr (detail::is_optional<T>) {
      if (!value) return std::nullopt;
    }
    if (value) {
      if (auto read = detail::Form<T>::read(*value)) return std::move(*read);
    }
    detail::refuse<T>(raw_, name, value);
    throw Ended();
  }
  // Reads one that may be missing or null.
  template <class T>
  T get(const char *name, T other) const {
    return has(name) ? get<T>(name) : other;
  }
  std::string get(const char *name, const char *other) const { return get<std::string>(name, other); }

  // A hint; `other` where the call's key declares none of the name.
  template <class T>
  T hint(const char *name, T other) const {
    const component_value *value = component_hint(raw_, name);
    auto read = value ? detail::Form<T>::read(*value) : std::nullopt;
    return read ? *read : other;
  }

  // What the target made for the call.
  template <class T>
  T &instance() const {
    if (!raw_->instance) throw Failure(COMPONENT_FAILURE_FAILED, "no_instance", "the host gave the call no instance");
    return *static_cast<T *>(raw_->instance);
  }

  bool is_cancelled() const { return component_is_cancelled(raw_); }
  // Ends the action, and fails the call, where that was given up.
  void check_cancelled() const {
    if (component_stop_if_cancelled(raw_)) throw Ended();
  }
  // Until the deadline; nothing where there is none.
  std::optional<std::chrono::nanoseconds> time_left() const {
    if (raw_->deadline == 0) return std::nullopt;
    return std::chrono::nanoseconds(component_time_left(raw_));
  }
  // Says how far the call has come, from 0 to 1, or negative where it is not known.
  void progress(double fraction, std::string_view message = {}) const {
    component_progress progress{COMPONENT_HEAD(component_progress), fraction, lend(message)};
    raw_->host->progress(raw_, &progress);
  }

 private:
  component_call *raw_;
};

// What an action returns: anything that a Value is made of, or `later` where the call was deferred.
class Reply {
 public:
  template <class T, std::enable_if_t<std::is_constructible_v<Value, T> && !std::is_same_v<detail::Plain<T>, Reply>, int> = 0>
  Reply(T &&value) : value_(Value(std::forward<T>(value))) {}
  static Reply later() { return Reply(); }

  void end(component_call *call) const {
    if (value_) call->host->reply(call, Lent(*value_).value());
  }

 private:
  Reply() = default;
  std::optional<Value> value_;
};

// A call that outlives its action: it is replied to later, from any thread. One that ends before fails for its caller.
class Deferred {
 public:
  explicit Deferred(const Call &call) : raw_(component_defer(call.raw())) {
    if (!raw_) throw Ended();
  }
  Deferred(Deferred &&other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
  Deferred &operator=(Deferred other) noexcept { return std::swap(raw_, other.raw_), *this; }
  ~Deferred() {
    if (raw_) component_release(raw_);
  }

  // The call, to read and to ask; it is the deferred one's own.
  Call call() const noexcept { return Call(raw_); }
  void reply(const Value &value) const { raw_->host->reply(raw_, Lent(value).value()); }
  void fail(const Failure &failure) const { failure.fail(raw_); }
  // Ends the call with what a function returns or throws.
  template <class Body>
  void end_with(Body body) const noexcept {
    detail::guarded(raw_, [&] {
      Call call(raw_);
      Reply(body(call)).end(raw_);
    });
  }
  // Has a function called once when the call is given up or its deadline passes; at once if that has happened.
  void when_cancelled(std::function<void()> body) const {
    raw_->host->when_cancelled(
        raw_,
        [](void *context) {
          try {
            (*static_cast<std::function<void()> *>(context))();
          } catch (...) {
            // Whoever gives the call up is no caller of this.
          }
        },
        new std::function<void()>(std::move(body)),
        [](void *context) { delete static_cast<std::function<void()> *>(context); });
  }

 private:
  component_call *raw_;
};

inline int32_t Function::Held::run(void *held, component_call *raw) {
  return detail::guarded(raw, [&] {
    Call call(raw);
    static_cast<Held *>(held)->body(call).end(raw);
  });
}

inline Function Function::of(const component_host *host, std::function<Reply(Call &)> body) {
  auto held = new Held{{1}, std::move(body)};
  component_function raw{COMPONENT_HEAD(component_function), held, Held::run, Held::retain, Held::release, host};
  Function function(raw);
  Held::release(held);
  return function;
}

}  // namespace component

#endif
