// A library that ends the process while it is loaded.
#include <signal.h>
#include <stdint.h>

int64_t beside(void);
int64_t beside(void) { return 42; }

__attribute__((constructor)) static void die(void) { raise(SIGKILL); }
