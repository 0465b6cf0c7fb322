// Which component is to blame for a crash, found without a lock, an allocation or a call that a signal handler must not
// make.

#ifndef HOST_CULPRIT_H
#define HOST_CULPRIT_H

#include "crash.h"
#include "component.h"

#include <stdint.h>

// What the engine's Frame and Entry begin with.
struct host_entry {
  uint64_t hash;
  component_text target;
  component_text action;
};

struct host_frame {
  component_call call;
  const component_request *request;
  const struct host_entry *entry;
};

// Texts without an end mark, of plain characters only.
struct host_culprit {
  char component[128];
  size_t component_length;
  char place[320];
  size_t place_length;
};

extern _Thread_local host_doing *host_thread_doing;

// 0 where nothing is found that is a component's.
//
// Of a thread that is in no call, the stack is searched from `stack` on, and before it `code`.
int host_find_culprit(struct host_culprit *culprit, uintptr_t code, uintptr_t stack);

// The same by this thread's calls and doings alone, where its stack is of no use any more.
int host_culprit_of_this_thread(struct host_culprit *culprit);

// Whether this thread is in a call, or does something for a component.
int host_is_in_call(void);

// What another thread does, if it does something.
int host_culprit_of_watched(struct host_culprit *culprit, host_doing *const *watched);

#endif
