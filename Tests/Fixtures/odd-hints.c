// Its map key has hints with names that a shell would act on, one that is an option, and one that can be typed.
#include "fixture.h"

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "OddHints");
  add_target(host, registration, "OddHints");
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("OddHints"), .name = TEXT("run"),
                             .run = run_ok, .signature = TEXT("(id: int)"), .flags = COMPONENT_ACTION_REMOTE};
  host->add_action(registration, &action);
  component_value one = {.kind = COMPONENT_KIND_INT, .as = {.integer = 1}};
  component_entry hints[] = {{TEXT("x$(touch${IFS}PWNED)"), one}, {TEXT("a b"), one}, {TEXT("`x`"), one},
                             {TEXT("x;y"), one}, {TEXT("x\ny"), one}, {TEXT("~"), one}, {TEXT("--plugins"), one},
                             {TEXT("plain"), one}};
  component_key key = {COMPONENT_HEAD(component_key), .key = TEXT("k"), .target = TEXT("OddHints"), .action = TEXT("run"),
                       .hints = hints, .hint_count = sizeof hints / sizeof *hints};
  host->add_key(registration, &key);
  return COMPONENT_OK;
}
