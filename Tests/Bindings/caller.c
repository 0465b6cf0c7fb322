// Calls Nasty through its face in C, which gcc and clang compile as C and as C++, and looks at what comes back.

#include "component_author.h"
#include "nasty.h"

#define EXPECT(condition)                                                                                            \
  do {                                                                                                               \
    expectations++;                                                                                                  \
    if (!(condition)) component_message_say(&failures, #condition "; ");                                             \
  } while (0)

static size_t expectations;
static component_message failures;

static bool is(component_text text, const char *string) { return component_text_is(text, string); }

// Each reads one reply and compares it.

static void hear_scalars(void *context, const component_value *reply, const component_failure *failure) {
  const nasty_scalars_parameters *sent = (const nasty_scalars_parameters *)context;
  nasty_scalars_reply read;
  EXPECT(!failure && nasty_scalars_reply_read(reply, &read));
  EXPECT(read.bool_ && read.int_ == INT64_MIN && read.double_ == 0.5 && is(read.text, "text"));
  EXPECT(read.bytes_count == 2 && memcmp(read.bytes, "\001\377", 2) == 0 && is(read.date, "2026-11-21T09:30:00Z"));
  EXPECT(read.any.kind == COMPONENT_KIND_INT && read.any.as.integer == 7);
  EXPECT(read.list_count == 2 && read.list[1].as.integer == 2 && read.map_count == 1 && is(read.map[0].key, "key"));
  EXPECT(read.order == sent->order && read.level == NASTY_LEVEL_MINUS_9223372036854775808);
  EXPECT(read.point.x == 3 && read.point.y == 4 && read.inner.a == 5 && is(read.inner.b.c, "deep"));
  nasty_scalars_reply_parts part;
  EXPECT(read.parts_count == 1 && nasty_scalars_reply_parts_read(&read.parts[0], &part) && part.n == 9);
  component_value broken = *reply;
  broken.count--;
  EXPECT(!nasty_scalars_reply_read(&broken, &read));
}

static void scalars(const component_host *host) {
  static const uint8_t bytes[] = {1, 255};
  const component_value list[] = {component_int(1), component_int(2)};
  const component_entry map[] = {component_pair("key", component_list(NULL, 0))};
  component_entry entries[NASTY_SCALARS_PARTS_ENTRIES];
  nasty_scalars_parts part = COMPONENT_ZERO;
  part.n = 9;
  const component_value parts[] = {nasty_scalars_parts_value(&part, entries)};
  nasty_scalars_parameters parameters = COMPONENT_ZERO;
  parameters.bool_ = true;
  parameters.int_ = INT64_MIN;
  parameters.double_ = 0.5;
  parameters.text = component_text_of("text");
  parameters.bytes = bytes;
  parameters.bytes_count = sizeof(bytes);
  parameters.date = component_text_of("2026-11-21T09:30:00Z");
  parameters.any = component_int(7);
  parameters.list = list;
  parameters.list_count = 2;
  parameters.map = map;
  parameters.map_count = 1;
  parameters.order = NASTY_ORDER_RICH_TEXT;
  parameters.level = NASTY_LEVEL_MINUS_9223372036854775808;
  parameters.point.x = 3;
  parameters.point.y = 4;
  parameters.inner.a = 5;
  parameters.inner.b.c = component_text_of("deep");
  parameters.parts = parts;
  parameters.parts_count = 1;
  EXPECT(nasty_scalars(host, &parameters, hear_scalars, &parameters) == COMPONENT_OK);
}

static void hear_no_optionals(void *context, const component_value *reply, const component_failure *failure) {
  nasty_optionals_reply read;
  (void)context;
  EXPECT(!failure && nasty_optionals_reply_read(reply, &read));
  EXPECT(!read.has_bool_ && !read.has_int_ && !read.has_text && !read.has_bytes && !read.any && !read.has_list);
  EXPECT(!read.has_order && !read.has_level && !read.point && !read.inner && !read.has_parts);
}

static void hear_optionals(void *context, const component_value *reply, const component_failure *failure) {
  nasty_optionals_reply read;
  nasty_point point;
  (void)context;
  EXPECT(!failure && nasty_optionals_reply_read(reply, &read));
  EXPECT(read.has_int_ && read.int_ == 1 && read.has_text && read.text.length == 0 && !read.has_bool_);
  EXPECT(read.has_order && read.order == NASTY_ORDER_PLAIN && read.any && read.any->kind == COMPONENT_KIND_TEXT);
  EXPECT(read.point && nasty_point_read(read.point, &point) && point.x == 1 && point.y == 2);
}

static void optionals(const component_host *host) {
  nasty_optionals_parameters parameters = COMPONENT_ZERO;
  EXPECT(nasty_optionals(host, &parameters, hear_no_optionals, NULL) == COMPONENT_OK);
  nasty_point point = {1, 2};
  component_entry entries[NASTY_POINT_ENTRIES];
  const component_value value = nasty_point_value(&point, entries);
  const component_value any = component_string("any");
  parameters.has_int_ = true;
  parameters.int_ = 1;
  parameters.has_text = true;
  parameters.has_order = true;
  parameters.order = NASTY_ORDER_PLAIN;
  parameters.any = &any;
  parameters.point = &value;
  EXPECT(nasty_optionals(host, &parameters, hear_optionals, NULL) == COMPONENT_OK);
}

// Nothing is set, so nothing is sent: the defaults are the component's.
static void hear_map(void *context, const component_value *reply, const component_failure *failure) {
  EXPECT(!failure && reply->kind == COMPONENT_KIND_MAP && reply->count == *(const size_t *)context);
}

static void given(const component_host *host) {
  size_t count = 0;
  nasty_given_parameters parameters = COMPONENT_ZERO;
  EXPECT(nasty_given(host, &parameters, hear_map, &count) == COMPONENT_OK);
  parameters.has_whole = true;
  parameters.has_level = true;
  parameters.level = NASTY_LEVEL_1;
  count = 2;
  EXPECT(nasty_given(host, &parameters, hear_map, &count) == COMPONENT_OK);
}

static void hear_order(void *context, const component_value *reply, const component_failure *failure) {
  nasty_order read;
  EXPECT(!failure && nasty_order_read(reply, &read) && read == *(const nasty_order *)context);
}

static void choices(const component_host *host) {
  nasty_order_action_parameters parameters = COMPONENT_ZERO;
  for (int index = 0; index < 32; index++) {
    parameters.order = (nasty_order)index;
    EXPECT(nasty_order_action(host, &parameters, hear_order, &parameters.order) == COMPONENT_OK);
  }
  nasty_order read;
  const component_value unknown = component_string("unknown");
  EXPECT(!nasty_order_read(&unknown, &read));
  int64_t level;
  const component_value two = component_int(2);
  EXPECT(!nasty_level_read(&two, &level));
}

static void hear_tree(void *context, const component_value *reply, const component_failure *failure) {
  nasty_tree tree, child;
  (void)context;
  EXPECT(!failure && nasty_tree_read(reply, &tree) && tree.value == 1 && tree.children_count == 1 && !tree.parent);
  EXPECT(nasty_tree_read(&tree.children[0], &child) && child.value == 2 && child.children_count == 0);
}

static void recursion(const component_host *host) {
  component_entry entries[NASTY_TREE_ENTRIES];
  nasty_tree child = COMPONENT_ZERO;
  child.value = 2;
  const component_value children[] = {nasty_tree_value(&child, entries)};
  nasty_tree_action_parameters parameters = COMPONENT_ZERO;
  parameters.tree.value = 1;
  parameters.tree.children = children;
  parameters.tree.children_count = 1;
  EXPECT(nasty_tree_action(host, &parameters, hear_tree, NULL) == COMPONENT_OK);
}

static void hear_where(void *context, const component_value *reply, const component_failure *failure) {
  nasty_b_list_reply read;
  EXPECT(!failure && nasty_b_list_reply_read(reply, &read) && is(read.target, (const char *)context));
}

static char b[] = "Nasty.b", large_b[] = "Nasty.B", x_y[] = "Nasty.x.y", b_b[] = "Nasty.B.b";

static void names(const component_host *host) {
  EXPECT(nasty_b_list(host, hear_where, b) == COMPONENT_OK);
  EXPECT(nasty_b_list_action(host, hear_where, large_b) == COMPONENT_OK);
  EXPECT(nasty_x_y_list(host, hear_where, x_y) == COMPONENT_OK);
  EXPECT(nasty_b_b_list(host, hear_where, b_b) == COMPONENT_OK);
}

static void hear_failure(void *context, const component_value *reply, const component_failure *failure) {
  (void)context;
  EXPECT(!reply && failure && failure->code == COMPONENT_FAILURE_INVALID);
  EXPECT(failure && is(failure->reason, "missing_parameter"));
}

static void rest(const component_host *host) {
  size_t count = 1;
  const component_entry entries[] = {component_pair("a", component_null())};
  EXPECT(nasty_untyped(host, entries, count, hear_map, &count) == COMPONENT_OK);
  nasty_order_action_parameters parameters = COMPONENT_ZERO;
  parameters.order = (nasty_order)99;
  EXPECT(nasty_order_action(host, &parameters, hear_failure, NULL) == COMPONENT_FAILURE_INVALID);
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  scalars(call->host);
  optionals(call->host);
  given(call->host);
  choices(call->host);
  recursion(call->host);
  names(call->host);
  rest(call->host);
  component_text message = COMPONENT_ZERO;
  message.bytes = failures.bytes;
  message.length = failures.length;
  if (failures.length > 0) return component_fail_text(call, COMPONENT_FAILURE_FAILED, "", message);
  return component_reply_text(call, component_text_of(expectations > 90 ? "as expected" : "too little was looked at"));
}

static const component_row rows[] = {{"run", "() -> text", "", run, NULL, 0, NULL}};

COMPONENT_REGISTER(host, registration) {
  int32_t status = component_describe(host, registration, "Caller", "", 1, 0, 0);
  if (status == COMPONENT_OK) status = component_add_target(host, registration, "Caller", "", 0);
  if (status == COMPONENT_OK) status = component_add_actions(host, registration, "Caller", rows, COMPONENT_COUNT(rows));
  return status;
}
