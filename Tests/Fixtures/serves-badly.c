// Actions that a door has something of its own to say of. All are open to callers from outside.
#include "fixture.h"

// Too many have asked, and it says when there is room again.
static int32_t refuse_for_now(void *context, component_call *call) {
  (void)context;
  component_entry later = {.key = TEXT("retry_after"),
                           .value = {.kind = COMPONENT_KIND_DOUBLE, .as = {.number = 1.2}}};
  component_failure failure = {COMPONENT_HEAD(component_failure), .code = COMPONENT_FAILURE_DENIED,
                               .reason = TEXT("rate_limited"), .message = TEXT("not so fast"),
                               .details = {.kind = COMPONENT_KIND_MAP, .as = {.entries = &later}, .count = 1}};
  return call->host->fail(call, &failure);
}

// Whose reason is no word, but says what was asked.
static int32_t ramble(void *context, component_call *call) {
  (void)context;
  return fail(call, COMPONENT_FAILURE_FAILED, "there is no book 7 of yours", "no");
}

// It replies with text where it has declared a number.
static int32_t misspeak(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("one"));
}

static void action(const component_host *host, component_registration *registration, const char *name,
                   component_run run) {
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("ServesBadly"), .name = text(name),
                             .summary = TEXT("An action"), .run = run, .signature = TEXT("() -> int"),
                             .flags = COMPONENT_ACTION_REMOTE};
  host->add_action(registration, &action);
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "ServesBadly");
  add_target(host, registration, "ServesBadly");
  action(host, registration, "refuseForNow", refuse_for_now);
  action(host, registration, "ramble", ramble);
  action(host, registration, "misspeak", misspeak);
  return COMPONENT_OK;
}
