// The small host for tests in C++, tried on a component that uses all of its header.

#include "component_test.hpp"

using namespace component;

int main() {
  Test test("./libAll.so");
  test.expect("notes", {}, List{Map{{"text", "km0"}}});
  const Map all{{"notes", List{Map{{"text", "a"}}}}, {"raw", Bytes{1, 2}}, {"unit", "mi"}};
  test.expect("notes", all, List{Map{{"text", "a"}}, Map{{"text", "mi2"}}});
  test.expect_failure("notes", {{"notes", 1}}, "mistyped_parameter");
  test.expect("small", {{"n", 255}}, 255);
  test.expect_failure("small", {{"n", 256}}, "mistyped_parameter");
  test.expect_failure("small", {{"n", -1}}, "mistyped_parameter");
  test.expect_failure("small", {}, "missing_parameter");
  test.expect("names", {{"names", Map{{"b", 2}, {"a", 1}, {"", 0}}}},
              Map{{"", List{false, false}}, {"a", List{true, false}}, {"b", List{true, true}}});
  test.expect("names", {{"names", Map{}}}, Map{});
  test.expect_failure("names", {{"names", Map{{"a", "one"}}}}, "mistyped_parameter");
  test.expect("large", {{"less", 1}}, INT64_MAX);
  test.expect_failure("large", {{"less", 0}}, "exception");

  // Dates, to both ends of the system's clock and beyond.
  const auto tomorrow = [&](const char *at, List days) { test.expect("tomorrow", {{"at", at}}, days); };
  tomorrow("1969-12-31T23:59:59.75+00:00", {"1970-01-01T23:59:59.75Z", "1969-12-31T23:59:59Z"});
  tomorrow("2024-02-28", {"2024-02-29T00:00:00Z", "2024-02-28T00:00:00Z"});
  tomorrow("1678-01-01", {"1678-01-02T00:00:00Z", "1678-01-01T00:00:00Z"});
  tomorrow("1677-01-01", {nullptr});
  tomorrow("9999-12-31", {nullptr});
  test.expect("tomorrow", {}, List{"1970-01-02T00:00:00Z", "1970-01-01T00:00:00Z"});
  test.expect_failure("tomorrow", {{"at", "2023-02-29"}}, "mistyped_parameter");
  test.check(Date(1, -1) < Date(1) && Date(0, 999999999) == Date(1, -1) && Date(0) < Date::now(), "dates have an order");

  // A reply that does not keep to its signature, also one that comes later.
  test.expect("wrong", {{"late", false}}, List{1, 2});
  test.expect_failure("wrong", {{"late", true}}, "mistyped_reply");

  // What is asked without a call, and a URL, which says its hints itself.
  test.expect("asks", {}, List{true, true, false, false, true});
  test.expect_failure("hints", {}, "hints_of_url");
  test.expect_failure("startHints", {}, "hints_of_url");

  // A neighbour that is missing, answers, and says something that its caller knows.
  test.expect("clerk", {}, nullptr);
  test.stub("Clerk", "ask", [](Call &call) { return call.get<int>("n") + 1; });
  test.expect("clerk", {}, 2);
  test.expect_asked("Clerk.ask {\"n\":1}\nClerk.ask {\"n\":1}\n");
  test.stub("Clerk", "ask", [] { throw Failure(COMPONENT_FAILURE_FAILED, "busy", "later"); });
  test.expect_failure("clerk", {}, "busy");
  test.stub("Clerk", "ask", [] { throw Failure(COMPONENT_FAILURE_FAILED, "broken", "never"); });
  test.expect("clerk", {}, nullptr);
  test.stub_reply("Clerk", "ask", List{1, "two"});
  test.expect("clerk", {}, List{1, "two"});

  // Whether it is missing is also asked of a failure.
  test.expect("missing", {}, false);
  test.stub("Clerk", "ask", [] { throw Failure(COMPONENT_FAILURE_FAILED, "busy", "later"); });
  test.expect("missing", {}, false);
  test.stub("Clerk", "ask", [] { throw Failure(COMPONENT_FAILURE_INVALID, "wrong", "wrong"); });
  test.expect("missing", {}, false);
  test.stub("Clerk", "ask", [] { throw Failure(COMPONENT_FAILURE_FAILED, "broken", "never"); });
  test.expect("missing", {}, true);
  test.remove_stubs();
  test.expect("missing", {}, true);

  // An enum is a text.
  test.expect("units", {}, Map{{"other", "mi"}, {"all", List{"mi"}}, {"maybe", nullptr}, {"none", nullptr}});
  test.expect("units", {{"unit", "mi"}, {"all", List{"mi", "km"}}, {"maybe", "mi"}},
              Map{{"other", "km"}, {"all", List{"mi", "km"}}, {"maybe", "mi"}, {"none", nullptr}});
  for (const char *name : {"unit", "maybe"}) {
    test.expect_failure("units", {{name, "m"}}, "mistyped_parameter");
    test.expect_failure("units", {{name, 0}}, "mistyped_parameter");
    try {
      test.call("units", {{name, "m"}});
    } catch (const Failure &failure) {
      const std::string message = "the parameter '" + std::string(name) + R"(' must be "km" | "mi", not the text 'm')";
      test.check(failure.message == message && failure.details["expected"] == Value(R"("km" | "mi")"), "it says which");
    }
  }
  test.expect_failure("units", {{"all", List{"km", "m"}}}, "mistyped_parameter");

  // Calls that are not waited for tell how far they are, and how they end, once each.
  test.expect("begin", {}, nullptr);
  test.expect("heard", {}, "no_such_component no_such_component no_such_component 50called back");
  test.neighbour([](Call &call) {
    call.progress(0.25, call.action());
    return call.target();
  });
  test.expect("begin", {}, nullptr);
  test.expect("heard", {}, "25ask Clerk 25 app://Clerk/ask 25 Clerk_ask 50called back");
  // A stub comes first.
  test.stub_reply("Clerk", "ask", "stub");
  test.expect("clerk", {}, "stub");
  test.neighbour([](Call &call) -> int { throw Failure(COMPONENT_FAILURE_FAILED, std::string(call.action()), ""); });
  test.expect("clerk", {}, "stub");
  test.expect_failure("often", {}, "place");

  // A test's call has hints, a limit, and who hears how far it is.
  std::string half;
  component::Options options;
  test.check(test.call("said") == List{false, false, "component_test", 1}, "a call says nothing of itself");
  options.hints = {{"hot", true}};
  options.limit = std::chrono::seconds(60);
  options.progress = [&](double, std::string_view message) { half += message; };
  test.check(test.call("said", {}, options) == List{true, true, "component_test", 1}, "a call says more");
  test.check(half == "half", "its progress is heard");

  // However an action ends.
  test.expect("later", {}, "later");
  test.expect_failure("dropped", {}, "no_reply");
  test.expect_failure("throws", {}, "exception");
  test.expect_failure("throws_a_number", {}, "exception");
  test.expect_failure("fails", {}, "no");
  test.expect("All.Desk.sit", {}, 1);
  test.expect("All.Desk.sit", {}, 2);
  test.expect("All.Desk.sit_later", {}, 3);
  test.expect_failure("All.Nothing.sit", {}, "no_instance");
  Value adder = test.call("adder", {{"by", 5}});
  test.check(Host(&test.raw()->table).invoke(*adder.as<Function>(), {{"n", 1}}) == Value(6), "the adder adds");
  test.expect("unbox", {{"box", test.call("box")}}, 5);
  test.expect_failure("unbox", {{"box", Object::of(std::make_shared<int>(1), "x")}}, "foreign_object");
  test.gives_up(true);
  test.expect_failure("wait", {}, "seen");
  test.expect_failure("cancelled", {}, "cancelled");
  test.gives_up(false);

  // State, and events.
  test.expect("count", {}, 8);
  test.expect_replaced("./libAll.so");
  test.expect("count", {}, 7);
  // A restore sees that it is given up.
  const component_entry state = component_pair("state", component_int(3));
  test.gives_up(true);
  COMPONENT_EXPECT_STEP_FAILURE(test.raw(), restore, &state, 1, "cancelled");
  test.gives_up(false);
  COMPONENT_EXPECT_STEP(test.raw(), restore, &state, 1, "null");
  test.expect("count", {}, 3);
  test.tell("Other.said", 3);
  test.expect_published("All.said 3\n");
  test.expect_logged("info bye\nerror hearing 'Other.said' failed: nobody hears it\n");
  return test.close();
}
