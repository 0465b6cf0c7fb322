// The small host for tests in C, tried on the sample in C: every way in which a call can go.

#include "component_test.h"

// Answers for the neighbour Good, and for no other.
static int32_t neighbour(void *context, component_call *call) {
  (void)context;
  if (component_text_is(call->target, "Good")) return component_reply_string(call, "ok");
  return component_fail(call, COMPONENT_FAILURE_DENIED, "only_good", "there is only Good");
}

static int32_t twice(void *context, component_call *call) {
  int64_t number;
  (void)context;
  if (!component_int_parameter(call, "n", &number)) return COMPONENT_OK;
  return component_reply_int(call, 2 * number);
}

// Whether the table's function for writing URLs replies this.
static bool writes(component_test *test, const char *target, const char *action, const component_entry *parameters,
                   size_t count, const char *url) {
  component_test_outcome outcome = COMPONENT_ZERO;
  component_request request = component_request_of(parameters, count, component_test_ended, &outcome);
  request.target = component_text_of(target);
  request.action = component_text_of(action);
  int32_t code = test->table.write_url(&test->table, component_text_of("app"), &request);
  bool is_so = code == COMPONENT_OK && !outcome.is_failure && strcmp(outcome.text.bytes, url) == 0;
  free(outcome.text.bytes);
  return is_so;
}

