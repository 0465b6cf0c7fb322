// The host: what a component can ask of it and of its neighbours, from any thread.

#ifndef COMPONENT_CPP_HOST_HPP
#define COMPONENT_CPP_HOST_HPP

#include <chrono>

#include "failure.hpp"

namespace component {

// A handle by which calls can be given up, together.
class Cancellation {
 public:
  explicit Cancellation(const component_host *host) : host_(host), raw_(host->make_cancellation(host)) {}
  Cancellation(const Cancellation &) = delete;
  Cancellation &operator=(const Cancellation &) = delete;
  ~Cancellation() { host_->release_cancellation(raw_); }
  void cancel() const { host_->cancel(raw_); }
  component_cancellation *raw() const noexcept { return raw_; }

 private:
  const component_host *host_;
  component_cancellation *raw_;
};

// What may be said with a call besides its parameters.
struct Options {
  std::chrono::nanoseconds limit{0};  // it may take so long; 0: as long as the call that it serves
  const Cancellation *cancellation = nullptr;
  Map hints = {};
  std::vector<std::string> skips = {};  // interceptors that need not see it
  std::function<void(double, std::string_view)> progress = {};
  uint32_t flags = 0;  // COMPONENT_REQUEST_*
  component_place *place = nullptr;  // for calls by name that are made often: zeroed once, of one pair of names
};

// Hears the end of a call that is not waited for, on any thread: a reply, or else a failure; the other is null.
using Receiver = std::function<void(const Value *reply, const Failure *failure)>;

// Something that has happened, as an observer hears it.
struct Notice {
  std::string_view event;
  Value value;
  uint64_t lost;  // events that the observer has lost, just before this one
};

// An observer at work; it ends when this does, or when the component is taken out.
class Observation {
 public:
  Observation(const component_host *host, component_observation *raw) : host_(host), raw_(raw) {}
  Observation(Observation &&other) noexcept : host_(other.host_), raw_(std::exchange(other.raw_, nullptr)) {}
  Observation &operator=(Observation other) noexcept {
    return std::swap(host_, other.host_), std::swap(raw_, other.raw_), *this;
  }
  ~Observation() {
    if (raw_) host_->end_observation(raw_);
  }

 private:
  const component_host *host_;
  component_observation *raw_;
};

// A path that leads to an action: "/books/:id<int>".
struct Path {
  std::string pattern, action;
  std::string target = {}, scheme = {};  // empty: the component's name, any scheme
  Map fixed = {}, renames = {};
  uint32_t flags = 0;  // COMPONENT_ROUTE_*
  int32_t priority = 0;
};

// Whether something could be called, as far as that is known.
struct Presence {
  // Nothing: nobody can tell without loading a component, which runs its code; or there was no time for that, or the host
  // is too old to be asked.
  std::optional<bool> known;
  std::optional<Failure> why;  // what a call would fail with
  explicit operator bool() const noexcept { return known.value_or(false); }
  // True, or null where nobody can tell; why not is thrown.
  Value value() const {
    if (why) throw *why;
    return known ? Value(*known) : Value();
  }
};

class Host {
 public:
  Host(const component_host *raw, component_call *parent = nullptr) noexcept : raw_(raw), parent_(parent) {}

  const component_host *raw() const noexcept { return raw_; }
  std::string_view name() const noexcept { return view(raw_->name); }
  // Where the component's file lies, for files beside it; empty where it was linked in.
  std::string_view directory() const noexcept { return view(raw_->directory); }
  // What runs the component: "host", or the name that an embedding program gives itself.
  std::string_view host_name() const noexcept { return view(raw_->host_name); }
  component_version host_version() const noexcept { return raw_->host_version; }

