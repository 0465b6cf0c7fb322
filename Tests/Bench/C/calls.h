// Calls by the contract, one after the other, as the floors make them: not by the authors' header, which is part of what
// is measured.
#include "component.h"
#include "names.h"

static void hear(void *context, const component_value *reply, const component_failure *failure) {
  (void)failure;
  *(int64_t *)context = reply ? reply->as.integer : 0;
}

// By turns to the actions of the table, each with its place where there are places. Field by field: what was written
// by halves and is read as a whole waits until it is in the cache.
static inline __attribute__((always_inline)) int64_t calls(const component_host *host, const table *table,
                                                           component_place *places, int64_t count) {
  int64_t number = 0;
  for (int64_t i = 0; i < count; i++) {
    // The host and the names may have changed, as far as the compiler can tell.
    __asm__ volatile("" : : "r"(table), "r"(host) : "memory");
    const text *action = &table->actions[number & (CALLED - 1)];
    component_entry entry;
    entry.key.bytes = "id";
    entry.key.length = 2;
    entry.value.kind = COMPONENT_KIND_INT;
    entry.value.flags = 0;
    entry.value.as.integer = number;
    entry.value.count = 0;
    component_request request;
    request.abi = COMPONENT_ABI_VERSION;
    request.size = sizeof request;
    request.target.bytes = table->target.bytes;
    request.target.length = table->target.length;
    request.action.bytes = action->bytes;
    request.action.length = action->length;
    request.parameters = &entry;
    request.parameter_count = 1;
    request.ended = hear;
    request.progressed = NULL;
    request.context = &number;
    request.deadline = 0;
    request.cancellation = NULL;
    request.parent = NULL;
    request.flags = 0;
    request.hints = NULL;
    request.hint_count = 0;
    request.skips = NULL;
    request.skip_count = 0;
    request.place = places ? &places[number & (CALLED - 1)] : NULL;
    host->call(host, &request);
  }
  return number;
}
