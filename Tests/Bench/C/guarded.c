// The least that a guarded call takes: a host in plain C that keeps the contract and, for the calls of most, looks at all
// that the engine looks at. An action may be taken out at any time, calls may not nest too deep, the one parameter is
// checked, and a call ends once. What is special is not done here, only told apart. The stack is guarded as the Swift
// compiler guards it, which Scripts/bench says to the compiler.
#include "calls.h"

#include <stdatomic.h>
#include <stdbool.h>

#define DEPTH_LIMIT 64
#define DEPTH_MAXIMUM 256
#define COLD __attribute__((noinline, cold))

typedef struct action action;
typedef enum stage { RUNNING, DEFERRED, ENDED } stage;

// A call under way.
typedef struct frame {
  component_call call;
  const component_request *request;
  const action *action;
  struct frame *parent;
  void *lease;
  int64_t depth;
  uint8_t stage;
  int32_t result;
  void *record;
} frame;

// What is the same for all callers.
typedef struct core {
  const table *names;
  void *_Atomic interceptors;
  int64_t depth_limit;
} core;

// A component, as the host knows it.
typedef struct seat {
  component_host host;
  core *core;
  _Atomic uint8_t is_quick;
} seat;

struct action {
  entry name;
  component_run run;
  void *context;
  const seat *owner;
  const void *check;
  bool is_plain;
  _Atomic bool is_live;
};

// What runs on a thread, for whoever wants to take an action out.
typedef struct thread {
  frame *frame;
  int64_t depth;
  const action *_Atomic running[DEPTH_MAXIMUM];
} thread;

static _Thread_local __attribute__((tls_model("initial-exec"))) thread *current;

static COLD thread *attach(void) { return current = calloc(1, sizeof *current); }

static COLD int32_t run_at_length(const seat *seat, const component_request *request, const action *action) {
  (void)seat, (void)request, (void)action;
  return COMPONENT_FAILURE_FAILED;
}

static COLD int32_t resolve(const seat *seat, const component_request *request) {
  (void)seat, (void)request;
  return COMPONENT_FAILURE_NOT_FOUND;
}

static COLD int32_t finish(frame *frame, int32_t status) {
  (void)frame, (void)status;
  return COMPONENT_FAILURE_FAILED;
}

// Whether a key is a few bytes of ASCII.
static inline bool is_plain(component_text key) {
  const char *bytes = key.bytes;
  size_t count = key.length;
  if (!bytes) return false;
  if (count >= 8) {
    return count <= 16 && ((word64(bytes) | word64(bytes + count - 8)) & 0x8080808080808080u) == 0;
  }
  if (count >= 4) return ((word32(bytes) | word32(bytes + count - 4)) & 0x80808080u) == 0;
  if (count >= 2) {
    uint16_t first, last;
    memcpy(&first, bytes, sizeof first);
    memcpy(&last, bytes + count - 2, sizeof last);
    return ((first | last) & 0x8080) == 0;
  }
  return count == 1 && (uint8_t)*bytes < 0x80;
}

static inline bool is_fine(const component_request *request) {
  if (request->parameter_count == 0) return true;
  const component_entry *one = request->parameters;
  return request->parameter_count == 1 && one && one->value.kind <= COMPONENT_KIND_DOUBLE && is_plain(one->key);
}

