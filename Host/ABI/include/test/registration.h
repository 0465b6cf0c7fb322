// Registration: what a component has registered with the small host.

#ifndef COMPONENT_TEST_REGISTRATION_H
#define COMPONENT_TEST_REGISTRATION_H

#include <pthread.h>

#include "json.h"

// A target that was registered, and its instance while it is kept.
typedef struct component_test_target {
  component_target row;
  char *name;
  void *instance;
  size_t calls;  // under way in an instance
  void **owed;   // instances to be destroyed once no call is in them
  size_t owed_count;
} component_test_target;

// An action that was registered.
typedef struct component_test_action {
  char *target, *name, *signature;
  component_run run;
  void *context;
  void (*release)(void *context);
} component_test_action;

// A type that was registered.
typedef struct component_test_type {
  char *name, *definition;
} component_test_type;

// An observer of the component, and its observation.
typedef struct component_test_observer {
  component_observer row;
  char **events;
  bool is_over;
  struct component_test_observer *next;
} component_test_observer;

// One generation of the component: its file, and all that it has registered.
typedef struct component_test_generation {
  char *path;
  component_about about;
  component_test_target *targets;
  size_t target_count;
  component_test_action *actions;
  size_t action_count;
  component_test_type *types;
  size_t type_count;
  char **events;
  size_t event_count;
  component_test_observer *observers;
  bool is_refused;  // whatever register returns
} component_test_generation;

// The host with one component. It begins with the table that the component sees.
typedef struct component_test {
  component_host table;
  component_test_generation now;
  // Whether its restore or start runs.
  bool is_starting;

  // What it has published, and said for the log, since the last look; written by any thread.
  pthread_mutex_t lock;
  component_test_text published, logged, asked;

  // The actions of neighbours that the test answers for, one by one (stub.h).
  void *stubs;
  // Answers for every other neighbour, as if it were the action that is called; null: there is none.
  component_run neighbour;
  void *neighbour_context;
  // Whether calls are given up: what asks whether it was cancelled hears so.
  bool gives_up;
  // The place of all calls in a trace; null: they have none.
  const char *trace;

  size_t checks, failures;
} component_test;

// A copy of a text, NUL-terminated.
//
// OWNERSHIP: the result is the caller's to free.
// THREADS: any.
static inline char *component_test_copy(component_text text) {
  component_test_text copy = COMPONENT_ZERO;
  component_test_add(&copy, text.bytes, text.length);
  return copy.bytes;
}

// The place of a target or action among those that were registered; their number where it is none of them.
//
// OWNERSHIP: everything is borrowed.
// THREADS: any, after register.
static inline size_t component_test_target_at(const component_test *test, component_text target) {
  size_t index = 0;
  while (index < test->now.target_count && !component_text_is(target, test->now.targets[index].name)) index++;
  return index;
}

static inline size_t component_test_action_at(const component_test *test, component_text target,
                                              component_text action) {
  size_t index = 0;
  for (; index < test->now.action_count; index++) {
    const component_test_action *row = &test->now.actions[index];
    if (component_text_is(target, row->target) && component_text_is(action, row->name)) break;
  }
  return index;
}

// What a name of a type stands for; null where it was not registered.
//
// OWNERSHIP: as above.
// THREADS: as above.
static inline const char *component_test_definition(const component_test_generation *now, component_text name) {
  size_t index = 0;
  while (index < now->type_count && !component_text_is(name, now->types[index].name)) index++;
  return index < now->type_count ? now->types[index].definition : NULL;
}

// The functions of component_host for registering. A registration is the host itself.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline int32_t component_test_describe(component_registration *registration, const component_about *about) {
  component_test *test = (component_test *)(void *)registration;
  memcpy(&test->now.about, about, about->size < sizeof(test->now.about) ? about->size : sizeof(test->now.about));
  // They are borrowed.
  test->now.about.name = test->now.about.summary = component_text_of(NULL);
  return COMPONENT_OK;
}

static inline int32_t component_test_add_need(component_registration *registration, const component_need *need) {
  (void)registration, (void)need;
  return COMPONENT_OK;
}

static inline int32_t component_test_add_type(component_registration *registration, const component_type *type) {
  component_test *test = (component_test *)(void *)registration;
  size_t count = test->now.type_count + 1;
  test->now.types = (component_test_type *)realloc(test->now.types, count * sizeof(*test->now.types));
  if (!test->now.types) abort();
  component_test_type *row = &test->now.types[test->now.type_count++];
  row->name = component_test_copy(type->name);
  row->definition = component_test_copy(type->definition);
  return COMPONENT_OK;
}

