// It takes nearly all mappings that the system gives to a process, and then calls a neighbour that is not loaded yet.
#include "asks.h"

#include <sys/mman.h>

static int32_t run(void *context, component_call *call) {
  (void)context;
  // Neighbours with the same rights would be one mapping.
  void *last[2] = {NULL, NULL};
  for (long i = 0;; i++) {
    void *mapped = mmap(NULL, 4096, i % 2 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) break;
    last[i % 2] = mapped;
  }
  for (int i = 0; i < 2; i++) munmap(last[i], 4096);
  return ask(call, "Good", "run");
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "MapsMuch", run); }
