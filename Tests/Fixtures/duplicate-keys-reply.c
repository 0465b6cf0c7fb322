// It replies with a map that has the same key twice.
#include "fixture.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_entry entries[2] = {{.key = TEXT("a"), .value = {.kind = COMPONENT_KIND_BOOL, .as = {.boolean = true}}},
                                {.key = TEXT("a"), .value = {.kind = COMPONENT_KIND_NULL}}};
  component_value map = {.kind = COMPONENT_KIND_MAP, .as = {.entries = entries}, .count = 2};
  return call->host->reply(call, &map);
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "DuplicateKeysReply", run); }
