// Its register writes to both streams and reads what is typed; then it crashes or hangs, as FIXTURE_DISTURBS says.
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

COMPONENT_REGISTER(host, registration) {
  char typed[16];
  printf("parts\nreboot\n");
  fflush(stdout);
  fprintf(stderr, "noise\n");
  if (write(1, "names\nreboot\n", 13) < 0 || read(0, typed, sizeof typed) > 0) abort();
  const char *how = getenv("FIXTURE_DISTURBS");
  if (how && strcmp(how, "crash") == 0) abort();
  if (how && strcmp(how, "fault") == 0) *(volatile int *)8 = 1;
  if (how && strcmp(how, "exit") == 0) exit(1);
  while (how && strcmp(how, "hang") == 0) pause();
  return offer(host, registration, "Disturbs", run_ok);
}
