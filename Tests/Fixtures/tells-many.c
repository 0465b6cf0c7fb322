// It publishes as many events as it is told, each a text that begins with its number, and so many bytes long.
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>

static int64_t integer(const component_call *call, const char *name) {
  const component_value *value = find(call, name);
  return value && value->kind == COMPONENT_KIND_INT ? value->as.integer : 0;
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  int64_t count = integer(call, "count");
  size_t length = (size_t)integer(call, "bytes") + 24;
  char *bytes = malloc(length);
  if (!bytes) return COMPONENT_FAILURE_FAILED;
  memset(bytes, '.', length);
  for (int64_t number = 1; number <= count; number++) {
    int digits = snprintf(bytes, length, "%lld", (long long)number);
    bytes[digits] = ' ';
    component_value value = {.kind = COMPONENT_KIND_TEXT, .as = {.text = bytes}, .count = length};
    call->host->publish(call->host, TEXT("TellsMany.told"), &value, NULL, NULL);
  }
  free(bytes);
  return reply_int(call, count);
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "TellsMany");
  add_target(host, registration, "TellsMany");
  component_event event = {COMPONENT_HEAD(component_event), .name = TEXT("TellsMany.told"), .type = TEXT("text")};
  host->add_event(registration, &event);
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("TellsMany"), .name = TEXT("run"),
                             .summary = TEXT("Publishes"), .run = run, .signature = TEXT("(count: int, bytes: int = 0) -> int"),
                             .flags = COMPONENT_ACTION_REMOTE};
  return host->add_action(registration, &action);
}
