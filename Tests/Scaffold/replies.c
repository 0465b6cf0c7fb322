// What its actions reply, and what they say that they reply. The name of each says how it ends.
#include "component_author.h"


COMPONENT_ACTION(answer, call) {
  const char *name = call->action.bytes;
  component_value numbers[] = {component_int(1), component_double(2), component_string("3")};
  component_entry leaf[] = {component_pair("value", component_int(1))};
  component_value leaves[] = {component_map(leaf, 1), component_null()};
  component_entry tree[] = {component_pair("value", component_int(1)),
                            component_pair("parts", component_list(leaves, 2))};
  component_entry book[] = {component_pair("id", component_int(1)), component_pair("title", component_null()),
                            component_pair("note", component_string("x"))};
  const char *text = name[1] == 'e' ? "\xC3\xA9\"\\" : name[1] == 'd' ? "2024-02-29" : "plain";
  switch (name[0]) {
    case 'n': return component_reply(call, component_null());
    case 'i': return component_reply_int(call, 7);
    case 'd': return component_reply_double(call, name[1] == 'w' ? 7 : 7.5);
    case 't': return component_reply_text(call, component_text_of(text));
    case 'm': return component_reply_text(call, component_text_of("2024-02-29T12:00:00Z"));
    case 'l': return component_reply(call, component_list(numbers, name[1] == 's' ? 2 : 3));
    case 'b': return component_reply(call, component_map(book, name[1] == 's' ? 1 : name[1] == 'n' ? 2 : 3));
    case 'r': return component_reply(call, component_map(tree, name[1] == 's' ? 1 : 2));
    default: return component_reply_text(call, component_text_of("0123456789012345678901234567890123456789."));
  }
}

// Ends its call behind its return, on this very thread.
COMPONENT_ACTION(later, call) {
  component_call *deferred = component_defer(call);
  if (!deferred) return COMPONENT_FAILURE_FAILED;
  component_reply_int(deferred, 7);
  component_release(deferred);
  return COMPONENT_OK;
}

COMPONENT_DEFINE(
    .name = "Replies", .summary = "Replies what it says, or not", .version = {1, 0, 0},
    COMPONENT_TYPES({"Tree", "{ value : int , parts : [ Tree? ]? }", ""}, {"Book", "{id: int, title: text?}", ""},
                    {"Form", "\"plain\" | \"r\\u00e9\"", ""}, {"Perhaps", "Form?", ""}, {"Other", "Perhaps", ""}),
    COMPONENT_TARGETS({"Replies", "Replies",
                       COMPONENT_ACTIONS(
                           {"i0", "", "", answer}, {"i1", "()", "", answer}, {"i2", "() -> int", "", answer},
                           {"i3", "() -> double?", "", answer}, {"i4", "() -> any", "", answer},
                           {"i5", "() -> 1 | -2 | 7", "", answer}, {"i6", "() -> -7 | 70", "", answer},
                           {"i7", "() -> text", "", answer}, {"i8", "() -> nothing", "", answer},
                           {"i9", "() -> [int]", "", answer}, {"ia", "() -> bool", "", answer},
                           {"dw", "() -> int", "", answer}, {"dp", "() -> int", "", answer},
                           {"dq", "() -> double", "", answer}, {"n0", "() -> nothing", "", answer},
                           {"n1", "() -> any", "", answer}, {"n2", "() -> int?", "", answer},
                           {"n3", "() -> Other", "", answer}, {"n4", "() -> int", "", answer},
                           {"n5", "() -> Tree", "", answer}, {"t0", "() -> Other", "", answer},
                           {"te", "() -> \"a\" | \"\\u00e9\\\"\\\\\"", "", answer},
                           {"t1", "() -> \"a\" | \"b\"", "", answer}, {"t2", "() -> bytes", "", answer},
                           {"t3", "() -> object", "", answer}, {"td", "() -> date", "", answer},
                           {"m0", "() -> date", "", answer}, {"ls", "() -> [int]", "", answer},
                           {"l0", "() -> [int]", "", answer}, {"l1", "() -> [text: int]", "", answer},
                           {"l2", "() -> [any]", "", answer}, {"bs", "() -> Book", "", answer},
                           {"bn", "() -> Book", "", answer}, {"b0", "() -> Book", "", answer},
                           {"b1", "() -> [text: text?]", "", answer},
                           {"b2", "() -> {id: int, title: any, note: text}", "", answer},
                           {"b3", "() -> {id: int, title: text, note: text}", "", answer},
                           {"rs", "() -> Tree", "", answer}, {"r0", "() -> Tree", "", answer},
                           {"r1", "() -> {value: int, parts: [Book]}", "", answer},
                           {"r2", "() -> {value: int, parts: [Tree?], more: any}", "", answer},
                           {"x0", "(a: [text: int] = {\"}\": 1}, b: {c: [\"(\" | \")\"]}? = null, d: text = \"\\\")\") -> int", "", answer},
                           {"later", "() -> text", "", later}, {"inTime", "() -> int", "", later})}))
