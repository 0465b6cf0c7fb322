// The sample component in C++, with the header for authors.
// Name: Sample
// Flags: -pthread
#include "sample-more.hpp"

#include <thread>

using component::Call, component::Date, component::Deferred, component::Failure, component::Function, component::Map,
    component::Object, component::Value;

namespace {

struct Box {
  std::atomic<int64_t> number{0};
};

struct Desk {
  std::atomic<int64_t> sat{0};
};

struct State {
  std::atomic<int64_t> number{0}, starts{0}, given_up{0};
};

int64_t add(Call &call) {
  int64_t sum;
  if (__builtin_add_overflow(call.get<int64_t>("a"), call.get<int64_t>("b"), &sum)) {
    throw Failure(COMPONENT_FAILURE_INVALID, "overflow", "the sum does not fit");
  }
  return sum;
}

int64_t progress(Call &call) {
  auto steps = call.get<int64_t>("steps");
  for (int64_t step = 1; step <= steps; step++) {
    call.progress(double(step) / double(steps), "step " + std::to_string(step));
  }
  return steps;
}

void later(Deferred deferred) {
  std::thread([deferred = std::move(deferred)] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    deferred.end_with([](Call &call) { return call.get<std::string>("text"); });
  }).detach();
}

void until_cancelled(Call &call) {
  for (int i = 0; i < 10000; i++) {
    if (call.is_cancelled()) throw Failure(COMPONENT_FAILURE_CANCELLED, "seen", "I saw it");
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  throw Failure(COMPONENT_FAILURE_FAILED, "never_cancelled", "nobody gave the call up");
}

// An enum, a list and bytes that may be missing; a record.
Value measure(Call &call) {
  component::List names;
  for (const auto &name : call.get("names", std::vector<std::string>())) {
    names.push_back(std::to_string(names.size()) + " " + name);
  }
  auto raw = call.get<std::optional<component::Bytes>>("raw");
  Map measure{{"unit", call.get("unit", "km")}, {"names", names}, {"bytes", raw ? raw->size() : 0}};
  if (raw) measure.set("raw", *raw);
  return measure;
}

// A neighbour that may be missing.
Value if_there(Call &call) {
  auto reply = call.host().if_there(call.get<std::string>("target"), "run");
  return Map{{"there", reply.has_value()}, {"said", reply}};
}

// A neighbour without which nothing can be done.
Value needed(Call &call) { return call.host().needed(call.get<std::string>("target"), "run", {}, "nothing today"); }

// A date, read and written, and one later than another.
Value moment(Call &call) {
  auto at = call.get<Date>("at");
  return Map{{"at", at}, {"seconds", at.seconds()}, {"nanosecond", at.nanosecond()}};
}

Value after(Call &call) {
  auto at = call.get("at", Date());
  return Date(at.seconds() + call.get<int64_t>("seconds"), at.nanosecond());
}

void until_stopped(Call &call) {
  for (int i = 0; i < 10000; i++) {
    call.check_cancelled();
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
}

// With less time than the call that it serves has.
Value limited(Call &call) {
  component::Options options;
  options.limit = std::chrono::milliseconds(call.get<int64_t>("milliseconds"));
  return call.host().call("Sample.Helpers", "untilStopped", {}, options);
}

Value open_key(Call &call) {
  component::Options options;
  options.hints = {{"hot", call.get<bool>("hot")}};
  return call.host().open_key(call.get<std::string>("key"), {}, options);
}

// What it does with a call is the call's to say.
Value guard(component::PassingCall &call) {
  auto wish = call.parameters["guard"].as<std::string>().value_or("");
  if (wish == "refuse") throw Failure(COMPONENT_FAILURE_DENIED, "not_now", "not on a Saturday");
  if (wish == "look") {
    const char *sources[] = {"program", "component", "remote"};
    auto from = call.component.empty() ? Value() : Value(call.component);
    return Map{{"target", call.target}, {"action", call.action}, {"count", call.parameters.size()},
               {"source", sources[static_cast<int>(call.source)]}, {"component", from}, {"routed", call.is_routed}};
  }
  if (wish == "change") return call.proceed_with({{"x", "changed"}});
  if (wish == "send") return call.proceed_to("Sample.Sub", "name");
  if (wish == "wrap") return component::List{call.proceed()};
  return call.proceed();
}

// A call that is not waited for: what was heard of it.
void begin(Deferred deferred) {
  auto call = std::make_shared<Deferred>(std::move(deferred));
  auto heard = std::make_shared<std::string>();
  component::Options options;
  options.progress = [heard](double fraction, std::string_view message) {
    *heard += std::to_string(static_cast<int>(fraction * 100)) + " " + std::string(message) + ", ";
  };
  auto target = call->call().get<std::string>("target");
  call->call().host().start(target, "progress", {{"steps", call->call().get<int64_t>("steps")}},
                            [call, heard](const Value *reply, const Failure *failure) {
                              if (failure) return call->fail(*failure);
                              call->reply(*heard + std::to_string(reply->as<int64_t>().value_or(-1)));
                            }, options);
}

// How a call ends that is made for this one and not waited for.
component::Receiver ends(const std::shared_ptr<Deferred> &call) {
  return [call](const Value *reply, const Failure *failure) { failure ? call->fail(*failure) : call->reply(*reply); };
}

void begin_url(Deferred deferred) {
  auto call = std::make_shared<Deferred>(std::move(deferred));
  auto url = call->call().get<std::string>("url");
  call->call().host().start_open(url, {{"also", "later"}}, ends(call));
}

void begin_key(Deferred deferred) {
  auto call = std::make_shared<Deferred>(std::move(deferred));
  component::Options options;
  options.hints = {{"hot", call->call().get<bool>("hot")}};
  call->call().host().start_open_key(call->call().get<std::string>("key"), {}, ends(call), options);
}

// Opens a URL that is given no more time than this.
Value limited_url(Call &call) {
  component::Options options;
  options.limit = std::chrono::milliseconds(call.get<int64_t>("milliseconds"));
  return call.host().open(call.get<std::string>("url"), {}, options);
}

// The code of a call that was given up before it began.
int give_up(Call &call) {
  component::Cancellation cancellation(call.host().raw());
  component::Options options;
  options.cancellation = &cancellation;
  cancellation.cancel();
  try {
    call.host().call("Sample.Helpers", "untilStopped", {}, options);
  } catch (const Failure &failure) {
    return failure.code;
  }
  return COMPONENT_OK;
}

}  // namespace

COMPONENT_DEFINE(sample) {
  auto host = sample.host();
  auto state = std::make_shared<State>();
  sample.about("Sample", "The same in every language", {1, 2, 3});
  sample.need("Good", {1, 0, 0}, true);
  sample.need("Elder", {2, 0, 0}, true);
  sample.type("Measure", "{unit: text, names: [text], bytes: int, raw: bytes?}", "What was measured");
  sample.on_start([state] { state->starts++; });
  sample.on_save([state] { return state->number.load(); });
  sample.on_restore([state](const Value &saved) {
    auto number = saved.as<int64_t>();
    if (!number) throw Failure(COMPONENT_FAILURE_INVALID, "no_state", "that is no state of mine");
    state->number = *number;
  });
  // What is kept can be told again.
  sample.on_memory_pressure([state] { state->number = 0; });
  sample.on_shutdown([host] { host.log(COMPONENT_LEVEL_DEBUG, "closed"); });

  auto &target = sample.target("Sample");
  auto action = [&](const char *name, auto function, uint32_t flags = 0) {
    target.action(name, "", "An action", function, "", flags);
  };
  action("echo", [](Call &call) { return call.parameters(); });
  action("first", [](Call &call) { return call.get("value", Value()); });
  action("add", add);
  action("fail", [](Call &call) {
    auto code = call.get<int32_t>("code");
    throw Failure(code, call.get<std::string>("reason"), call.get<std::string>("message"), Map{{"code", code}});
  });
  action("progress", progress);
  action("later", later);
  action("nest", [](Call &call) {
    return call.host().call(call.get<std::string>("target"), call.get<std::string>("action"), call.get("with", Map()));
  });
  action("open", [](Call &call) { return call.host().open(call.get<std::string>("url"), call.get("with", Map())); });
  action("has", [](Call &call) {
    auto target = call.get<std::string>("target"), action = call.get("action", "");
    return call.host().has(target, action, call.has("loading")).value();
  });
  action("canOpen", [](Call &call) {
    return call.host().can_open(call.get<std::string>("url"), call.has("loading")).value();
  });
  action("letGo", [](Call &call) { return call.host().release_instance(call.get<std::string>("target")).value(); });
  action("callBack", [](Call &call) { return call.host().invoke(call.get<Function>("function"), {{"n", 20}}); });
  action("adder", [](Call &call) {
    auto by = call.get<int64_t>("by");
    return Function::of(call.host().raw(), [by](Call &call) { return call.get<int64_t>("n") + by; });
  });
  action("box", [] { return Object::of(std::make_shared<Box>(), "Sample.Box"); });
  action("bump", [](Call &call) {
    auto box = call.get<Object>("box").as<Box>();
    if (!box) throw Failure(COMPONENT_FAILURE_INVALID, "foreign_object", "the box is none of mine");
    return ++box->number;
  });
  action("untilCancelled", until_cancelled);
  action("untilGivenUp", [state](Deferred deferred) {
    auto kept = std::make_shared<Deferred>(std::move(deferred));
    kept->when_cancelled([state, kept] { state->given_up++; });
  });
  action("givenUp", [state] { return state->given_up.load(); });
  action("log", [](Call &call) { call.host().log(COMPONENT_LEVEL_WARNING, call.get<std::string>("text")); });
  action("keep", [state](Call &call) { return state->number = call.get<int64_t>("n"); });
  action("kept", [state] { return state->number * 10 + state->starts; }, COMPONENT_ACTION_READS);
  action("publish", [](Call &call) { call.host().publish(call.get<std::string>("event"), call.get("value", Value())); });
  action("addRoute", [](Call &call) {
    call.host().add_route({call.get<std::string>("pattern"), "routed"});
    return true;
  });
  action("removeRoute", [](Call &call) { return call.host().remove_route({call.get<std::string>("pattern"), "routed"}); });
  action("routed", [](Call &call) { return call.parameters(); }, COMPONENT_ACTION_REMOTE);

  sample.event("Sample.said", "int?", "An event");
  // What another one says is said again.
  sample.observe({"Other.said"}, [host](const component::Notice &notice) { host.publish("Sample.said", notice.value); });
  sample.target("Sample.Sub", "A target below").serial()
      .action("name", "", "An action", [](Call &call) { return std::string(call.target()) + "." + std::string(call.action()); })
      .action("notFound", "", "An action", [](Call &call) { return call.get<std::string>("action"); });

  sample.target("Sample.Helpers", "What helpers say")
      .action("measure", R"((unit: "km" | "mi" = "km", names: [text]?, raw: bytes?) -> Measure)", "An action", measure,
              "unit: what in", COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_READS)
      .action("ifThere", "(target: text) -> {there: bool, said: any}", "An action", if_there)
      .action("needed", "(target: text) -> any", "An action", needed)
      .action("moment", "", "An action", moment)
      .action("after", R"((at: date = "1970-01-01T00:00:00Z", seconds: int) -> date)", "An action", after)
      .action("untilStopped", "()", "An action", until_stopped)
      .action("limited", "(milliseconds: int)", "An action", limited)
      .action("hasTime", "() -> bool", "An action",
              [](Call &call) { return call.time_left().value_or(std::chrono::nanoseconds(1)).count() > 0; })
      .action("hinted", "() -> bool", "An action", [](Call &call) { return call.hint("hot", false); }, "",
              COMPONENT_ACTION_REMOTE)
      .action("openKey", "(key: text, hot: bool) -> any", "An action", open_key)
      .action("url", "(unit: text) -> text", "An action", [](Call &call) {
        return call.host().url("app", "Sample.Helpers", "measure", {{"unit", call.get<std::string>("unit")}});
      })
      .action("table", "() -> text", "An action", [] { return "a,b\r\n1,2\r\n"; }, "",
              COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_READS, "text/csv; header=present")
      .action("trace", "() -> text", "An action", [](Call &call) { return std::string(call.trace()); });
  sample.path({"/measures/:unit", "measure", "Sample.Helpers"});
  sample.key("hinted", "hinted", {{"hot", true}}, "Sample.Helpers");
  sample.target("Sample.Desk", "A kept instance")
      .instances<Desk>([] { return std::make_unique<Desk>(); })
      .on<Desk>("sit", "() -> int", "An action", [](Desk &desk, Call &) { return ++desk.sat; });

  sample.target("Sample.Ways", "Ways to it")
      .action("begin", "(target: text, steps: int) -> text", "An action", begin)
      .action("giveUp", "() -> int", "An action", give_up)
      .action("beginURL", "(url: text) -> any", "An action", begin_url)
      .action("beginKey", "(key: text, hot: bool) -> any", "An action", begin_key)
      .action("limitedURL", "(url: text, milliseconds: int) -> any", "An action", limited_url)
      .action("wait", "() -> any", "An action", until_stopped, "", COMPONENT_ACTION_REMOTE)
      .action("way", "(unit: text, names: [text]?, also: text?) -> any", "An action",
              [](Call &call) { return call.parameters(); }, "", COMPONENT_ACTION_REMOTE);
  sample.path({"/old/:unit", "way", "Sample.Ways", "", {{"names", component::List{"a"}}}, {{"was", "also"}}});
  component::Path first{"/first/:unit", "way", "Sample.Ways"};
  first.priority = 1;
  sample.path(first);
  sample.path({"/first/km", "way", "Sample.Ways", "", {{"unit", "mi"}}});
  sample.target("Sample.Cached", "A cached instance")
      .instances<Desk>([] { return std::make_unique<Desk>(); }, COMPONENT_TARGET_CACHED)
      .on<Desk>("sit", "() -> int", "An action", [](Desk &desk, Call &) { return ++desk.sat; });
  sample.target("Sample.Each", "An instance for each call")
      .instances<Desk>([] { return std::make_unique<Desk>(); }, COMPONENT_TARGET_PER_CALL)
      .on<Desk>("sit", "() -> int", "An action", [](Desk &desk, Call &) { return ++desk.sat; });
  more::add_to(sample.target("Sample.More", "What else helpers say"), [state] { state->given_up++; });
  sample.target("Sample.Guard", "Stands before calls").intercept(guard);
}
