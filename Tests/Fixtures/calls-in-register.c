// It calls a neighbour from inside register, and later tells what came of it.
#include "fixture.h"

static char message[200];

static void ended(void *context, const component_value *reply, const component_failure *failure) {
  (void)context, (void)reply;
  if (failure && failure->message.length < sizeof message) {
    memcpy(message, failure->message.bytes, failure->message.length);
  }
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  return reply_text(call, text(message));
}

COMPONENT_REGISTER(host, registration) {
  component_request request = {COMPONENT_HEAD(component_request), .target = TEXT("Good"), .action = TEXT("run"),
                               .ended = ended};
  host->call(host, &request);
  return offer(host, registration, "CallsInRegister", run);
}
