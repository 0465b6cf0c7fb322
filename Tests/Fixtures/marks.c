// It leaves a mark whenever a part of it runs: its constructor, register, an action, its shutdown.
#include "marks.h"

__attribute__((constructor)) static void construct(void) { mark("constructor"); }

static void shut_down(void *context) {
  (void)context;
  mark("shutdown");
}

static void release(void *context) {
  (void)context;
  mark("release");
}

static int32_t run(void *context, component_call *call) {
  mark("run");
  return run_ok(context, call);
}

COMPONENT_REGISTER(host, registration) {
  mark("register");
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("Marks"), .summary = TEXT("Leaves marks"),
                           .version = {1, 0, 0}, .shutdown = shut_down, .release = release};
  host->describe(registration, &about);
  add_target(host, registration, "Marks");
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Marks"), .name = TEXT("run"),
                             .run = run, .release = release};
  return host->add_action(registration, &action);
}
