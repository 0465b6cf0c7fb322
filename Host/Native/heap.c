#define _GNU_SOURCE
#include "native.h"

#include <dlfcn.h>

// As the C library has it since its version 2.33. It is looked up, because the program starts with older ones as well.
typedef struct {
  size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost;
} heap_facts;

int64_t host_heap_in_use(void) {
  heap_facts (*facts)(void) = (heap_facts(*)(void))dlsym(RTLD_DEFAULT, "mallinfo2");
  if (!facts) return -1;
  heap_facts now = facts();
  // A heap that is not the C library's has none in use here, of which no process is.
  return now.uordblks ? (int64_t)(now.uordblks + now.hblkhd) : -1;
}
