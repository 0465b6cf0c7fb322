// Replies that are held against their signatures, as the program does it. With an argument it says what is expected: lines
// of an action and how it ends, for a comparison with the program itself.
#include "component_test.h"

int main(int count, char **arguments) {
  (void)arguments;
  static const struct {
    const char *action, *reply, *misfit;
  } cases[] = {
      {"i0", "7", NULL},
      {"i1", "7", NULL},
      {"i2", "7", NULL},
      {"i3", "7", NULL},
      {"i4", "7", NULL},
      {"i5", "7", NULL},
      {"i6", NULL, "the reply must be one of -7, 70, not the int 7"},
      {"i7", NULL, "the reply must be text, not an int"},
      {"i8", NULL, "the reply must be null, not an int"},
      {"i9", NULL, "the reply must be a list, not an int"},
      {"ia", NULL, "the reply must be a bool, not an int"},
      {"dw", "7.0", NULL},
      {"dp", NULL, "the reply must be an int, not a double"},
      {"dq", "7.5", NULL},
      {"n0", "null", NULL},
      {"n1", "null", NULL},
      {"n2", "null", NULL},
      {"n3", "null", NULL},
      {"n4", NULL, "the reply must be an int, not null"},
      {"n5", NULL, "the reply must be a map, not null"},
      {"t0", "\"plain\"", NULL},
      {"te", "\"\xC3\xA9\\\"\\\\\"", NULL},
      {"t1", NULL, "the reply must be one of \"a\", \"b\", not the text 'plain'"},
      {"t2", NULL, "the reply must be bytes, not the text 'plain'"},
      {"t3", NULL, "the reply must be an object, not the text 'plain'"},
      {"td", NULL, "the reply must be a date like 2026-11-21T09:30:00Z, not the text '2024-02-29'"},
      {"m0", "\"2024-02-29T12:00:00Z\"", NULL},
      {"ls", "[1,2.0]", NULL},
      {"l0", NULL, "the reply's '[2]' must be an int, not the text '3'"},
      {"l1", NULL, "the reply must be a map, not a list"},
      {"l2", "[1,2.0,\"3\"]", NULL},
      {"bs", "{\"id\":1}", NULL},
      {"bn", "{\"id\":1,\"title\":null}", NULL},
      {"b0", NULL, "the reply has the unknown key 'note'"},
      {"b1", NULL, "the reply's 'id' must be text, not an int"},
      {"b2", "{\"id\":1,\"title\":null,\"note\":\"x\"}", NULL},
      {"b3", NULL, "the reply's 'title' is missing (text)"},
      {"rs", "{\"value\":1}", NULL},
      {"r0", "{\"value\":1,\"parts\":[{\"value\":1},null]}", NULL},
      {"r1", NULL, "the reply's 'parts[0]' has the unknown key 'value'"},
      {"r2", NULL, "the reply's 'more' is missing (any)"},
      {"x0", NULL, "the reply must be an int, not a text of 41 bytes"},
      {"later", NULL, "the reply must be text, not an int"},
      {"inTime", "7", NULL},
  };
  for (size_t index = 0; count > 1 && index < COMPONENT_COUNT(cases); index++) {
    const char *action = cases[index].action, *misfit = cases[index].misfit;
    if (misfit) printf("%s error: Replies.%s does not keep to its signature: %s\n", action, action, misfit);
    else printf("%s %s\n", action, cases[index].reply);
  }
  if (count > 1) return 0;
  component_test *test = component_test_open("./libReplies.so");
  for (size_t index = 0; index < COMPONENT_COUNT(cases); index++) {
    char expected[300];
    snprintf(expected, sizeof(expected), "mistyped_reply: Replies.%s does not keep to its signature: %s",
             cases[index].action, cases[index].misfit ? cases[index].misfit : "");
    if (cases[index].reply) COMPONENT_EXPECT(test, cases[index].action, NULL, 0, cases[index].reply);
    else COMPONENT_EXPECT_FAILURE(test, cases[index].action, NULL, 0, expected);
  }
  if (test->checks != COMPONENT_COUNT(cases)) return 2;

  // What can't be read is no signature, wherever it ends.
  const char *broken[] = {"",         "(",           "int",          "(a int)",       "(a: int",          "() ->",
                          "() -> [",  "() -> [int",  "() -> {a",     "() -> {a: int", "() -> {a: int,}",  "() -> inte",
                          "() > int", "() -> int x", "() -> int ??", "() -> \"a",     "() -> \"a\" |",    "() -> \"\\x\"",
                          "() -> 1.5", "() -> -",    "(a: int = )",  "(a: int = [)",  "() -> \"\\ud800\"", "(1: int)"};
  for (size_t index = 0; index < COMPONENT_COUNT(broken); index++) {
    component_test_reader reader = component_test_reader_of(&test->now, broken[index]);
    component_test_read_signature(&reader);
    if (!reader.is_broken) return fprintf(stderr, "it was read: %s\n", broken[index]), 3;
  }
  return component_test_close(test);
}
