// Its action runs until a file appears (parameter `until`); it leaves one beside that file when it runs and when it is
// shut down.
#include "fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char path[1024];

static void leave(const char *what) {
  char mark[sizeof path + 16];
  snprintf(mark, sizeof mark, "%s.%s", path, what);
  close(open(mark, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
}

static void shut_down(void *context) {
  (void)context;
  leave("shutdown");
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_text until = parameter(call, "until");
  if (until.length == 0 || until.length >= sizeof path) return COMPONENT_FAILURE_INVALID;
  memcpy(path, until.bytes, until.length);
  leave("running");
  while (access(path, F_OK) != 0) usleep(500);
  return run_ok(context, call);
}

COMPONENT_REGISTER(host, registration) {
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("Waits"), .summary = TEXT("Waits for a file"),
                           .version = {1, 0, 0}, .shutdown = shut_down};
  host->describe(registration, &about);
  add_target(host, registration, "Waits");
  return add_action(host, registration, "Waits", "run", run);
}
