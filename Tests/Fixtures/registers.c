// It notes each time it is registered, in a file beside it, and takes its time.
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
  usleep(30000);
  return offer(host, registration, "Registers", run_ok);
}
