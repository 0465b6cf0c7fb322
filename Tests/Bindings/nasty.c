// A component whose description is as hard on faces as a host allows: every form, in every place, under every name
// that means something in Swift or in C, with texts that try to break out of comments and literals.

#include "component_author.h"

// Replies with all its parameters, as they came.
static int32_t echo(void *context, component_call *call) {
  (void)context;
  return component_reply_map(call, call->parameters, call->parameter_count);
}

// Replies with its only parameter; null where it was left out.
static int32_t first(void *context, component_call *call) {
  component_value value = component_null();
  (void)context;
  if (call->parameter_count > 0) value = call->parameters[0].value;
  return call->host->reply(call, &value);
}

// Replies with the target and the action that were called.
static int32_t where(void *context, component_call *call) {
  const component_entry entries[] = {component_pair("target", component_text_value(call->target)),
                                     component_pair("action", component_text_value(call->action))};
  (void)context;
  component_report_progress(call, 0.5, "half");
  return component_reply_map(call, entries, COMPONENT_COUNT(entries));
}

#define HOSTILE "*/ // \" \\ \\(1) #\"# \"\"\" \r\n\xE2\x80\xAE abc \xE2\x81\xA9 \xE2\x80\xA8 %s \x01 ?" "?/"

#define ORDER                                                                                                        \
  "\"plain\" | \"rich text\" | \"\" | \"1\" | \"-1\" | \"\xCF\x80\" | \"default\" | \"Default\" | \"a b\" | \"a_b\" | \"aB\" | "     \
  "\"\xC3\xA9\" | \"e\xCC\x81\" | \"self\" | \"init\" | \"*/\" | \"\\\\(x)\" | \"\\\"\" | \"\\u202e\" | \"\\u0000\" | \"\\n\" | "  \
  "\"rawValue\" | \"allCases\" | \"some\" | \"none\" | \"?" "?/\" | \"\\u0301\" | \"1a\" | \"+1\" | \"_\" | \"Type\" | \"hash\""

// Reserved and dangerous words, each of the same type.
#define WORDS(type)                                                                                                  \
  "in: " type ", default: " type ", class: " type ", int: " type ", register: " type ", self: " type ", Self: " type  \
  ", init: " type ", Type: " type ", Protocol: " type ", _: " type ", __: " type ", _a: " type ", a: " type           \
  ", A: " type ", a_: " type ", Int: " type ", String: " type ", mediator: " type ", request: " type                  \
  ", parameters: " type ", target: " type ", action: " type ", summary: " type ", isRemote: " type ", Reply: " type   \
  ", some: " type ", any: " type ", each: " type ", copy: " type ", consume: " type ", await: " type ", async: " type \
  ", inout: " type ", var: " type ", let: " type ", encode: " type ", hash: " type ", hashValue: " type               \
  ", CodingKeys: " type ", description: " type ", throws: " type ", try: " type ", Any: " type ", nil: " type         \
  ", true: " type ", has_a: " type ", a_count: " type ", count: " type ", entries: " type ", context: " type          \
  ", receiver: " type ", host: " type ", out: " type ", value: " type ", field: " type ", NULL: " type ", asm: " type \
  ", linux: " type ", unix: " type ", errno: " type ", and: " type ", xor: " type ", template: " type ", typename: " type \
  ", long: " type ", double: " type ", bool: " type ", char: " type ", void: " type ", componentText: " type          \
  ", nastyWords: " type ", Words: " type ", borrowing: " type ", package: " type ", unsafe: " type ", yield: " type   \
  ", repeat: " type ", super: " type ", operator: " type ", subscript: " type ", extension: " type ", where: " type   \
  ", then: " type ", discard: " type ", macro: " type ", dynamic: " type ", optional: " type ", get: " type           \
  ", set: " type ", left: " type ", _x: " type ", x1: " type ", X1: " type ", URLOpener: " type ", int64_t: " type