  // Calls a neighbour and waits for its reply. Where only a stand-in answers, its answer is the result.
  Value call(std::string_view target, std::string_view action, const Map &parameters = {},
             const Options &options = {}) const {
    try {
      return call_strictly(target, action, parameters, options);
    } catch (const Failure &failure) {
      if (failure.answer) return *failure.answer;
      throw;
    }
  }
  // The same, but only the neighbour's own reply is the result.
  Value call_strictly(std::string_view target, std::string_view action, const Map &parameters = {},
                      const Options &options = {}) const {
    return ask(parameters, options, [&](component_request &request) {
      request.target = lend(target);
      request.action = lend(action);
      return raw_->call(raw_, &request);
    });
  }
  // The neighbour's reply; nothing where it is missing, be it that nothing has its name, that it is refused, takes too long
  // or crashes. That it was asked wrongly, or given up, is thrown, and so is a failure of one of these reasons.
  std::optional<Value> if_there(std::string_view target, std::string_view action, const Map &parameters = {},
                                const std::vector<std::string> &answers = {}, const Options &options = {}) const {
    try {
      return call_strictly(target, action, parameters, options);
    } catch (const Failure &failure) {
      if (!failure.is_missing(answers)) throw;
      return std::nullopt;
    }
  }
  // The neighbour's reply, without which nothing can be done: where it is missing the failure says what can't be done, and
  // why, "no bread today: no component named 'Mill'", with the reason "no_mill".
  Value needed(std::string_view target, std::string_view action, const Map &parameters, const std::string &message,
               const std::vector<std::string> &answers = {}, const Options &options = {}) const {
    try {
      return call_strictly(target, action, parameters, options);
    } catch (const Failure &failure) {
      if (!failure.is_missing(answers)) throw;
      std::string name(target.substr(0, target.find('.'))), reason = "no_" + name;
      for (char &letter : reason) {
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
      }
      Map why{{"reason", failure.reason}, {"message", failure.message}};
      throw Failure(COMPONENT_FAILURE_FAILED, reason, message + ": " + failure.message,
                    Map{{"missing", Map{{name, why}}}});
    }
  }
  // Calls a function that was handed over.
  Value invoke(const Function &function, const Map &parameters = {}, const Options &options = {}) const {
    return ask(parameters, options,
               [&](component_request &request) { return raw_->invoke(raw_, function.raw(), &request); });
  }
  // Opens a URL as a caller from outside would, with parameters from here but no hints, and calls the action of a map key.
  Value open(std::string_view url) const {
    return ask({}, {}, [&](component_request &request) { return raw_->open(raw_, lend(url), &request); });
  }
  Value open(std::string_view url, const Map &parameters, const Options &options = {}) const {
    require(COMPONENT_HAS(raw_, open_with));
    refuse_hints(options);
    return ask(parameters, options,
               [&](component_request &request) { return raw_->open_with(raw_, lend(url), &request); });
  }
  Value open_key(std::string_view key, const Map &parameters = {}, const Options &options = {}) const {
    return ask(parameters, options,
               [&](component_request &request) { return raw_->open_key(raw_, lend(key), &request); });
  }
  // Makes a call and returns as soon as its action does; `ended` hears the end, and the options' `progress` what comes
  // before it. Nothing else that is passed has to live on. Also with a function that was handed over, a URL, and a map key.
  void start(std::string_view target, std::string_view action, const Map &parameters, Receiver ended,
             const Options &options = {}) const {
    begin(parameters, std::move(ended), options, [&](component_request &request) {
      request.target = lend(target);
      request.action = lend(action);
      raw_->start(raw_, &request);
    });
  }
  void start(const Function &function, const Map &parameters, Receiver ended, const Options &options = {}) const {
    begin(parameters, std::move(ended), options,
          [&](component_request &request) { raw_->start_invoke(raw_, function.raw(), &request); });
  }
  void start_open(std::string_view url, const Map &parameters, Receiver ended, const Options &options = {}) const {
    require(COMPONENT_HAS(raw_, start_open_with));
    refuse_hints(options);
    begin(parameters, std::move(ended), options,
          [&](component_request &request) { raw_->start_open_with(raw_, lend(url), &request); });
  }
  void start_open_key(std::string_view key, const Map &parameters, Receiver ended, const Options &options = {}) const {
    begin(parameters, std::move(ended), options,
          [&](component_request &request) { raw_->start_open_key(raw_, lend(key), &request); });
  }

  // Whether there is a target, and an action of it if one is named; `loading` loads what can't be told without.
  Presence has(std::string_view target, std::optional<std::string_view> action = {}, bool loading = false) const {
    // Only what is null is no name.
    component_text asked{};
    if (action) asked = action->data() ? lend(*action) : component_text_of("");
    return presence(COMPONENT_HAS(raw_, has), [&](Heard &heard) {
      raw_->has(raw_, lend(target), asked, loading ? COMPONENT_ASK_LOADING : 0, Heard::take, &heard);
    });
  }
  Presence can_open(std::string_view url, bool loading = false) const {
    return presence(COMPONENT_HAS(raw_, can_open), [&](Heard &heard) {
      raw_->can_open(raw_, lend(url), loading ? COMPONENT_ASK_LOADING : 0, Heard::take, &heard);
    });
  }
  // Lets go of a target's instance; whether there was one.
  Presence release_instance(std::string_view target) const {
    return presence(COMPONENT_HAS(raw_, release_instance),
                    [&](Heard &heard) { raw_->release_instance(raw_, lend(target), Heard::take, &heard); });
  }

