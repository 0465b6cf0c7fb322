// Interceptors: an action "intercept" stands before every call of a host whose program or policy names its target. It sees
// calls pass, changes them, sends them elsewhere, answers or refuses them:
//
//   #include "component.hpp"
//
//   COMPONENT_DEFINE(guard) {
//     guard.about("Guard", "Guards", {1, 0, 0});
//     guard.target("Guard").intercept([](component::PassingCall &call) {
//       if (call.source == component::Source::remote && call.target == "Notes") {
//         throw component::Failure(COMPONENT_FAILURE_DENIED, "closed", "not from outside");
//       }
//       return call.proceed();
//     });
//   }

#ifndef COMPONENT_CPP_INTERCEPT_HPP
#define COMPONENT_CPP_INTERCEPT_HPP

#include "call.hpp"

namespace component {

// Where a call comes from.
enum class Source { program, component, remote };

// A call on its way to its action, as an interceptor sees it. What the interceptor returns or throws is how it ends.
class PassingCall {
 public:
  // Of the call that the interceptor is asked with.
  explicit PassingCall(const Call &call)
      : target(call.get<std::string>("target")),
        action(call.get<std::string>("action")),
        parameters(call.get<Map>("parameters")),
        source(source_of(call.get<std::string>("source"))),
        component(call.get("component", "")),
        is_routed(call.get<bool>("routed")),
        call_(call.raw()),
        proceed_(call.get<Function>("proceed")) {}

  std::string target, action;
  Map parameters;
  Source source;
  std::string component;  // the name of the component that calls; empty where it is none
  bool is_routed;

  // The interceptor's own call, with the hints and the deadline of the one that passes.
  Call call() const noexcept { return Call(call_); }

  // Goes on to the next interceptor, and behind the last one to the action, and waits for how it ends; may be done again, to
  // retry.
  Value proceed() const { return go_on({}); }
  // The same with other parameters, and elsewhere.
  Value proceed_with(Map changed) const { return go_on({{"parameters", std::move(changed)}}); }
  Value proceed_to(std::string_view target, std::string_view action) const {
    return go_on({{"target", target}, {"action", action}});
  }
  Value proceed_to(std::string_view target, std::string_view action, Map changed) const {
    return go_on({{"target", target}, {"action", action}, {"parameters", std::move(changed)}});
  }

 private:
  static Source source_of(const std::string &word) {
    return word == "remote" ? Source::remote : word == "component" ? Source::component : Source::program;
  }
  Value go_on(const Map &changes) const { return call().host().invoke(proceed_, changes); }

  component_call *call_;
  Function proceed_;
};

}  // namespace component

#endif
