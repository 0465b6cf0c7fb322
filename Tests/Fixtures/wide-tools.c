// Its types lead to each other, so that those at the beginning are far longer as a schema than any tool may be: that works, and
// these actions are no tools.
#include "fixture.h"

#include <stdio.h>

#define TYPES 200
#define FIELDS 50

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "WideTools");
  add_target(host, registration, "WideTools");
  for (int type = 0; type < TYPES; type++) {
    char name[16], definition[FIELDS * 32], *end = definition;
    snprintf(name, sizeof name, "Type%03d", type);
    for (int field = 0; field < FIELDS; field++) {
      int other = type + field + 1;
      end += other < TYPES ? sprintf(end, "%s field%02d: Type%03d", field ? "," : "{", field, other)
                           : sprintf(end, "%s field%02d: int", field ? "," : "{", field);
    }
    sprintf(end, "}");
    add_type(host, registration, name, definition);
  }
  for (int type = 0; type < TYPES; type++) {
    char name[16], signature[64];
    snprintf(name, sizeof name, "take%03d", type);
    snprintf(signature, sizeof signature, "(value: Type%03d) -> Type%03d", type, type);
    component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("WideTools"), .name = text(name),
                               .summary = TEXT("A tool"), .run = run_ok, .signature = text(signature),
                               .flags = COMPONENT_ACTION_REMOTE};
    host->add_action(registration, &action);
  }
  return COMPONENT_OK;
}
