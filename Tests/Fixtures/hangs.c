// It hangs where FIXTURE_HANGS says, with all signals blocked; without that nowhere.
#include "marks.h"

#include <signal.h>

static void hang(const char *here) {
  const char *where = getenv("FIXTURE_HANGS");
  if (!where || strcmp(where, here) != 0) return;
  mark(here);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  do pause();
  while (where);
}

__attribute__((constructor)) static void construct(void) { hang("constructor"); }
__attribute__((destructor)) static void destruct(void) { hang("destructor"); }
static void leave(void) { hang("exit"); }

static void shut_down(void *context) {
  (void)context;
  hang("shutdown");
}

static void release(void *context) {
  (void)context;
  hang("release");
}

// The signals of the thread that calls stay blocked when it has replied.
static int32_t run(void *context, component_call *call) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  return run_ok(context, call);
}

COMPONENT_REGISTER(host, registration) {
  hang("register");
  atexit(leave);
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("Hangs"), .summary = TEXT("Hangs"),
                           .version = {1, 0, 0}, .shutdown = shut_down, .release = release};
  host->describe(registration, &about);
  add_target(host, registration, "Hangs");
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Hangs"), .name = TEXT("run"),
                             .summary = TEXT("Replies"), .run = run, .flags = COMPONENT_ACTION_REMOTE};
  return host->add_action(registration, &action);
}
