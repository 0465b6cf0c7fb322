// It tells progress that makes no sense, and replies: that works.
#include "fixture.h"

static void report(component_call *call, double fraction, component_text message) {
  component_progress progress = {COMPONENT_HEAD(component_progress), .fraction = fraction, .message = message};
  call->host->progress(call, &progress);
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  double zero = 0;
  report(call, zero / zero, TEXT("not a number"));
  report(call, 1 / zero, TEXT("infinite"));
  report(call, 1e300, TEXT("far too much"));
  report(call, -1e300, TEXT("unknown"));
  report(call, 0.5, TEXT("\xff not a text"));
  report(call, 0.5, (component_text){NULL, 10});
  report(call, 0.5, TEXT("\033[2J\r\n\n"));
  component_progress small = {.abi = COMPONENT_ABI_VERSION, .size = 8};
  call->host->progress(call, &small);
  return reply_text(call, TEXT("done"));
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "OddProgress", run); }
