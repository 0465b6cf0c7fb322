// What the C++ sample says of calls, of what is handed over, of who asks and what runs it; its namesakes do with theirs.

#ifndef SAMPLE_MORE_HPP
#define SAMPLE_MORE_HPP

#include "component.hpp"

namespace more {

using component::Call, component::Deferred, component::Failure, component::Function, component::Map, component::Object,
    component::Value;

struct Token {};

// Bytes, a list and bytes that may be missing, and a record that is read by hand; a failure that says why.
inline Value weigh(Call &call) {
  auto raw = call.get<component::Bytes>("raw");
  auto list = call.get("list", component::List());
  auto extra = call.get("extra", component::Bytes());
  Value record = call.get<Map>("record");
  auto n = record.get("n", int64_t{-1});
  if (n < 0) {
    throw Failure(COMPONENT_FAILURE_DENIED, "no_number", "the record has no number",
                  Map{{"keys", record.map()->size()}});
  }
  return Map{{"raw", raw.size()}, {"list", list.size()}, {"extra", extra.size()}, {"n", n},
             {"at", record.get("at", component::Date())}};
}

// A function and an object of its own, and both from whoever has some.
inline Value tools(Call &call) {
  auto next = Function::of(call.host().raw(), [](Call &call) { return call.get<int64_t>("n") + 1; });
  return Map{{"next", next}, {"token", Object::of(std::make_shared<Token>(), "Sample.Token")}};
}

inline Value use(Call &call) {
  auto token = call.get<Object>("token");
  auto said = call.host().invoke(call.get<Function>("next"), {{"n", 4}});
  return Map{{"own", token.as<Token>() != nullptr}, {"said", said}};
}

// Only the neighbour's own reply counts; what a stand-in says is told apart.
inline Value strictly(Call &call) {
  try {
    auto said = call.host().call_strictly(call.get<std::string>("target"), call.get<std::string>("action"));
    return Map{{"there", true}, {"said", said}};
  } catch (const Failure &failure) {
    return Map{{"there", false}, {"said", failure.answer}};
  }
}

// With an instance of its own, and past interceptors.
inline Value apart(Call &call) {
  component::Options options;
  if (call.get<bool>("fresh")) options.flags = COMPONENT_REQUEST_FRESH;
  options.skips = call.get("skips", std::vector<std::string>());
  return call.host().call(call.get<std::string>("target"), call.get<std::string>("action"), {}, options);
}

inline Value origin(Call &call) {
  auto version = call.host().host_version();
  return Map{{"remote", call.is_remote()}, {"host", call.host().host_name()},
             {"version", std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
                             std::to_string(version.patch)}};
}

// The names are looked up once.
inline Value often(Call &call) {
  static component_place place;
  component::Options options;
  options.place = &place;
  Value sum = 0;
  for (auto times = call.get<int64_t>("times"); times > 0; times--) {
    sum = call.host().call("Sample", "add", {{"a", sum}, {"b", 2}}, options);
  }
  return sum;
}

// A function that is not waited for, and what is done where its caller gives up, comes with `given_up`.
inline void add_to(component::Target &target, std::function<void()> given_up) {
  target.action("weigh", "", "An action", weigh)
      .action("relay", "", "An action",
              [given_up](Deferred deferred) {
                auto call = std::make_shared<Deferred>(std::move(deferred));
                auto function = call->call().get<Function>("function");
                call->when_cancelled(given_up);
                call->call().host().start(function, {{"n", 20}}, [call](const Value *reply, const Failure *failure) {
                  if (failure) call->fail(*failure);
                  else call->reply(*reply);
                });
              })
      .action("tools", "", "An action", tools)
      .action("use", "", "An action", use)
      .action("strictly", "(target: text, action: text) -> any", "An action", strictly)
      .action("apart", "(target: text, action: text, fresh: bool, skips: [text]?) -> any", "An action", apart)
      .action("origin", "() -> any", "An action", origin, "", COMPONENT_ACTION_REMOTE)
      .action("often", "(times: int) -> int", "An action", often);
}

}  // namespace more

#endif
