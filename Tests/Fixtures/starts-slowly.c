// While a file `hold` lies beside it, its start leaves a file there, begun.1 for the first one and begun.2 for the next, and
// waits until `hold` is gone.
#include "fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static component_text directory;

static int32_t start(void *context, component_call *call) {
  (void)context;
  char hold[1024], mark[1100];
  snprintf(hold, sizeof hold, "%.*s/hold", (int)directory.length, directory.bytes);
  if (access(hold, F_OK) == 0) {
    for (int number = 1, file = -1; file < 0 && number < 10; number++) {
      snprintf(mark, sizeof mark, "%.*s/begun.%d", (int)directory.length, directory.bytes, number);
      file = open(mark, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
      if (file >= 0) close(file);
    }
    while (access(hold, F_OK) == 0) usleep(500);
  }
  return run_ok(context, call);
}

COMPONENT_REGISTER(host, registration) {
  directory = host->directory;
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("StartsSlowly"), .summary = TEXT("Takes its time"),
                           .version = {1, 0, 0}, .start = start};
  host->describe(registration, &about);
  add_target(host, registration, "StartsSlowly");
  return add_action(host, registration, "StartsSlowly", "run", run_ok);
}
