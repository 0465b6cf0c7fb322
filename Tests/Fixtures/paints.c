// What a door answers to a browser: a page that would run a script.
#include "fixture.h"

static int32_t page(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("<script>alert(1)</script>"));
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Paints");
  add_target(host, registration, "Paints");
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Paints"), .name = TEXT("page"),
                             .summary = TEXT("A page"), .run = page, .signature = TEXT("() -> text"),
                             .flags = COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_READS,
                             .media_type = TEXT("text/html")};
  return host->add_action(registration, &action);
}