int main(void) {
  component_test *test = component_test_open("./libSample.so");

  const component_value list[] = {component_null(), component_bool(true), component_double(2), component_double(0.1)};
  const uint8_t bytes[] = {0, 1, 2, 255};
  const component_entry all[] = {
      component_pair("list", component_list(list, 4)),       component_pair("none", component_list(NULL, 0)),
      component_pair("text", component_string("a\"\\\n\x01ü")), component_pair("int", component_int(INT64_MIN)),
      component_pair("bytes", component_bytes(bytes, 4)),    component_pair("two", component_bytes(bytes, 2)),
      component_pair("map", component_map(NULL, 0)),         component_pair("small", component_double(1e-300)),
  };
  COMPONENT_EXPECT(test, "echo", all, COMPONENT_COUNT(all),
                   "{\"list\":[null,true,2.0,0.1],\"none\":[],\"text\":\"a\\\"\\\\\\n\\u0001ü\","
                   "\"int\":-9223372036854775808,\"bytes\":\"AAEC/w==\",\"two\":\"AAE=\",\"map\":{},\"small\":1e-300}");

  // A reply, a failure, no such action; now and later, and through another target.
  const component_entry sum[] = {component_pair("a", component_int(40)), component_pair("b", component_int(2))};
  COMPONENT_EXPECT(test, "add", sum, 2, "42");
  COMPONENT_EXPECT_FAILURE(test, "add", sum, 1, "missing_parameter");
  COMPONENT_EXPECT_FAILURE(test, "no", NULL, 0, "no_such_action");
  const component_entry then[] = {component_pair("text", component_string("then"))};
  const component_entry steps[] = {component_pair("steps", component_int(3))};
  COMPONENT_EXPECT(test, "later", then, 1, "\"then\"");
  COMPONENT_EXPECT(test, "progress", steps, 1, "3");
  COMPONENT_EXPECT(test, "log", then, 1, "null");
  COMPONENT_EXPECT(test, "Sample.Sub.name", NULL, 0, "\"Sample.Sub.name\"");
  COMPONENT_EXPECT(test, "box", NULL, 0, "<object Sample.Box>");
  COMPONENT_EXPECT(test, "adder", NULL, 0, "<function>");

  // What the component publishes, and what it hears.
  const component_entry said[] = {component_pair("event", component_string("Sample.said")),
                                  component_pair("value", component_int(7))};
  const component_entry unsaid[] = {component_pair("event", component_string("Sample.sad"))};
  COMPONENT_EXPECT(test, "publish", said, 2, "null");
  COMPONENT_EXPECT_FAILURE(test, "publish", unsaid, 1, "no_such_event");
  COMPONENT_EXPECT_PUBLISHED(test, "Sample.said 7\n");
  COMPONENT_EXPECT_PUBLISHED(test, "");
  if (component_test_tell(test, "Other.said", component_int(8)) != 1) return 1;
  if (component_test_tell(test, "Other.sad", component_null()) != 0) return 1;
  COMPONENT_EXPECT_PUBLISHED(test, "Sample.said 8\n");

  // Calls that the component makes: to itself, to nobody, to a neighbour, to a function.
  const component_entry itself[] = {component_pair("target", component_string("Sample")),
                                    component_pair("action", component_string("add")),
                                    component_pair("with", component_map(sum, 2))};
  COMPONENT_EXPECT(test, "nest", itself, 3, "42");
  const component_entry good[] = {component_pair("target", component_string("Good")),
                                  component_pair("action", component_string("run"))};
  COMPONENT_EXPECT_FAILURE(test, "nest", good, 2, "no_such_component");
  test->neighbour = neighbour;
  COMPONENT_EXPECT(test, "nest", good, 2, "\"ok\"");
  const component_entry bad[] = {component_pair("target", component_string("Bad")),
                                 component_pair("action", component_string("run"))};
  COMPONENT_EXPECT_FAILURE(test, "nest", bad, 2, "only_good");
  component_function function = COMPONENT_ZERO;
  function.abi = COMPONENT_ABI_VERSION;
  function.size = (uint32_t)sizeof(function);
  function.run = twice;
  const component_entry back[] = {component_pair("function", component_function_value(&function))};
  COMPONENT_EXPECT(test, "callBack", back, 1, "40");

  // What a component writes and asks without a call; the code says how it ended, also where nobody hears it.
  const component_value items[] = {component_int(-1), component_double(1e-300)};
  const component_entry query[] = {
      component_pair("to", component_string("a b\xc3\xbc&~")), component_pair("none", component_null()),
      component_pair("on", component_bool(true)),              component_pair("off", component_bool(false)),
      component_pair("list", component_list(items, 2)),
  };
  const component_entry deep[] = {component_pair("map", component_map(query, 1))};
  if (!writes(test, "Sample", "add", NULL, 0, "\"app://Sample/add\"")) return 2;
  if (!writes(test, "Good", "run", query, COMPONENT_COUNT(query),
              "\"app://Good/run?to=a%20b%C3%BC%26~&on&off=false&list[]=-1&list[]=1e-300\"")) return 6;
  if (writes(test, "Good", "run", deep, 1, "\"app://Good/run\"")) return 7;
  const component_text own = component_text_of("Sample"), gone = component_text_of("gone");
  if (test->table.release_instance(&test->table, own, NULL, NULL) != COMPONENT_FAILURE_NOT_FOUND) return 3;
  if (test->table.has(&test->table, own, gone, 0, NULL, NULL) != COMPONENT_FAILURE_NOT_FOUND) return 4;
  if (test->table.has(&test->table, own, component_text_of("add"), 0, NULL, NULL) != COMPONENT_OK) return 5;
  // Only what is null is no name.
  const component_text empty = component_text_of(""), none = COMPONENT_ZERO;
  if (test->table.has(&test->table, own, empty, 0, NULL, NULL) != COMPONENT_FAILURE_NOT_FOUND) return 8;
  if (test->table.has(&test->table, own, none, 0, NULL, NULL) != COMPONENT_OK) return 9;

  // What is wrong is told, and counted.
  size_t before = test->failures;
  bool was_right = component_test_expect(test, "a wrong test", 1, "add", sum, 2, false, "4") ||
                   component_test_expect(test, "a wrong test", 2, "add", sum, 2, true, "failed") ||
                   component_test_expect(test, "a wrong test", 3, "no", NULL, 0, true, "no_such") ||
                   component_test_expect(test, "a wrong test", 4, "no", NULL, 0, false, "no_such_action");
  if (was_right || test->failures != before + 4) return 1;
  test->failures = before;
  return component_test_close(test);
}