  void log(component_level level, std::string_view message) const { raw_->log(raw_, level, lend(message)); }

  // Publishes an event of the component's own, and waits for nobody.
  void publish(std::string_view event, const Value &value = {}) const {
    require(COMPONENT_HAS(raw_, publish));
    Lent lent(value);
    Heard heard;
    raw_->publish(raw_, lend(event), lent.value(), Heard::take, &heard);
    heard.value();
  }
  // Observes events from now on, until the result ends. At most `limit` notices wait to be heard; 0: 256.
  Observation observe(const std::vector<std::string> &events, std::function<void(const Notice &)> heard,
                      uint32_t limit = 0) const {
    require(COMPONENT_HAS(raw_, observe));
    component_observation *raw = nullptr;
    std::vector<component_text> names = lend_all(events);
    component_observer observer = observer_of(raw_, names, std::move(heard), limit);
    int32_t code = raw_->observe(raw_, &observer, &raw);
    if (code == COMPONENT_OK) return Observation(raw_, raw);
    observer.release(observer.context);
    throw not_observed(code);
  }
  static component_observer observer_of(const component_host *host, const std::vector<component_text> &names,
                                        std::function<void(const Notice &)> heard, uint32_t limit) {
    component_observer observer{};
    observer.abi = COMPONENT_ABI_VERSION;
    observer.size = sizeof(observer);
    observer.events = names.data();
    observer.event_count = names.size();
    observer.limit = limit;
    observer.context = new Ear{host, std::move(heard)};
    observer.release = [](void *ear) { delete static_cast<Ear *>(ear); };
    observer.heard = [](void *ear, const component_notice *notice) { static_cast<Ear *>(ear)->hear(*notice); };
    return observer;
  }

  // Adds a route of the component's own while the program runs, and takes one out; then whether there was one.
  void add_route(const Path &path) const { change_route(path, &component_host::publish_route); }
  bool remove_route(const Path &path) const {
    return change_route(path, &component_host::withdraw_route).as<bool>().value_or(false);
  }
  // The URL that calls an action.
  std::string url(std::string_view scheme, std::string_view target, std::string_view action,
                  const Map &parameters = {}) const {
    require(COMPONENT_HAS(raw_, write_url));
    return ask(parameters, {},
               [&](component_request &request) {
                 request.target = lend(target);
                 request.action = lend(action);
                 return raw_->write_url(raw_, lend(scheme), &request);
               })
        .as<std::string>()
        .value_or("");
  }

  // A route as the contract lends it, as long as the path, `fixed` and `renames` live.
  static component_route route_of(const Path &path, std::string_view own, const Lent &fixed, const Lent &renames) {
    component_route route{};
    route.abi = COMPONENT_ABI_VERSION;
    route.size = sizeof(route);
    route.target = lend(path.target.empty() ? own : std::string_view(path.target));
    route.pattern = lend(path.pattern);
    route.action = lend(path.action);
    route.scheme = lend(path.scheme);
    route.fixed = fixed.entries();
    route.fixed_count = fixed.count();
    route.renames = renames.entries();
    route.rename_count = renames.count();
    route.flags = path.flags;
    route.priority = path.priority;
    return route;
  }

 private:
  // What the context of an observer points to.
  struct Ear {
    const component_host *host;
    std::function<void(const Notice &)> heard;

    void hear(const component_notice &notice) const noexcept {
      try {
        heard(Notice{view(notice.event), Value(notice.value), notice.lost});
      } catch (const std::exception &exception) {
        say_failed(notice.event, exception.what());
      } catch (...) {
        say_failed(notice.event, "it threw something that is no exception");
      }
    }
    // Nobody waits for it, so what it throws is said for the log.
    void say_failed(component_text event, const char *why) const noexcept {
      try {
        std::string message = "hearing '" + std::string(view(event)) + "' failed: " + why;
        host->log(host, COMPONENT_LEVEL_ERROR, lend(message));
      } catch (...) {
        // There is no memory for the words.
      }
    }
  };

  static Failure not_observed(int32_t code) {
    if (code == COMPONENT_FAILURE_ENDED) {
      return {code, "component_gone", "the component observes nothing any more: it was taken out"};
    }
    if (code == COMPONENT_FAILURE_REFUSED) return {code, "closed", "the host is shutting down"};
    if (code == COMPONENT_FAILURE_DENIED) {
      return {code, "too_many_observers", "the component observes as much as it may: end what is not needed any more"};
    }
    return {code, "invalid_event", "an event can't be named so, or is not to be observed before the component is loaded"};
  }