static const component_type_row types[] = {
    {"Point", "{x: int, y: int}", "A place"},
    {"Keywords", "{inout: int, var: int, let: int, in: int, self: int}", ""},
    {"Alias", "Point", "The same"},
    {"MaybePoint", "Point?", ""},
    {"Maybe", "int?", ""},
    {"Names", "[text]", HOSTILE},
    {"Order", ORDER, HOSTILE},
    {"Level", "1 | -1 | 0 | -9223372036854775808 | 9223372036854775807", "How high"},
    {"Tree", "{value: int, children: [Tree], parent: Tree?}", "Holds itself"},
    {"Chain", "{next: {deep: Chain?, side: MaybeChain}?}", "Holds itself from afar"},
    {"MaybeChain", "Chain?", ""},
    {"Nest", "[Nest]", "A list of itself"},
    {"Web", "[text: Web]?", "A map of itself"},
    {"Loop", "[Pool]", ""},
    {"Pool", "[text: Loop?]", ""},
    {"Empty", "{}", "Nothing at all"},
    {"Words", "{" WORDS("int") "}", HOSTILE},
    {"MaybeWords", "{" WORDS("text?") "}", ""},
    // Names of Swift's and of the kit.
    {"String", "{value: text}", ""},
    {"Int", "int", ""},
    {"Value", "{any: any, maybe: any?}", ""},
    {"Request", "\"a\" | \"b\"", ""},
    {"Parameter", "{reply: Reply, type: Type}", ""},
    {"Reply", "{x: int}", ""},
    {"Type", "[text: Self]", ""},
    {"Self", "{self: Self?}", ""},
    {"Mediator", "bool", ""},
    {"Failure", "double", ""},
    {"Sendable", "text", ""},
    {"CodingKeys", "{key: text}", ""},
    {"Swift", "bytes", ""},
    {"ComponentKit", "date", ""},
    {"Indirect", "{indirect: Indirect?}", ""},
    {"Optional", "{some: Optional?}", ""},
    {"Bool", "1 | 2", ""},
    {"Names_of", "{shapes: {form: {shapes: [{form: \"x\" | \"y\"}]}}}", ""},
    {"NamesShapes", "{x: int}", ""},
    // Two to the twelfth.
    {"D0", "{a: int, b: int}", ""}, {"D1", "{a: D0, b: D0}", ""}, {"D2", "{a: D1, b: D1}", ""},
    {"D3", "{a: D2, b: D2}", ""}, {"D4", "{a: D3, b: D3}", ""}, {"D5", "{a: D4, b: D4}", ""},
    {"D6", "{a: D5, b: D5}", ""}, {"D7", "{a: D6, b: D6}", ""}, {"D8", "{a: D7, b: D7}", ""},
    {"D9", "{a: D8, b: D8}", ""}, {"D10", "{a: D9, b: D9}", ""}, {"D11", "{a: D10, b: D10}", ""},
};

#define SCALARS(mark)                                                                                                \
  "bool: bool" mark ", int: int" mark ", double: double" mark ", text: text" mark ", bytes: bytes" mark               \
  ", date: date" mark ", any: any" mark ", list: [int]" mark ", map: [text: [bool]]" mark ", order: Order" mark       \
  ", level: Level" mark ", point: Point" mark ", inner: {a: int, b: {c: text}" mark "}" mark ", parts: [{n: int}]" mark

