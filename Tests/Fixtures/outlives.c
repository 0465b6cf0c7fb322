// It has all threads of its process stay in calls, the first one as well, and undoes what would end the process with its parent:
// that is the first thread's to undo, as it happens when a process changes its user. The file "stays" beside it says when.
#include "fixture.h"

#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static char trace[512];
static volatile int stays;

static void undo(void) {
  if (syscall(SYS_gettid) != getpid()) return;
  prctl(PR_SET_PDEATHSIG, 0);
  FILE *left = fopen(trace, "we");
  if (left) fclose(left);
  stays = 1;
}

static int32_t stay(void *context, component_call *call) {
  (void)context, (void)call;
  undo();
  for (volatile int i = 1; i;) pause();
  return COMPONENT_OK;
}

static void heard(void *context, const component_value *reply, const component_failure *failure) {
  (void)context, (void)reply, (void)failure;
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_request request = {COMPONENT_HEAD(component_request), .target = TEXT("Outlives"), .action = TEXT("stay"),
                               .ended = heard};
  // Which thread has a call is not said: many at once reach the first one as well, if it is not this one.
  undo();
  for (int i = 0; i < 240 && !stays; i++) {
    call->host->start(call->host, &request);
    if (i % 24 == 23) usleep(10000);
  }
  for (volatile int i = 1; i;) pause();
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) {
  snprintf(trace, sizeof trace, "%.*s/stays", (int)host->directory.length, host->directory.bytes);
  offer(host, registration, "Outlives", run);
  return add_action(host, registration, "Outlives", "stay", stay);
}
