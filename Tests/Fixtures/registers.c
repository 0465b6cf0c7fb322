// It notes each time it is registered, in a file beside it, and goes on when no file `hold` lies there any more.
#include "fixture.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

COMPONENT_REGISTER(host, registration) {
  char path[1024];
  snprintf(path, sizeof path, "%.*s/registers.log", (int)host->directory.length, host->directory.bytes);
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0 || write(file, "once\n", 5) != 5) return COMPONENT_FAILURE_FAILED;
  close(file);
  snprintf(path, sizeof path, "%.*s/hold", (int)host->directory.length, host->directory.bytes);
  do usleep(1000);
  while (access(path, F_OK) == 0);
  return offer(host, registration, "Registers", run_ok);
}