static inline __attribute__((always_inline)) int32_t run(const seat *seat, const component_request *request,
                                                         const action *action) {
  thread *thread = current;
  if (!thread) thread = attach();
  struct frame *outer = thread->frame;
  uint64_t special = (uint64_t)request->deadline | request->hint_count | (uintptr_t)request->parent;
  int64_t depth = 0;
  if (outer) {
    special |= (uint64_t)outer->call.deadline;
    depth = outer->depth + 1;
  }
  int64_t level = thread->depth;
  if (special != 0 || !action->is_plain ||
      !atomic_load_explicit(&seat->is_quick, memory_order_acquire) || depth >= seat->core->depth_limit ||
      level >= DEPTH_MAXIMUM || action->check || !is_fine(request)) {
    return run_at_length(seat, request, action);
  }

  // Published first, then looked at; the barrier is with whoever takes the action out.
  atomic_store_explicit(&thread->running[level], action, memory_order_release);
  atomic_signal_fence(memory_order_seq_cst);
  if (!atomic_load_explicit(&action->is_live, memory_order_acquire)) {
    atomic_store_explicit(&thread->running[level], NULL, memory_order_release);
    return resolve(seat, request);
  }
  thread->depth = level + 1;
  frame frame;
  component_call *call = &frame.call;
  call->abi = COMPONENT_ABI_VERSION;
  call->size = sizeof *call;
  call->host = &action->owner->host;
  call->target.bytes = request->target.bytes;
  call->target.length = request->target.length;
  call->action.bytes = request->action.bytes;
  call->action.length = request->action.length;
  call->parameters = request->parameters;
  call->parameter_count = request->parameter_count;
  call->deadline = 0;
  call->flags = 0;
  call->hints = NULL;
  call->hint_count = 0;
  call->instance = NULL;
  frame.request = request;
  frame.action = action;
  frame.parent = outer;
  frame.lease = NULL;
  frame.depth = depth;
  frame.stage = RUNNING;
  frame.result = COMPONENT_OK;
  frame.record = NULL;
  thread->frame = &frame;
  int32_t status = action->run(action->context, call);
  thread->frame = frame.parent;
  int32_t result = frame.stage == ENDED ? frame.result : finish(&frame, status);
  thread->depth = level;
  atomic_store_explicit(&thread->running[level], NULL, memory_order_release);
  return result;
}

static const action *find(const seat *seat, const component_request *request) {
  if (!atomic_load_explicit(&seat->is_quick, memory_order_acquire)) return NULL;
  text target = {request->target.bytes, request->target.length};
  text name = {request->action.bytes, request->action.length};
  const action *found = (const action *)look_up(seat->core->names, target, name);
  if (found && request->place) request->place->found = found;
  return found;
}

static int32_t call(const component_host *host, const component_request *request) {
  const seat *seat = (const struct seat *)host;
  if (request->size < sizeof *request) return COMPONENT_FAILURE_INVALID;
  if (atomic_load_explicit(&seat->core->interceptors, memory_order_acquire)) return resolve(seat, request);
  const action *action = NULL;
  if (request->place) action = *(const struct action *_Atomic const *)&request->place->found;
  if (!action || action->owner->core != seat->core) action = find(seat, request);
  return action ? run(seat, request, action) : resolve(seat, request);
}

static COLD int32_t end_at_length(frame *frame, const component_value *value) {
  (void)frame, (void)value;
  return COMPONENT_FAILURE_ENDED;
}

static int32_t reply(component_call *call, const component_value *value) {
  frame *frame = (struct frame *)call;
  if (value->kind > COMPONENT_KIND_DOUBLE || frame->stage != RUNNING) return end_at_length(frame, value);
  frame->stage = ENDED;
  frame->request->ended(frame->request->context, value, NULL);
  return COMPONENT_OK;
}

// A table of actions under the names of another one.
static table *actions_of(const table *names, component_run run, const seat *owner) {
  table *made = calloc(1, sizeof *made + (names->mask + 1) * sizeof(entry *));
  *made = *names;
  for (size_t i = 0; i <= names->mask; i++) {
    if (!names->slots[i]) continue;
    action *action = calloc(1, sizeof *action);
    action->name = *names->slots[i];
    action->run = run;
    action->owner = owner;
    action->is_plain = true;
    atomic_store(&action->is_live, true);
    made->slots[i] = &action->name;
  }
  return made;
}

static seat *seat_of(const table *names, component_run run) {
  core *core = calloc(1, sizeof *core);
  seat *seat = calloc(1, sizeof *seat);
  component_host host = {.abi = COMPONENT_ABI_VERSION, .size = sizeof host, .call = call, .reply = reply};
  memcpy(seat, &host, sizeof host);
  seat->core = core;
  core->names = actions_of(names, run, seat);
  core->depth_limit = DEPTH_LIMIT;
  atomic_store(&seat->is_quick, 1);
  return seat;
}

static seat *shared;

// As `contract_lookup`, but guarded.
int64_t guarded_lookup(const table *table, component_run run, int64_t count) {
  if (!shared) shared = seat_of(table, run);
  return calls(&shared->host, table, NULL, count);
}

// The same by places that remember what the names led to.
int64_t guarded_resolved(const table *table, component_run run, int64_t count) {
  static component_place places[CALLED];
  if (!shared) shared = seat_of(table, run);
  return calls(&shared->host, table, places, count);
}
