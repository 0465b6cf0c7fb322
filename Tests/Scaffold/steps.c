// A component that does something besides answering calls, and says so: it counts, and owns the file steps.own beside it,
// which one generation at a time can.

#include "component_author.h"

static const component_host *host_here;
static char own[4200], forbidden[4200], twice[4200];
static int64_t count;
static bool owns;

static int32_t start(void *context, component_call *call) {
  (void)context;
  component_log(call->host, COMPONENT_LEVEL_INFO, "start");
  // Once, by the test's wish.
  if (remove(forbidden) == 0) return component_fail(call, COMPONENT_FAILURE_FAILED, "forbidden", "not this time");
  FILE *file = fopen(own, "wx");
  if (!file) return component_fail(call, COMPONENT_FAILURE_FAILED, "owned", "another one has steps.own");
  fclose(file);
  owns = true;
  return component_reply_null(call);
}

static void let_go(void) {
  if (owns) remove(own);
  owns = false;
}

static int32_t save(void *context, component_call *call) {
  (void)context;
  component_log(call->host, COMPONENT_LEVEL_INFO, "save");
  if (count < 0) return component_fail(call, COMPONENT_FAILURE_FAILED, "negative", "a negative count is not saved");
  let_go();
  const component_value item = component_int(count);
  const component_entry state[] = {component_pair("count", component_list(&item, 1)),
                                   component_pair("by", component_string("steps"))};
  return component_reply_map(call, state, COMPONENT_COUNT(state));
}

static int32_t restore(void *context, component_call *call) {
  const component_entry *entries;
  size_t length;
  (void)context;
  component_log(call->host, COMPONENT_LEVEL_INFO, "restore");
  if (!component_map_parameter(call, "state", &entries, &length)) return COMPONENT_OK;
  const component_value state = component_map(entries, length);
  const component_value *by = component_value_at(&state, "by"), *list = component_value_at(&state, "count");
  if (!by || !list || !component_text_is(component_text_in(by), "steps")) {
    return component_fail(call, COMPONENT_FAILURE_INVALID, "foreign_state", "that is no state of mine");
  }
  count = list->as.items[0].as.integer;
  return component_reply_null(call);
}

static int32_t relieve(void *context, component_call *call) {
  (void)context;
  return component_reply_int(call, count);
}

static void shut_down(void *context) {
  (void)context;
  component_log(host_here, COMPONENT_LEVEL_INFO, owns ? "shutdown of the owner" : "shutdown");
  let_go();
}

static void give_back(void *context) { component_log(host_here, COMPONENT_LEVEL_DEBUG, (const char *)context); }

static int32_t add(void *context, component_call *call) {
  int64_t more;
  (void)context;
  if (!component_int_parameter_or(call, "more", 1, &more)) return COMPONENT_OK;
  return component_reply_int(call, count += more);
}

static int32_t where(void *context, component_call *call) {
  const component_value both[] = {component_text_value(call->host->name), component_text_value(call->host->directory)};
  (void)context;
  return component_reply_list(call, both, 2);
}

// Says something at a level.
static int32_t say(void *context, component_call *call) {
  int64_t level;
  (void)context;
  if (!component_int_parameter(call, "level", &level)) return COMPONENT_OK;
  component_log(call->host, (component_level)level, "said");
  return component_reply_null(call);
}

static const component_row rows[] = {
    {"add", "(more: int = 1) -> int", "Counts", add, NULL, 0, NULL},
    {"where", "() -> [text]", "Names the component and its folder", where, NULL, 0, NULL},
    {"say", "(level: int)", "Says something for the log", say, NULL, 0, NULL},
};

COMPONENT_REGISTER(host, registration) {
  static char name[] = "gives back what it described";
  component_about about = COMPONENT_ZERO;
  about.abi = COMPONENT_ABI_VERSION;
  about.size = (uint32_t)sizeof(about);
  about.name = component_text_of("Steps");
  about.start = start;
  about.save = save;
  about.restore = restore;
  about.memory_pressure = relieve;
  about.shutdown = shut_down;
  about.context = name;
  about.release = give_back;
  host_here = host;
  snprintf(own, sizeof(own), "%.*s/steps.own", (int)host->directory.length, host->directory.bytes);
  snprintf(forbidden, sizeof(forbidden), "%.*s/steps.forbidden", (int)host->directory.length, host->directory.bytes);
  int32_t status = host->describe(registration, &about);
  if (status == COMPONENT_OK) status = component_add_target(host, registration, "Steps", "Counts", 0);
  if (status == COMPONENT_OK) status = component_add_actions(host, registration, "Steps", rows, COMPONENT_COUNT(rows));
  // By the test's wish it does not care that an action is refused.
  snprintf(twice, sizeof(twice), "%.*s/steps.twice", (int)host->directory.length, host->directory.bytes);
  if (remove(twice) == 0) component_add_actions(host, registration, "Steps", rows, 1);
  return status;
}
