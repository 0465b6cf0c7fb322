// What the C++ sample reads and writes values with, and what its objects and functions point to.

#ifndef SAMPLE_VALUES_HPP
#define SAMPLE_VALUES_HPP

#include "component.h"

#include <atomic>
#include <string_view>

namespace sample {

inline component_text borrow(std::string_view text) { return {text.data(), text.size()}; }
inline std::string_view view(component_text text) { return {text.bytes, text.length}; }

inline component_value of(component_kind kind) {
  component_value value{};
  value.kind = kind;
  return value;
}

inline component_value of_int(int64_t integer) {
  auto value = of(COMPONENT_KIND_INT);
  value.as.integer = integer;
  return value;
}

inline component_value of_text(std::string_view text) {
  auto value = of(COMPONENT_KIND_TEXT);
  value.as.text = text.data();
  value.count = text.size();
  return value;
}

inline int32_t reply(component_call *call, const component_value &value) { return call->host->reply(call, &value); }

inline int32_t fail(component_call *call, int32_t code, std::string_view reason, std::string_view message,
             component_value details = {}) {
  component_failure failure{COMPONENT_HEAD(component_failure), code, 0, borrow(reason), borrow(message), details,
                            nullptr};
  return call->host->fail(call, &failure);
}

inline const component_value *find(const component_call *call, std::string_view name, component_kind kind) {
  for (size_t i = 0; i < call->parameter_count; i++) {
    const auto &entry = call->parameters[i];
    if (view(entry.key) == name && entry.value.kind == kind) return &entry.value;
  }
  return nullptr;
}

inline std::string_view text(const component_call *call, std::string_view name) {
  auto value = find(call, name, COMPONENT_KIND_TEXT);
  return value ? std::string_view(value->as.text, value->count) : std::string_view();
}

inline int64_t integer(const component_call *call, std::string_view name, int64_t other = 0) {
  auto value = find(call, name, COMPONENT_KIND_INT);
  return value ? value->as.integer : other;
}

inline void pass_on(void *context, const component_value *reply, const component_failure *failure) {
  auto call = static_cast<component_call *>(context);
  if (reply) {
    call->host->reply(call, reply);
  } else {
    call->host->fail(call, failure);
  }
}

inline component_request request(component_call *call) {
  component_request request{};
  request.abi = COMPONENT_ABI_VERSION;
  request.size = sizeof request;
  request.ended = pass_on;
  request.context = call;
  return request;
}

// What the function value of `adder` and the object of `box` point to: a number and its holders.
struct Held {
  std::atomic<int> holders{1};
  std::atomic<int64_t> number;
  explicit Held(int64_t number) : number(number) {}

  static void retain(void *context) { static_cast<Held *>(context)->holders++; }
  static void release(void *context) {
    auto held = static_cast<Held *>(context);
    if (--held->holders == 0) delete held;
  }
};

}  // namespace sample

#endif
