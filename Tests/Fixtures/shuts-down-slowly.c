// Its shutdown leaves a file `begun` beside it, waits as long as a file `hold` lies there, and leaves a file `over` then. It says so
// in the log as well.
#include "fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static const component_host *own;
static char begun[1100], hold[1100], over[1100];

static void leave(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file >= 0) close(file);
}

static void shut_down(void *context) {
  (void)context;
  leave(begun);
  while (access(hold, F_OK) == 0) usleep(500);
  leave(over);
  own->log(own, COMPONENT_LEVEL_INFO, TEXT("it is over"));
}

COMPONENT_REGISTER(host, registration) {
  own = host;
  snprintf(begun, sizeof begun, "%.*s/begun", (int)host->directory.length, host->directory.bytes);
  snprintf(over, sizeof over, "%.*s/over", (int)host->directory.length, host->directory.bytes);
  snprintf(hold, sizeof hold, "%.*s/hold", (int)host->directory.length, host->directory.bytes);
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("ShutsDownSlowly"), .summary = TEXT("Takes its time"),
                           .version = {1, 0, 0}, .shutdown = shut_down};
  host->describe(registration, &about);
  add_target(host, registration, "ShutsDownSlowly");
  return add_action(host, registration, "ShutsDownSlowly", "run", run_ok);
}