#define DEFAULTS                                                                                                     \
  "bool: bool = true, int: int = -9223372036854775808, double: double = -0.0, tiny: double = 5e-324"                  \
  ", huge: double = 1.7976931348623157e308, whole: double = 3"                                                        \
  ", text: text = \"\\\\(1) \\\" \\u202e\\u0000\\n */ \\ud83d\\ude00 \\\\\""                                                \
  ", bytes: bytes = \"AAH/\", date: date = \"2026-11-21T09:30:00.5+01:00\""                                           \
  ", any: any = {\"a\": [1, -2.5, null, true, \"\\\\(x)\", {}], \"b c\": -0.0, \"tiny\": 5e-324}"                       \
  ", list: [int] = [1, 2, -3], map: [text: [bool]] = {\"a b\": [true], \"\": []}, none: [int] = [], nothing: [text: int] = {}" \
  ", order: Order = \"rich text\", accent: Order = \"e\xCC\x81\", level: Level = -9223372036854775808"                \
  ", point: Point = {\"y\": 2, \"x\": 1}, alias: Alias = {\"x\": 3, \"y\": 4}, maybe: Maybe = 5, null: MaybePoint = null" \
  ", words: String = {\"value\": \"x\"}, tree: Tree = {\"value\": 1, \"children\": [{\"value\": 2, \"children\": []}]}" \
  ", nest: Nest = [[], [[]]], inner: {a: int, b: {c: text}?} = {\"a\": 1, \"b\": {\"c\": \"d\"}}, object: object? = null" \
  ", far: date = \"9999-12-31T23:59:59Z\", deep: any = [[[[[[[[[[1]]]]]]]]]], optional: int? = 7"                      \
  ", keywords: Keywords = {\"inout\": 1, \"var\": 2, \"let\": 3, \"in\": 4, \"self\": 5}"                                        \
  ", many: [int] = [1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2" \
  ",3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2]"

#define DEFAULTED                                                                                                    \
  "bool: bool, int: int, double: double, tiny: double, huge: double, whole: double, text: text, bytes: bytes"         \
  ", date: date, any: any, list: [int], map: [text: [bool]], none: [int], nothing: [text: int], order: Order"         \
  ", accent: Order, level: Level, point: Point, alias: Alias, maybe: Maybe, null: MaybePoint, words: String"          \
  ", tree: Tree, nest: Nest, inner: {a: int, b: {c: text}?}, object: object?, far: date?, deep: any?"                 \
  ", optional: int?, keywords: Keywords, many: [int]?"

