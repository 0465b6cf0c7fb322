// It starts calls that never end, until one is refused: the reply is how many it has started, and why there are no more.
#include "fixture.h"

#include <stdio.h>

static int count;
static char why[64];

static void heard(void *context, const component_value *reply, const component_failure *failure) {
  (void)context, (void)reply;
  if (failure && !*why) snprintf(why, sizeof why, "%.*s", (int)failure->reason.length, failure->reason.bytes);
}

static int32_t keep(void *context, component_call *call) {
  (void)context;
  return call->host->defer(call) ? COMPONENT_OK : COMPONENT_FAILURE_FAILED;
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_request request = {COMPONENT_HEAD(component_request), .target = TEXT("Begins"), .action = TEXT("keep"),
                               .ended = heard};
  while (count < 100000 && call->host->start(call->host, &request) == COMPONENT_OK) count++;
  char said[128];
  snprintf(said, sizeof said, "%d %s", count, why);
  return reply_text(call, text(said));
}

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "Begins", run);
  return add_action(host, registration, "Begins", "keep", keep);
}
