// Its action declares lists, and its routes lead to it in each way that a path can say one.
#include "fixture.h"

static int32_t echo(void *context, component_call *call) {
  component_value value = {.kind = COMPONENT_KIND_MAP, .as = {.entries = call->parameters},
                           .count = call->parameter_count};
  (void)context;
  return call->host->reply(call, &value);
}

static int32_t add_route(const component_host *host, component_registration *registration, const char *pattern,
                         const char *action) {
  component_route route = {COMPONENT_HEAD(component_route), .target = TEXT("Lists"), .pattern = text(pattern),
                           .action = text(action)};
  return host->add_route(registration, &route);
}

COMPONENT_REGISTER(host, registration) {
  component_action sum = {COMPONENT_HEAD(component_action), .target = TEXT("Lists"), .name = TEXT("sum"), .run = echo,
                          .signature = TEXT("(numbers: [int]?, words: [text]?) -> any"),
                          .flags = COMPONENT_ACTION_REMOTE};
  component_action maps = sum;
  maps.name = TEXT("maps");
  maps.signature = TEXT("(maps: [[text: int]]) -> any");
  describe(host, registration, "Lists");
  add_target(host, registration, "Lists");
  host->add_action(registration, &sum);
  host->add_action(registration, &maps);
  add_route(host, registration, "/one/:numbers", "sum");
  add_route(host, registration, "/typed/:numbers<int>", "sum");
  add_route(host, registration, "/all/*numbers", "sum");
  add_route(host, registration, "/words(/*words)", "sum");
  return add_route(host, registration, "/maps/:maps", "maps");
}