static const component_row rows[] = {
    {"scalars", "(" SCALARS("") ") -> {" SCALARS("") "}", HOSTILE, echo, "int: " HOSTILE, COMPONENT_ACTION_REMOTE, NULL},
    {"optionals", "(" SCALARS("?") ") -> {" SCALARS("?") "}", "", echo, NULL, 0, NULL},
    {"defaults", "(" DEFAULTS ") -> {" DEFAULTED "}", "", echo, NULL, 0, NULL},
    {"given", "(" DEFAULTS ") -> any", "Replies what was sent", echo, NULL, 0, NULL},
    {"words", "(" WORDS("int") ") -> any", "", echo, "self: " HOSTILE "\n_: x", 0, NULL},
    {"readWords", "(any: any) -> Words", "", first, NULL, 0, NULL},
    {"writeWords", "(words: Words) -> any", "", first, NULL, 0, NULL},
    {"maybeWords", "(" WORDS("text?") ") -> MaybeWords", "", echo, NULL, 0, NULL},
    {"tree", "(tree: Tree) -> Tree", "", first, NULL, 0, NULL},
    {"chain", "(chain: Chain) -> Chain", "", first, NULL, 0, NULL},
    {"nest", "(nest: Nest) -> Nest", "", first, NULL, 0, NULL},
    {"web", "(web: Web) -> Web", "", first, NULL, 0, NULL},
    {"loop", "(loop: Loop) -> Loop", "", first, NULL, 0, NULL},
    {"empty", "(empty: Empty) -> Empty", "", first, NULL, 0, NULL},
    {"maybe", "(maybe: Maybe) -> Maybe", "", first, NULL, 0, NULL},
    {"maybeTree", "(tree: Tree?) -> Tree?", "", first, NULL, 0, NULL},
    {"points", "(points: [Point?]) -> [MaybePoint]", "", first, NULL, 0, NULL},
    {"mapped", "(points: [text: Point?]) -> [text: Point?]", "", first, NULL, 0, NULL},
    {"names", "(names: Names) -> Names", "", first, NULL, 0, NULL},
    {"order", "(order: Order) -> Order", "", first, NULL, 0, NULL},
    {"level", "(level: Level) -> Level", "", first, NULL, 0, NULL},
    {"choice", "(choice: \"x\" | \"y\"?) -> 1 | 2", "", first, NULL, 0, NULL},
    {"bytes", "(bytes: bytes) -> bytes", "", first, NULL, 0, NULL},
    {"date", "(date: date) -> date", "", first, NULL, 0, NULL},
    {"any", "(any: any) -> any", "", first, NULL, 0, NULL},
    {"object", "(object: object) -> object", "", first, NULL, 0, NULL},
    {"function", "(function: function, object: object?) -> {function: function, object: object?}", "", echo, NULL, 0, NULL},
    {"text", "(text: text) -> text", "", first, NULL, 0, NULL},
    {"double", "(double: double) -> double", "", first, NULL, 0, NULL},
    {"bool", "(bool: bool) -> bool", "", first, NULL, 0, NULL},
    {"silent", "(x: int?)", "Says nothing about its reply", first, NULL, 0, NULL},
    {"hushed", "(x: int?) -> nothing", "Has nothing to say", first, NULL, 0, NULL},
    {"untyped", NULL, HOSTILE, echo, NULL, 0, NULL},
    {"shadows", "(string: String, int: Int, value: Value, request: Request, parameter: Parameter, mediator: Mediator,"
                " failure: Failure, sendable: Sendable, keys: CodingKeys, swift: Swift, kit: ComponentKit,"
                " indirect: Indirect, optional: Optional, bool: Bool)"
                " -> {string: String, int: Int, value: Value, request: Request, parameter: Parameter, mediator: Mediator,"
                " failure: Failure, sendable: Sendable, keys: CodingKeys, swift: Swift, kit: ComponentKit,"
                " indirect: Indirect, optional: Optional, bool: Bool}", "", echo, NULL, 0, NULL},
    {"shapes", "(shapes: Names_of, other: NamesShapes) -> any", "", first, NULL, 0, NULL},
    {"big", "(big: D11) -> D11?", "", first, NULL, 0, NULL},
    {"list", "() -> {target: text, action: text}", "", where, NULL, COMPONENT_ACTION_PROGRESS, NULL},
    {"List", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"LIST", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"l_ist", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"Tree", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"init", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"self", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"Type", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"Protocol", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"mediator", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"call", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"default", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"in", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"String", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"Reply", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"b", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"B", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"b_read", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"point_read", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"tree_parameters", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"BCalls", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"BService", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"NastyService", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"Action", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"answers", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"target", "() -> {target: text, action: text}", "", where, NULL, 0, NULL},
    {"notFound", "(target: text, action: text, parameters: [text: any], reason: text, message: text) -> any", "", first,
     NULL, 0, NULL},
};

static const component_row below[] = {
    {"list", "() -> {target: text, action: text}", HOSTILE, where, NULL, 0, NULL},
    {"read", "(point: Point, choice: \"x\" | \"z\") -> Point", "", first, NULL, 0, NULL},
};

static const char *const targets[] = {"Nasty.b", "Nasty.B", "Nasty.x.y", "Nasty.mediator", "Nasty.Tree", "Nasty.self",
                                      "Nasty.B.b"};

COMPONENT_REGISTER(host, registration) {
  int32_t status = component_describe(host, registration, "Nasty", HOSTILE, 1, 2, 3);
  if (status == COMPONENT_OK) status = component_add_types(host, registration, types, COMPONENT_COUNT(types));
  if (status == COMPONENT_OK) status = component_add_target(host, registration, "Nasty", HOSTILE, 0);
  if (status == COMPONENT_OK) {
    status = component_add_actions(host, registration, "Nasty", rows, COMPONENT_COUNT(rows));
  }
  for (size_t index = 0; status == COMPONENT_OK && index < COMPONENT_COUNT(targets); index++) {
    status = component_add_target(host, registration, targets[index], HOSTILE, 0);
    if (status == COMPONENT_OK) {
      status = component_add_actions(host, registration, targets[index], below, COMPONENT_COUNT(below));
    }
  }
  return status;
}
