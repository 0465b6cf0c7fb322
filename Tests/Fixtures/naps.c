// Its actions take their time, and leave a file beside it that says how they ended: "noticed" or "slept", "left".
#include "fixture.h"

#include <stdio.h>
#include <unistd.h>

static char folder[512];

static void leave(const char *name) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *left = fopen(path, "we");
  if (left) fclose(left);
}

// Returns when it is given up, and after three seconds whatever happens.
static int32_t run(void *context, component_call *call) {
  (void)context;
  int looks = 600;
  while (looks > 0 && !call->host->is_cancelled(call)) usleep(5000), looks--;
  leave(looks > 0 ? "noticed" : "slept");
  component_value null = {.kind = COMPONENT_KIND_NULL};
  return call->host->reply(call, &null);
}

static void given_up(void *context) {
  component_call *deferred = context;
  leave("left");
  deferred->host->release(deferred);
}

// Keeps its call until it is given up.
static int32_t keep(void *context, component_call *call) {
  (void)context;
  component_call *deferred = call->host->defer(call);
  if (!deferred) return COMPONENT_FAILURE_ENDED;
  call->host->when_cancelled(deferred, given_up, deferred, NULL);
  leave("kept");
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) {
  snprintf(folder, sizeof folder, "%.*s", (int)host->directory.length, host->directory.bytes);
  offer(host, registration, "Naps", run);
  return add_action(host, registration, "Naps", "keep", keep);
}