static inline int32_t component_test_add_route(component_registration *registration, const component_route *route) {
  (void)registration, (void)route;
  return COMPONENT_OK;
}

static inline int32_t component_test_add_key(component_registration *registration, const component_key *key) {
  (void)registration, (void)key;
  return COMPONENT_OK;
}

static inline int32_t component_test_add_target(component_registration *registration, const component_target *target) {
  component_test *test = (component_test *)(void *)registration;
  size_t count = test->now.target_count + 1;
  test->now.targets = (component_test_target *)realloc(test->now.targets, count * sizeof(*test->now.targets));
  if (!test->now.targets) abort();
  component_test_target *added = &test->now.targets[test->now.target_count++];
  memset(added, 0, sizeof(*added));
  memcpy(&added->row, target, target->size < sizeof(added->row) ? target->size : sizeof(added->row));
  added->name = component_test_copy(target->name);
  return COMPONENT_OK;
}

static inline int32_t component_test_add_action(component_registration *registration, const component_action *action) {
  component_test *test = (component_test *)(void *)registration;
  if (component_test_target_at(test, action->target) == test->now.target_count ||
      component_test_action_at(test, action->target, action->name) < test->now.action_count) {
    fprintf(stderr, "the action '%.*s' is added twice, or before its target\n", (int)action->name.length,
            action->name.bytes);
    test->now.is_refused = true;
    return COMPONENT_FAILURE_INVALID;
  }
  size_t count = test->now.action_count + 1;
  test->now.actions = (component_test_action *)realloc(test->now.actions, count * sizeof(*test->now.actions));
  if (!test->now.actions) abort();
  component_test_action *row = &test->now.actions[test->now.action_count++];
  row->target = component_test_copy(action->target);
  row->name = component_test_copy(action->name);
  row->signature = component_test_copy(action->signature);
  row->run = action->run;
  row->context = action->context;
  row->release = action->release;
  return COMPONENT_OK;
}

static inline void component_test_explain(component_registration *registration, component_text message) {
  (void)registration;
  fprintf(stderr, "register: %.*s\n", (int)message.length, message.bytes);
}

// Lets go of a target's instance, which is destroyed once no call is in it. False where there is none.
//
// OWNERSHIP: `target` is borrowed.
// THREADS: one at a time where the target makes instances.
static inline bool component_test_drop_instance(component_test_target *target) {
  if (!target->instance) return false;
  target->owed = (void **)realloc(target->owed, (target->owed_count + 1) * sizeof(*target->owed));
  if (!target->owed) abort();
  target->owed[target->owed_count++] = target->instance;
  target->instance = NULL;
  return true;
}

static inline void component_test_destroy_owed(component_test_target *target) {
  while (target->calls == 0 && target->owed_count > 0) {
    target->row.destroy(target->row.context, target->owed[--target->owed_count]);
  }
}

// Frees what a generation has registered, and gives its contexts back; nothing of it runs any more. Its observers have
// been ended before.
//
// OWNERSHIP: nothing of the generation may be used any more, observations neither; its image stays loaded.
// THREADS: as component_test_open.
static inline void component_test_forget(component_test_generation *gone) {
  while (gone->observers) {
    component_test_observer *observer = gone->observers;
    gone->observers = observer->next;
    for (size_t index = 0; index < observer->row.event_count; index++) free(observer->events[index]);
    free(observer->events);
    free(observer);
  }
  for (size_t index = 0; index < gone->target_count; index++) {
    component_test_target *target = &gone->targets[index];
    if (target->row.release) target->row.release(target->row.context);
    free(target->name);
    free(target->owed);
  }
  for (size_t index = 0; index < gone->action_count; index++) {
    component_test_action *action = &gone->actions[index];
    if (action->release) action->release(action->context);
    free(action->target);
    free(action->name);
    free(action->signature);
  }
  for (size_t index = 0; index < gone->type_count; index++) {
    free(gone->types[index].name);
    free(gone->types[index].definition);
  }
  if (gone->about.release) gone->about.release(gone->about.context);
  for (size_t index = 0; index < gone->event_count; index++) free(gone->events[index]);
  free(gone->targets);
  free(gone->actions);
  free(gone->types);
  free(gone->events);
  free(gone->path);
  memset(gone, 0, sizeof(*gone));
}

#endif
