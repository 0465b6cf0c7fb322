// Registration: what a component is, said in any order and handed to the host at the end.

#ifndef COMPONENT_CPP_REGISTRATION_HPP
#define COMPONENT_CPP_REGISTRATION_HPP

#include "call.hpp"
#include "intercept.hpp"

namespace component {

using Body = std::function<Reply(Call &)>;

namespace detail {

// A function as an action's: with a Call, with a Deferred, or with neither; one that returns nothing replies null.
template <class F>
Body body_of(F function) {
  if constexpr (std::is_invocable_v<F &, Deferred>) {
    auto shared = std::make_shared<F>(std::move(function));
    return [shared](Call &call) {
      (*shared)(Deferred(call));
      return Reply::later();
    };
  } else if constexpr (std::is_invocable_v<F &, Call &>) {
    if constexpr (std::is_void_v<std::invoke_result_t<F &, Call &>>) {
      return [function](Call &call) mutable { return function(call), Reply(nullptr); };
    } else {
      return [function](Call &call) mutable { return Reply(function(call)); };
    }
  } else if constexpr (std::is_void_v<std::invoke_result_t<F &>>) {
    return [function](Call &) mutable { return function(), Reply(nullptr); };
  } else {
    return [function](Call &) mutable { return Reply(function()); };
  }
}

inline int32_t run_body(void *body, component_call *raw) {
  return guarded(raw, [&] {
    Call call(raw);
    (*static_cast<Body *>(body))(call).end(raw);
  });
}

inline void drop_body(void *body) { delete static_cast<Body *>(body); }

}  // namespace detail

// A target: "Shop", or "Shop.Desk".
class Target {
 public:
  // Adds an action: `flags` are COMPONENT_ACTION_*, `notes` lines of the form "id: the book's number", `media_type` what a
  // text or bytes is that it replies with: "text/csv".
  template <class F>
  Target &action(std::string name, std::string signature, std::string summary, F function, std::string notes = {},
                 uint32_t flags = 0, std::string media_type = {}) {
    actions_.push_back({std::move(name), std::move(signature), std::move(summary), std::move(notes),
                        std::move(media_type), flags, detail::body_of(std::move(function))});
    return *this;
  }
  // Adds an action of instances: its function takes the instance, and the call or a Deferred, by which the instance stays.
  template <class T, class F>
  Target &on(std::string name, std::string signature, std::string summary, F function, std::string notes = {},
             uint32_t flags = 0, std::string media_type = {}) {
    const auto add = [&](auto body) -> Target & {
      return action(std::move(name), std::move(signature), std::move(summary), std::move(body), std::move(notes), flags,
                    std::move(media_type));
    };
    if constexpr (std::is_invocable_v<F &, T &, Deferred>) {
      return add([function](Deferred deferred) mutable {
        T &instance = deferred.call().template instance<T>();
        function(instance, std::move(deferred));
      });
    } else {
      return add([function](Call &call) mutable { return function(call.instance<T>(), call); });
    }
  }
  // Adds the action of an interceptor, whose function takes the PassingCall: what it returns or throws is how that ends. The
  // target must not be serial.
  template <class F>
  Target &intercept(F function, std::string summary = "Stands before every call") {
    return action("intercept", "", std::move(summary), [function](Call &call) mutable {
      PassingCall passing(call);
      return Reply(function(passing));
    });
  }
  // Has calls find an instance, which `make` makes as a std::unique_ptr; null fails the call. `flags` are 0: kept,
  // COMPONENT_TARGET_CACHED, or COMPONENT_TARGET_PER_CALL.
  template <class T, class F>
  Target &instances(F make, uint32_t flags = 0) {
    flags_ |= flags;
    make_ = std::make_shared<std::function<void *()>>([make]() mutable -> void * {
      std::unique_ptr<T> made = make();
      return made.release();
    });
    destroy_ = [](void *, void *instance) { delete static_cast<T *>(instance); };
    return *this;
  }
  // One call at a time.
  Target &serial() { return flags_ |= COMPONENT_TARGET_SERIAL, *this; }

 private:
  friend class Registration;
  struct Row {
    std::string name, signature, summary, notes, media_type;
    uint32_t flags;
    Body body;
  };
  Target(std::string name, std::string summary) : name_(std::move(name)), summary_(std::move(summary)) {}

  std::string name_, summary_;
  uint32_t flags_ = 0;
  std::vector<Row> actions_;
  std::shared_ptr<std::function<void *()>> make_;
  void (*destroy_)(void *, void *) = nullptr;
};

class Registration {
 public:
  Registration(const component_host *host, component_registration *raw) : host_(host), raw_(raw) {}

