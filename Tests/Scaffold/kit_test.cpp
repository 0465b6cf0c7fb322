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

  // However an action ends.
  test.expect("later", {}, "later");
  test.expect_failure("dropped", {}, "no_reply");
  test.expect_failure("throws", {}, "exception");
  test.expect_failure("throws_a_number", {}, "exception");
  test.expect_failure("fails", {}, "no");
  test.expect("All.Desk.sit", {}, 1);
  test.expect("All.Desk.sit", {}, 2);
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
  test.tell("Other.said", 3);
  test.expect_published("All.said 3\n");
  test.expect_logged("info bye\nerror hearing 'Other.said' failed: nobody hears it\n");
  return test.close();
}
