// component_test.hpp: the small host of component_test.h for tests in C++.
//
//   #include "component_test.hpp"
//
//   int main() {
//     component::Test test("./libSum.so");
//     test.expect("add", {{"a", 2}}, 3);
//     test.expect_failure("add", {}, "missing_parameter");
//     return test.close();
//   }
//
// What the small host does and does not, component_test.h says. All of C++'s kit can be used in a test as in a component.

#ifndef COMPONENT_TEST_HPP
#define COMPONENT_TEST_HPP

#include <cstdio>

#include "component.hpp"
#include "component_test.h"

namespace component {

class Test {
 public:
  // Opens a component, with the state of a generation before where there is one.
  explicit Test(const char *path) : raw_(component_test_open(path)) {}
  Test(const char *path, const Value &state) : raw_(component_test_open_with(path, Lent(state).value())) {}
  Test(const Test &) = delete;
  Test &operator=(const Test &) = delete;
  ~Test() {
    if (raw_) close();
  }
  // Shuts the component down and says how it went; for main to return.
  int close() {
    int result = component_test_close(std::exchange(raw_, nullptr));
    stubs_.clear();
    return result;
  }

  component_test *raw() const noexcept { return raw_; }

  // Has a function answer for an action of a neighbour; it returns and throws as an action does.
  template <class F>
  void stub(const char *target, const char *action, F function) {
    stubs_.emplace_back(new Body(detail::body_of(std::move(function))));
    component_test_stub(raw_, target, action, detail::run_body, stubs_.back().get());
  }
  // Has an action of a neighbour reply a value.
  void stub_reply(const char *target, const char *action, const Value &value) {
    component_test_stub_reply(raw_, target, action, *Lent(value).value());
  }
  void remove_stubs() { component_test_remove_stubs(raw_); }
  // Has a function answer for all neighbours and their actions that have no stub; it finds which by `target` and `action` of
  // its call.
  template <class F>
  void neighbour(F function) {
    stubs_.emplace_back(new Body(detail::body_of(std::move(function))));
    raw_->neighbour = detail::run_body;
    raw_->neighbour_context = stubs_.back().get();
  }

  // Calls an action, "add" of the component's first target or "Sum.Settings.set": its reply, or the failure is thrown. The
  // options are those of a neighbour's call: hints, a limit, and who hears progress.
  Value call(std::string_view action, const Map &parameters = {}, const Options &options = {}) const {
    size_t dot = action.rfind('.');
    bool is_whole = dot != std::string_view::npos;
    std::string_view target = is_whole ? action.substr(0, dot) : std::string_view(raw_->now.targets[0].name);
    return Host(&raw_->table).call_strictly(target, is_whole ? action.substr(dot + 1) : action, parameters,
                                           options);
  }
  // Compares how a call ends: with a reply, and with a failure's reason. What is wrong is told, and counted.
  bool expect(std::string_view action, const Map &parameters, const Value &reply, const char *file = __builtin_FILE(),
              int line = __builtin_LINE()) {
    try {
      Value said = call(action, parameters);
      return note(said == reply, file, line, action, "replied", json(said), json(reply));
    } catch (const Failure &failure) {
      return note(false, file, line, action, "failed:", failure.reason + ": " + failure.message, json(reply));
    }
  }
  bool expect_failure(std::string_view action, const Map &parameters, std::string_view reason,
                      const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    try {
      return note(false, file, line, action, "replied", json(call(action, parameters)), std::string(reason));
    } catch (const Failure &failure) {
      return note(failure.reason == reason, file, line, action, "failed:", failure.reason, std::string(reason));
    }
  }
  // Any other claim.
  bool check(bool is_so, const char *claim, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    return note(is_so, file, line, claim, "is", is_so ? "so" : "not so", "so");
  }

  // What the component has asked of its neighbours, published, and said for the log since the last look: a line each.
  bool expect_asked(const char *lines, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    return component_test_expect_asked(raw_, file, line, lines);
  }
  bool expect_published(const char *lines, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    return component_test_expect_published(raw_, file, line, lines);
  }
  bool expect_logged(const char *lines, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    return component_test_expect_logged(raw_, file, line, lines);
  }
  // Tells the component's observers of an event; how many have heard it.
  size_t tell(const char *event, const Value &value = {}) const {
    return component_test_tell(raw_, event, *Lent(value).value());
  }
  // Puts the next generation in the component's place; whether that went well.
  bool expect_replaced(const char *path, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    return component_test_expect_replaced(raw_, file, line, path, nullptr);
  }
  // Has all calls be given up from now on, or none.
  void gives_up(bool gives_up) { raw_->gives_up = gives_up; }
  // Has all calls have a place in a trace from now on, or none where it is null; the text must live on.
  void trace(const char *trace) { raw_->trace = trace; }

 private:
  static std::string json(const Value &value) {
    component_test_text text{};
    component_test_json(&text, Lent(value).value());
    std::string json(text.bytes ? text.bytes : "");
    free(text.bytes);
    return json;
  }
  bool note(bool is_so, const char *file, int line, std::string_view action, const char *how, const std::string &said,
            const std::string &expected) {
    raw_->checks++;
    if (!is_so) {
      raw_->failures++;
      std::fprintf(stderr, "%s:%d: '%.*s' %s %s\n  instead of %s\n", file, line, static_cast<int>(action.size()),
                   action.data(), how, said.c_str(), expected.c_str());
    }
    return is_so;
  }

  component_test *raw_;
  std::vector<std::unique_ptr<Body>> stubs_;
};

}  // namespace component

#endif