  // The component's own host, which lives as long as the process: for its state to call, log and publish with.
  Host host() const noexcept { return Host(host_); }

  void about(std::string name, std::string summary, component_version version) {
    name_ = std::move(name), summary_ = std::move(summary), version_ = version;
  }
  // A neighbour that the component calls; a minimum of nothing takes any version.
  void need(std::string name, component_version minimum = {}, bool is_optional = false) {
    needs_.push_back({std::move(name), minimum, is_optional});
  }
  void type(std::string name, std::string definition, std::string summary = {}) {
    types_.push_back({std::move(name), std::move(definition), std::move(summary)});
  }
  Target &target(std::string name, std::string summary = {}) {
    targets_.emplace_back(new Target(std::move(name), std::move(summary)));
    return *targets_.back();
  }
  void path(Path path) { paths_.push_back(std::move(path)); }
  // A map key: "cup" of Pot is called as Pot_cup. Hints have their defaults.
  void key(std::string key, std::string action, Map hints = {}, std::string target = {}) {
    keys_.push_back({std::move(key), std::move(action), std::move(hints), std::move(target)});
  }
  void event(std::string name, std::string type = {}, std::string summary = {}) {
    events_.push_back({std::move(name), std::move(type), std::move(summary)});
  }
  void observe(std::vector<std::string> events, std::function<void(const Notice &)> heard, uint32_t limit = 0) {
    observers_.push_back({std::move(events), std::move(heard), limit});
  }

  // What the component does besides answering calls; each may take the call.
  template <class F>
  void on_start(F function) { life_->start = detail::body_of(std::move(function)); }
  template <class F>
  void on_memory_pressure(F function) { life_->memory_pressure = detail::body_of(std::move(function)); }
  // Replies with the state that the next generation takes.
  template <class F>
  void on_save(F function) { life_->save = detail::body_of(std::move(function)); }
  // Takes the state of the generation before, and the call where the function wants to see that.
  template <class F>
  void on_restore(F function) {
    life_->restore = [function](Call &call) mutable {
      if constexpr (std::is_invocable_v<F &, const Value &, Call &>) function(call.get<Value>("state"), call);
      else function(call.get<Value>("state"));
      return Reply(nullptr);
    };
  }
  void on_shutdown(std::function<void()> function) { life_->shutdown = std::move(function); }

  // Hands everything to the host, until the first refusal.
  int32_t commit() {
    int32_t status = describe();
    for (size_t index = 0; status == COMPONENT_OK && index < needs_.size(); index++) {
      const Need &from = needs_[index];
      component_need need{COMPONENT_HEAD(component_need), lend(from.name), from.minimum,
                          from.is_optional ? COMPONENT_NEED_OPTIONAL : 0};
      status = host_->add_need(raw_, &need);
    }
    for (size_t index = 0; status == COMPONENT_OK && index < types_.size(); index++) {
      const Texts &from = types_[index];
      component_type type{COMPONENT_HEAD(component_type), lend(from.name), lend(from.type), lend(from.summary)};
      status = host_->add_type(raw_, &type);
    }
    for (size_t index = 0; status == COMPONENT_OK && index < targets_.size(); index++) status = add(*targets_[index]);
    for (size_t index = 0; status == COMPONENT_OK && index < paths_.size(); index++) {
      Lent fixed(paths_[index].fixed), renames(paths_[index].renames);
      component_route route = Host::route_of(paths_[index], name_, fixed, renames);
      status = host_->add_route(raw_, &route);
    }
    for (size_t index = 0; status == COMPONENT_OK && index < keys_.size(); index++) {
      const Key &from = keys_[index];
      Lent hints(from.hints);
      component_key key{COMPONENT_HEAD(component_key), lend(from.key), lend(from.target.empty() ? name_ : from.target),
                        lend(from.action), hints.entries(), hints.count()};
      status = host_->add_key(raw_, &key);
    }
    if (status == COMPONENT_OK && !(events_.empty() && observers_.empty())) status = add_events();
    return status;
  }

 private:
  struct Need {
    std::string name;
    component_version minimum;
    bool is_optional;
  };
  struct Texts {
    std::string name, type, summary;
  };
  struct Key {
    std::string key, action;
    Map hints;
    std::string target;
  };
  struct Ear {
    std::vector<std::string> events;
    std::function<void(const Notice &)> heard;
    uint32_t limit;
  };
  struct Life {
    Body start, memory_pressure, save, restore;
    std::function<void()> shutdown;
  };

  template <Body Life::*step>
  static int32_t run_step(void *life, component_call *call) {
    return detail::run_body(&(static_cast<Life *>(life)->*step), call);
  }

