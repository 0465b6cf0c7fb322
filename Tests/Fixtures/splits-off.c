// Its actions split off a process that shares everything with the program.
#include "fixture.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// In both processes the action comes back and replies.
static int32_t run(void *context, component_call *call) {
  pid_t child = fork();
  if (child > 0) waitpid(child, NULL, 0);
  return run_ok(context, call);
}

// The other process is interrupted, and nobody else.
static int32_t interrupted(void *context, component_call *call) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    raise(SIGINT);
    _exit(0);
  }
  waitpid(child, &status, 0);
  if (!WIFSIGNALED(status)) return fail(call, COMPONENT_FAILURE_FAILED, "alive", "the child was not interrupted");
  // What it wrote where the program listens is heard by now.
  usleep(100000);
  return call->host->is_cancelled(call) ? COMPONENT_OK : run_ok(context, call);
}

COMPONENT_REGISTER(host, registration) {
  offer(host, registration, "SplitsOff", run);
  return add_action(host, registration, "SplitsOff", "interrupted", interrupted);
}
