// A library that lies beside a component.
#include <stdint.h>

int64_t beside(void);
int64_t beside(void) { return 42; }