  int32_t describe() {
    component_about about{};
    about.abi = COMPONENT_ABI_VERSION;
    about.size = sizeof(about);
    about.name = lend(name_);
    about.summary = lend(summary_);
    about.version = version_;
    about.context = life_.get();
    about.release = [](void *life) { delete static_cast<Life *>(life); };
    if (life_->start) about.start = run_step<&Life::start>;
    if (life_->memory_pressure) about.memory_pressure = run_step<&Life::memory_pressure>;
    if (life_->save) about.save = run_step<&Life::save>;
    if (life_->restore) about.restore = run_step<&Life::restore>;
    about.shutdown = [](void *life) {
      try {
        if (static_cast<Life *>(life)->shutdown) static_cast<Life *>(life)->shutdown();
      } catch (...) {
        // Nobody waits for it.
      }
    };
    int32_t status = host_->describe(raw_, &about);
    if (status == COMPONENT_OK) life_.release();
    return status;
  }

  int32_t add(const Target &from) {
    component_target target{};
    target.abi = COMPONENT_ABI_VERSION;
    target.size = sizeof(target);
    target.name = lend(from.name_);
    target.summary = lend(from.summary_);
    target.flags = from.flags_;
    if (from.make_) {
      target.context = new Make(from.make_);
      target.make = [](void *make) -> void * {
        try {
          return (**static_cast<Make *>(make))();
        } catch (...) {
          return nullptr;
        }
      };
      target.destroy = from.destroy_;
      target.release = [](void *make) { delete static_cast<Make *>(make); };
    }
    int32_t status = host_->add_target(raw_, &target);
    if (status != COMPONENT_OK && target.release) target.release(target.context);
    for (size_t index = 0; status == COMPONENT_OK && index < from.actions_.size(); index++) {
      const auto &row = from.actions_[index];
      auto body = new Body(row.body);
      component_action action{COMPONENT_HEAD(component_action), target.name, lend(row.name), lend(row.summary),
                              row.flags, 0, detail::run_body, body, detail::drop_body, lend(row.signature),
                              lend(row.notes), lend(row.media_type)};
      status = host_->add_action(raw_, &action);
      if (status != COMPONENT_OK) delete body;
    }
    return status;
  }

  int32_t add_events() {
    if (!COMPONENT_HAS(host_, end_observation)) return component_refuse_host(host_, raw_, "events");
    int32_t status = COMPONENT_OK;
    for (size_t index = 0; status == COMPONENT_OK && index < events_.size(); index++) {
      const Texts &from = events_[index];
      component_event event{COMPONENT_HEAD(component_event), lend(from.name), lend(from.summary), lend(from.type), 0, 0};
      status = host_->add_event(raw_, &event);
    }
    for (size_t index = 0; status == COMPONENT_OK && index < observers_.size(); index++) {
      std::vector<component_text> names;
      for (const auto &name : observers_[index].events) names.push_back(lend(name));
      component_observer observer = Host::observer_of(host_, names, observers_[index].heard, observers_[index].limit);
      status = host_->add_observer(raw_, &observer);
      if (status != COMPONENT_OK) observer.release(observer.context);
    }
    return status;
  }

  using Make = std::shared_ptr<std::function<void *()>>;
  const component_host *host_;
  component_registration *raw_;
  std::string name_, summary_;
  component_version version_{};
  std::unique_ptr<Life> life_{new Life};
  std::vector<Need> needs_;
  std::vector<Texts> types_, events_;
  std::vector<std::unique_ptr<Target>> targets_;
  std::vector<Path> paths_;
  std::vector<Key> keys_;
  std::vector<Ear> observers_;
};

namespace detail {
inline int32_t define(const component_host *host, component_registration *raw, void (*body)(Registration &)) noexcept {
  try {
    Registration registration(host, raw);
    body(registration);
    return registration.commit();
  } catch (const std::exception &error) {
    host->explain(raw, lend(error.what()));
  } catch (...) {
    host->explain(raw, lend("something was thrown that says nothing"));
  }
  return COMPONENT_FAILURE_FAILED;
}
}  // namespace detail

}  // namespace component

// Begins what a component says of itself: COMPONENT_DEFINE(shop) { shop.about(…); … }. In exactly one file of it.
#define COMPONENT_DEFINE(name)                                             \
  static void component_define_here(::component::Registration &name);      \
  COMPONENT_REGISTER(host, registration) {                                 \
    return ::component::detail::define(host, registration, component_define_here); \
  }                                                                        \
  static void component_define_here(::component::Registration &name)

#endif
