// Only a library that it needs exports register.
// Library: register
#include "component.h"

COMPONENT_NOTE
extern int32_t of_the_library(void);
extern int32_t uses_it(void);
int32_t uses_it(void) { return of_the_library(); }
