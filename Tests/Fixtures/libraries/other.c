// A library that is taken for the one beside a component where its name is all that counts.
#include <stdint.h>

int64_t beside(void);
int64_t beside(void) { return 666; }
