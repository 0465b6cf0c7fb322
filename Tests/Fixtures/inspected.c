// Everything that can be read from a file is in this one: SONAME, build id, a library beside it, a second export.
// Library: beside -Wl,-soname,libbeside.so.1
// Flags: -nostdlib -Wl,-soname,libInspected.so.1 -Wl,--build-id=0x0123456789abcdef -Wl,--version-script=inspected.map
#include "component.h"

#define TEXT(literal) ((component_text){literal, sizeof literal - 1})

extern int64_t beside(void);

__attribute__((visibility("default"))) int32_t extra(void *context, component_call *call);
int32_t extra(void *context, component_call *call) {
  (void)context;
  component_value value = {.kind = COMPONENT_KIND_INT, .as = {.integer = beside()}};
  return call->host->reply(call, &value);
}

COMPONENT_REGISTER(host, registration) {
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("Inspected"), .summary = TEXT("")};
  host->describe(registration, &about);
  component_target target = {COMPONENT_HEAD(component_target), .name = TEXT("Inspected"), .summary = TEXT("")};
  host->add_target(registration, &target);
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Inspected"), .name = TEXT("run"),
                             .summary = TEXT(""), .run = extra};
  return host->add_action(registration, &action);
}
