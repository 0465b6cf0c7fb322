// While a file `hold` lies beside it, its register leaves a file there, begun.1 for the first one and begun.2 for the next,
// and waits until `hold` is gone. Where a file `leave` lies there as well, it ends its thread then. Its action has the map
// key `key`, and leaves the file `run` there.
// Flags: -pthread
#include "fixture.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static char ran[1024];

static int32_t run(void *context, component_call *call) {
  close(open(ran, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  return run_ok(context, call);
}

static void wait_beside(component_text directory) {
  char hold[1024], leave[1024], mark[1100];
  snprintf(hold, sizeof hold, "%.*s/hold", (int)directory.length, directory.bytes);
  snprintf(leave, sizeof leave, "%.*s/leave", (int)directory.length, directory.bytes);
  if (access(hold, F_OK) != 0) return;
  for (int number = 1, file = -1; file < 0 && number < 10; number++) {
    snprintf(mark, sizeof mark, "%.*s/begun.%d", (int)directory.length, directory.bytes, number);
    file = open(mark, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file >= 0) close(file);
  }
  while (access(hold, F_OK) == 0) usleep(500);
  if (access(leave, F_OK) == 0) pthread_exit(NULL);
}

COMPONENT_REGISTER(host, registration) {
  wait_beside(host->directory);
  snprintf(ran, sizeof ran, "%.*s/run", (int)host->directory.length, host->directory.bytes);
  offer(host, registration, "RegistersSlowly", run);
  component_key key = {COMPONENT_HEAD(component_key), .key = TEXT("key"), .target = TEXT("RegistersSlowly"),
                       .action = TEXT("run")};
  return host->add_key(registration, &key);
}
