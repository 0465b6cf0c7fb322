// Failures: why a call ended badly, as an exception that is kept from the border.

#ifndef COMPONENT_CPP_FAILURE_HPP
#define COMPONENT_CPP_FAILURE_HPP

#include <exception>

#include "value.hpp"

namespace component {

class Failure : public std::exception {
 public:
  int32_t code = COMPONENT_FAILURE_FAILED;
  std::string reason;   // one word for programs
  std::string message;  // one sentence for people
  Value details;        // a map of further facts, or null
  uint32_t voice = COMPONENT_VOICE_ACTION;
  std::optional<Value> answer;  // of a stand-in

  Failure(int32_t code, std::string reason, std::string message, Value details = {})
      : code(code), reason(std::move(reason)), message(std::move(message)), details(std::move(details)) {}
  explicit Failure(const component_failure &from)
      : Failure(from.code, std::string(view(from.reason)), std::string(view(from.message)), Value(from.details)) {
    voice = from.voice;
    if (from.answer) answer.emplace(*from.answer);
  }

  const char *what() const noexcept override { return message.c_str(); }

  // Whether the call's neighbour is missing, be it that nothing has its name, that it is refused, takes too long or crashes.
  // It is not where it says that it was asked wrongly, where the call was given up, or for a reason of `answers`, which are
  // words of the neighbour's own.
  bool is_missing(const std::vector<std::string> &answers = {}) const {
    if (code == COMPONENT_FAILURE_INVALID || code == COMPONENT_FAILURE_CANCELLED) return false;
    for (const auto &answer : answers) {
      if (answer == reason) return false;
    }
    return true;
  }

  // Ends a call with it.
  int32_t fail(component_call *call) const {
    Lent lent(details), lent_answer(answer ? *answer : details);
    component_failure failure{COMPONENT_HEAD(component_failure), code, voice, lend(reason), lend(message),
                              *lent.value(), answer ? lent_answer.value() : nullptr};
    return call->host->fail(call, &failure);
  }
};

// The call has been ended by what was called; its action ends here.
struct Ended {};

namespace detail {

// Runs what ends a call; whatever is thrown fails the call, and nothing crosses the border.
template <class Body>
int32_t guarded(component_call *call, Body body) noexcept {
  try {
    try {
      body();
      return COMPONENT_OK;
    } catch (const Ended &) {
      return COMPONENT_OK;
    } catch (const Failure &failure) {
      failure.fail(call);
      return COMPONENT_OK;
    } catch (const std::exception &error) {
      return component_fail(call, COMPONENT_FAILURE_FAILED, "exception", error.what());
    }
  } catch (...) {
    return component_fail(call, COMPONENT_FAILURE_FAILED, "exception", "something was thrown that says nothing");
  }
}

}  // namespace detail
}  // namespace component

#endif
