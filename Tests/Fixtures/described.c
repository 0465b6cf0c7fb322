// An action for each form that a parameter can have; each replies with what it gets.
#include "fixture.h"

static int32_t echo(void *context, component_call *call) {
  component_value value = {.kind = COMPONENT_KIND_MAP, .as = {.entries = call->parameters},
                           .count = call->parameter_count};
  (void)context;
  return call->host->reply(call, &value);
}

static int32_t add(const component_host *host, component_registration *registration, const char *name,
                   const char *signature) {
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Described"), .name = text(name),
                             .summary = TEXT("Replies with its parameters"), .run = echo,
                             .signature = text(signature)};
  return host->add_action(registration, &action);
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Described");
  add_type(host, registration, "Part", "{title: text, pages: int?}");
  add_target(host, registration, "Described");
  add(host, registration, "none", "()");
  add(host, registration, "scalars", "(int: int?, double: double?, bool: bool?, text: text?, date: date?, bytes: bytes?)");
  add(host, registration, "lists", "(list: [int]?, map: [text: int]?, part: Part?, parts: [Part]?)");
  add(host, registration, "choice", "(word: \"red\" | \"green\"?, number: 1 | 2 | 3?)");
  add(host, registration, "anything", "(value: any)");
  return add(host, registration, "showDetail", "(id: int, page: int = 1, note: text?)");
}
