// What a soak of a host that serves changes while it is called. Built in several versions, NAME and NUMBER being given.
#include "component.h"

#include <stdatomic.h>

#define WORDS(literal) ((component_text){literal, sizeof literal - 1})

static _Atomic int64_t count;

static int32_t reply(component_call *call, int64_t number) {
  component_value value = {.kind = COMPONENT_KIND_INT, .as.integer = number};
  return call->host->reply(call, &value);
}

static int32_t number(void *context, component_call *call) {
  (void)context;
  return reply(call, NUMBER);
}

// Each number comes once, whatever generation says it.
static int32_t next(void *context, component_call *call) {
  (void)context;
  return reply(call, atomic_fetch_add(&count, 1) + 1);
}

static int32_t save(void *context, component_call *call) {
  (void)context;
  return reply(call, atomic_load(&count));
}

static int32_t restore(void *context, component_call *call) {
  (void)context;
  if (call->parameter_count == 1 && call->parameters[0].value.kind == COMPONENT_KIND_INT) {
    atomic_store(&count, call->parameters[0].value.as.integer);
  }
  return reply(call, 0);
}

COMPONENT_REGISTER(host, registration) {
  component_about about = {COMPONENT_HEAD(component_about), .name = WORDS(NAME), .summary = WORDS("It changes"),
                           .version = {1, 0, NUMBER}, .save = save, .restore = restore};
  component_target target = {COMPONENT_HEAD(component_target), .name = WORDS(NAME), .summary = WORDS("It changes")};
  host->describe(registration, &about);
  host->add_target(registration, &target);
  struct {
    const char *name;
    component_run run;
  } all[] = {{"number", number}, {"next", next}};
  for (int place = 0; place < 2; place++) {
    component_action action = {COMPONENT_HEAD(component_action), .target = WORDS(NAME),
                               .name = {all[place].name, place ? 4 : 6}, .summary = WORDS("A number"),
                               .run = all[place].run, .signature = WORDS("() -> int"), .flags = COMPONENT_ACTION_REMOTE};
    host->add_action(registration, &action);
  }
  return COMPONENT_OK;
}
