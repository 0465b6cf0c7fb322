// Its action returns without a reply once its caller has given it up. It leaves a mark when it begins, and when it is shut
// down.
#include "marks.h"

static void shut_down(void *context) {
  (void)context;
  mark("shutdown");
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  mark("running");
  while (!call->host->is_cancelled(call)) usleep(500);
  component_value null = {.kind = COMPONENT_KIND_NULL};
  return call->host->reply(call, &null);
}

COMPONENT_REGISTER(host, registration) {
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("ReturnsWhenTold"), .summary = TEXT("Returns"),
                           .version = {1, 0, 0}, .shutdown = shut_down};
  host->describe(registration, &about);
  add_target(host, registration, "ReturnsWhenTold");
  return add_action(host, registration, "ReturnsWhenTold", "run", run);
}
