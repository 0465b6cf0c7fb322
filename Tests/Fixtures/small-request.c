// It makes a call with a struct that ends in its middle, and replies the code that it gets.
#include "asks.h"

static int32_t run(void *context, component_call *call) {
  (void)context;
  component_request request = {.abi = COMPONENT_ABI_VERSION, .size = 32, .target = TEXT("Good"), .action = TEXT("run"),
                               .ended = pass_on, .context = call};
  return reply_int(call, call->host->call(call->host, &request));
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "SmallRequest", run); }
