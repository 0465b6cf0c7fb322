// It defers its calls and replies to them from another thread; beside it lies a file `early` if it was shut down while
// one was open.
// Flags: -pthread
#include "fixture.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int open_calls;
static char path[1024];

static void shut_down(void *context) {
  (void)context;
  if (atomic_load(&open_calls) > 0) close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
}

static void *later(void *context) {
  component_call *call = context;
  for (int i = 0; i < 50; i++) sched_yield();
  atomic_fetch_sub(&open_calls, 1);
  reply_text(call, TEXT("from afar"));
  call->host->release(call);
  return NULL;
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  pthread_t thread;
  atomic_fetch_add(&open_calls, 1);
  component_call *deferred = call->host->defer(call);
  if (!deferred || pthread_create(&thread, NULL, later, deferred) != 0) return COMPONENT_FAILURE_FAILED;
  pthread_detach(thread);
  return COMPONENT_OK;
}

COMPONENT_REGISTER(host, registration) {
  snprintf(path, sizeof path, "%.*s/early", (int)host->directory.length, host->directory.bytes);
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("CountsOpen"), .summary = TEXT("Defers"),
                           .version = {1, 0, 0}, .shutdown = shut_down};
  host->describe(registration, &about);
  add_target(host, registration, "CountsOpen");
  return add_action(host, registration, "CountsOpen", "run", run);
}
