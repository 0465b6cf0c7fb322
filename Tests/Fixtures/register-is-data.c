// What it exports as register is a number, not a function.
#include "component.h"

COMPONENT_NOTE
extern __attribute__((visibility("default"))) int32_t number __asm__("register");
int32_t number = 1;
