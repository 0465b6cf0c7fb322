// It publishes how often it was told to, and repeats what others say; a fresh copy of it counts anew.
#include "fixture.h"

#include <stdatomic.h>

static atomic_int count;
static const component_host *own;

static void heard(void *context, const component_notice *notice) {
  (void)context;
  own->publish(own, TEXT("Tells.told"), &notice->value, NULL, NULL);
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_value value = {.kind = COMPONENT_KIND_INT, .as = {.integer = atomic_fetch_add(&count, 1) + 1}};
  call->host->publish(call->host, TEXT("Tells.told"), &value, NULL, NULL);
  return reply_int(call, value.as.integer);
}

COMPONENT_REGISTER(host, registration) {
  own = host;
  offer(host, registration, "Tells", run);
  component_event event = {COMPONENT_HEAD(component_event), .name = TEXT("Tells.told"), .type = TEXT("int")};
  component_text others = TEXT("Other.told");
  component_observer observer = {
      COMPONENT_HEAD(component_observer), .events = &others, .event_count = 1, .heard = heard};
  host->add_event(registration, &event);
  return host->add_observer(registration, &observer);
}