  // How a question ended.
  struct Heard {
    std::optional<Value> reply;
    std::optional<Failure> failure;
    const Options *options = nullptr;

    Value value() {
      if (failure) throw *failure;
      if (!reply) throw Failure(COMPONENT_FAILURE_INVALID, "not_asked", "the host did not take the request");
      return std::move(*reply);
    }
    static void take(void *context, const component_value *reply, const component_failure *failure) noexcept {
      auto heard = static_cast<Heard *>(context);
      if (reply) heard->reply.emplace(*reply);
      else heard->failure.emplace(*failure);
    }
    static void progressed(void *context, const component_progress *progress) noexcept {
      try {
        static_cast<Heard *>(context)->options->progress(progress->fraction, view(progress->message));
      } catch (...) {
        // The call goes on, whatever becomes of who hears how far it is.
      }
    }
  };

  // A URL says its hints itself: others would be passed over.
  static void refuse_hints(const Options &options) {
    if (options.hints.size() == 0) return;
    throw Failure(COMPONENT_FAILURE_INVALID, "hints_of_url",
                  "a URL says its hints in its query: write them there, or open the map key");
  }
  static void require(bool is_there) {
    if (!is_there) throw Failure(COMPONENT_FAILURE_FAILED, "host_too_old", "the host is older than what is asked of it");
  }
  template <class Ask>
  static Presence presence(bool can_be_asked, Ask ask) {
    Heard heard;
    if (can_be_asked) ask(heard);
    Presence found;
    if (heard.reply && !heard.reply->is_null()) found.known = true;
    if (heard.failure) found.known = false, found.why = heard.failure;
    return found;
  }
  static std::vector<component_text> lend_all(const std::vector<std::string> &texts) {
    std::vector<component_text> all;
    for (const auto &text : texts) all.push_back(lend(text));
    return all;
  }

  component_request request_of(const Lent &parameters, const Lent &hints, const std::vector<component_text> &skips,
                               const Options &options) const {
    component_request request = component_request_of(parameters.entries(), parameters.count(), Heard::take, nullptr);
    if (options.limit.count() != 0) request.deadline = component_deadline_after(options.limit.count());
    if (options.cancellation) request.cancellation = options.cancellation->raw();
    request.parent = parent_;
    request.flags = options.flags;
    request.hints = hints.count() > 0 ? hints.entries() : nullptr;
    request.hint_count = hints.count();
    request.skips = skips.data();
    request.skip_count = skips.size();
    request.place = options.place;
    return request;
  }

  template <class Send>
  Value ask(const Map &parameters, const Options &options, Send send) const {
    Lent lent(parameters), hints(options.hints);
    std::vector<component_text> skips = lend_all(options.skips);
    component_request request = request_of(lent, hints, skips, options);
    Heard heard;
    heard.options = &options;
    if (options.progress) request.progressed = Heard::progressed;
    request.context = &heard;
    send(request);
    return heard.value();
  }

  // What hears of a call that is not waited for: it is there until the end was heard.
  struct Begun {
    Receiver ended;
    std::function<void(double, std::string_view)> progress;

    static void end(void *context, const component_value *reply, const component_failure *failure) noexcept {
      std::unique_ptr<Begun> begun(static_cast<Begun *>(context));
      try {
        if (reply) {
          Value value(*reply);
          begun->ended(&value, nullptr);
        } else {
          Failure copy(*failure);
          begun->ended(nullptr, &copy);
        }
      } catch (...) {
        // Nobody could hear it.
      }
    }
    static void progressed(void *context, const component_progress *progress) noexcept {
      try {
        static_cast<Begun *>(context)->progress(progress->fraction, view(progress->message));
      } catch (...) {
        // As in a call that is waited for.
      }
    }
  };

  template <class Send>
  void begin(const Map &parameters, Receiver ended, const Options &options, Send send) const {
    Lent lent(parameters), hints(options.hints);
    std::vector<component_text> skips = lend_all(options.skips);
    component_request request = request_of(lent, hints, skips, options);
    if (options.progress) request.progressed = Begun::progressed;
    request.ended = Begun::end;
    request.context = new Begun{std::move(ended), options.progress};
    send(request);
  }

  template <class Change>
  Value change_route(const Path &path, Change change) const {
    require(COMPONENT_HAS(raw_, withdraw_route));
    Lent fixed(path.fixed), renames(path.renames);
    component_route route = route_of(path, name(), fixed, renames);
    Heard heard;
    // Read here, because an older host's table ends before it.
    (raw_->*change)(raw_, &route, Heard::take, &heard);
    return heard.value();
  }

  const component_host *raw_;
  component_call *parent_;
};

}  // namespace component

#endif
