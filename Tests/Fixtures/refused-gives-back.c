// Its registration is refused after it handed contexts over: it leaves a mark when it gets one back.
#include "marks.h"

static void release(void *context) {
  mark(context);
}

static void shut_down(void *context) {
  (void)context;
  mark("shutdown, which must not be");
}

COMPONENT_REGISTER(host, registration) {
  static char about_context[] = "about", action_context[] = "action";
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("RefusedGivesBack"), .summary = TEXT(""),
                           .shutdown = shut_down, .context = about_context, .release = release};
  host->describe(registration, &about);
  add_target(host, registration, "RefusedGivesBack");
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("RefusedGivesBack"),
                             .name = TEXT("run"), .run = run_ok, .context = action_context, .release = release};
  host->add_action(registration, &action);
  // The same once more: refused, so its context stays the component's.
  return host->add_action(registration, &action);
}
