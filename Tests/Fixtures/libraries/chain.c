// A library that lies beside a component and needs another one there.
#include <stdint.h>

extern int64_t beside(void);
int64_t chain(void);
int64_t chain(void) { return beside() + 1; }
