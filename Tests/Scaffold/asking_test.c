// The small host for tests in C, tried on what asks its neighbours, and with calls that say more than parameters.

#include "component_test.h"

// Says how far it is, and "yes".
static int32_t clerk(void *context, component_call *call) {
  (void)context;
  component_report_progress(call, 0.25, "looking");
  return component_reply_string(call, "yes");
}

// How a call ends that has a hint, and so many milliseconds.
static bool asks(component_test *test, const char *action, int64_t milliseconds, const char *end) {
  component_answer answer;
  component_entry hot = component_pair("hot", component_bool(true));
  component_request request = component_request_to("Asking", action, NULL, 0, NULL);
  component_test_text said = COMPONENT_ZERO;
  request.hints = &hot;
  request.hint_count = 1;
  if (milliseconds != 0) request.deadline = component_deadline_in(milliseconds);
  component_send(&test->table, request, &answer);
  if (answer.reply) component_test_json(&said, answer.reply);
  else component_test_add(&said, answer.reason.bytes, answer.reason.length);
  bool is_so = strcmp(said.bytes, end) == 0;
  free(said.bytes);
  component_forget(&answer);
  return is_so;
}

int main(void) {
  component_test *test = component_test_open("./libAsking.so");

  // A call that is not waited for tells its progress and its end, however it ends.
  COMPONENT_EXPECT(test, "begin", NULL, 0, "null");
  component_test_stub(test, "Clerk", "ask", clerk, NULL);
  COMPONENT_EXPECT(test, "begin", NULL, 0, "null");
  COMPONENT_EXPECT_LOGGED(test, "info failed no_such_component\ninfo 0.25 looking\ninfo replied yes\n");

  // A neighbour's own words are answers, and whatever else fails is a neighbour that is missing.
  COMPONENT_EXPECT(test, "needed", NULL, 0, "\"yes\"");
  COMPONENT_EXPECT(test, "if_there", NULL, 0, "\"yes\"");
  const char *const words[] = {"busy", "away"}, *const others[] = {"bus", "busy away", "broken"};
  for (size_t index = 0; index < COMPONENT_COUNT(words); index++) {
    component_test_stub_failure(test, "Clerk", "ask", COMPONENT_FAILURE_FAILED, words[index]);
    COMPONENT_EXPECT_FAILURE(test, "needed", NULL, 0, words[index]);
    COMPONENT_EXPECT_FAILURE(test, "if_there", NULL, 0, words[index]);
    COMPONENT_EXPECT_FAILURE(test, "any", NULL, 0, "no_clerk");
  }
  for (size_t index = 0; index < COMPONENT_COUNT(others); index++) {
    component_test_stub_failure(test, "Clerk", "ask", COMPONENT_FAILURE_FAILED, others[index]);
    COMPONENT_EXPECT_FAILURE(test, "needed", NULL, 0, "no_clerk");
    COMPONENT_EXPECT(test, "if_there", NULL, 0, "null");
  }
  component_test_stub_failure(test, "Clerk", "ask", COMPONENT_FAILURE_INVALID, "asked_wrongly");
  COMPONENT_EXPECT_FAILURE(test, "needed", NULL, 0, "asked_wrongly");
  COMPONENT_EXPECT_FAILURE(test, "if_there", NULL, 0, "asked_wrongly");

  // An enum.
  COMPONENT_EXPECT(test, "other_unit", COMPONENT_WITH(component_pair("unit", component_string("km"))), "\"mi\"");
  COMPONENT_EXPECT(test, "other_unit",
                   COMPONENT_WITH(component_pair("unit", component_string("mi")),
                                  component_pair("or_km", component_string("mi"))), "\"mi\"");
  COMPONENT_EXPECT_FAILURE(test, "other_unit", COMPONENT_WITH(component_pair("unit", component_string("m"))),
                           "mistyped_parameter");
  COMPONENT_EXPECT_FAILURE(test, "other_unit", COMPONENT_WITH(component_pair("unit", component_int(0))),
                           "mistyped_parameter");
  COMPONENT_EXPECT_FAILURE(test, "other_unit", NULL, 0, "missing_parameter");
  component_answer refused;
  component_entry unit = component_pair("unit", component_string("m"));
  component_send(&test->table, component_request_to("Asking", "other_unit", &unit, 1, NULL), &refused);
  if (!component_text_is(refused.message, "the parameter 'unit' must be \"km\" | \"mi\", not the text 'm'")) return 2;
  component_forget(&refused);

  // Hints and a deadline. A call ends no later than the one that it serves.
  if (!asks(test, "hinted", 0, "[true,false]") || !asks(test, "hinted", 60000, "[true,true]")) return 3;
  if (!asks(test, "hinted", -1, "timed_out") || !asks(test, "longer", -1, "timed_out")) return 4;
  if (!asks(test, "longer", 0, "[false,true]")) return 5;

  // An instance, and events.
  COMPONENT_EXPECT(test, "Asking.Desk.is_host", NULL, 0, "true");
  COMPONENT_EXPECT_LOGGED(test, "info made\ninfo destroyed\n");
  COMPONENT_EXPECT(test, "observe", NULL, 0, "true");
  const char *const events[] = {"Clerk.went", "Clerk.came", "Clerk.rose", "Clerk.sat", "Clerk.slept"};
  for (size_t index = 0; index < COMPONENT_COUNT(events); index++) {
    if (component_test_tell(test, events[index], component_null()) != (index < 4 ? 1 : 0)) return 6;
  }
  COMPONENT_EXPECT_LOGGED(test, "info heard Clerk.went\ninfo heard Clerk.came\n"
                                "info heard Clerk.rose\ninfo heard Clerk.sat\n");
  return component_test_close(test);
}
