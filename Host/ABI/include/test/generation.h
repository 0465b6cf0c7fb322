// Generations: a component from its file, and the next one in its place.

#ifndef COMPONENT_TEST_GENERATION_H
#define COMPONENT_TEST_GENERATION_H

#include "image.h"
#include "step.h"

// Has a generation be the one that the component's table and the test's calls belong to.
//
// OWNERSHIP: the generation is the test's from then on; the one before is not freed.
// THREADS: as component_test_open.
static inline void component_test_use(component_test *test, component_test_generation generation) {
  test->now = generation;
  test->table.name = component_test_name(generation.path);
  test->table.directory = component_test_folder(generation.path);
}

// Loads a component's file and has it register. False, with the reason on the error output, where that can't be done;
// then it has given back what it had registered. The one before it is not freed.
//
// OWNERSHIP: `path` is borrowed until the function returns.
// THREADS: as component_test_open.
static inline bool component_test_register(component_test *test, const char *path) {
  component_test_generation next = COMPONENT_ZERO;
  component_register function;
  next.path = component_test_whole_path(path);
  component_test_use(test, next);
  void *image = component_test_load(next.path), *symbol = image ? dlsym(image, "register") : NULL;
  int32_t status = COMPONENT_FAILURE_REFUSED;
  if (symbol) {
    memcpy(&function, &symbol, sizeof(function));
    status = function(&test->table, (component_registration *)(void *)test);
  } else {
    const char *why = dlerror();
    fprintf(stderr, "error: %s\n", why ? why : path);
  }
  bool is_refused = status != COMPONENT_OK || test->now.action_count == 0 || test->now.is_refused;
  if (!is_refused && component_test_reads_signatures(&test->now)) return true;
  if (symbol && is_refused) {
    fprintf(stderr, "error: register of %s returned %d and added %zu actions\n", path, (int)status,
            test->now.action_count);
  }
  component_test_end_observers(&test->now);
  component_test_forget(&test->now);
  return false;
}

// What a save replied.
typedef struct component_test_saved {
  component_value state;
  component_test_outcome outcome;
} component_test_saved;

static inline void component_test_save_ended(void *context, const component_value *reply,
                                             const component_failure *failure) {
  component_test_saved *saved = (component_test_saved *)context;
  if (reply) component_keep(reply, &saved->state);
  else component_test_ended(&saved->outcome, NULL, failure);
}

// Puts the next generation in the component's place as the host does: it registers; where the one before has a `save` that
// runs, and its state goes to the `restore` of the next; then that one's `start`, and the `shutdown` of the one before.
// Where that fails the next one is shut down, and the one before gets its state back, starts and goes on.
//
// OWNERSHIP: everything is borrowed until the function returns. `failure` is why the one before goes on, "start_failed:
//            locked: …", which is the caller's to free; empty where it does not.
// THREADS: as component_test_open.
static inline void component_test_replace(component_test *test, const char *path, component_test_text *failure) {
  component_test_generation old = test->now, next;
  component_test_saved saved = COMPONENT_ZERO;
  component_test_text why = COMPONENT_ZERO;
  bool hands_over = old.about.save != NULL;
  const char *reason = component_test_register(test, path) ? NULL : "not_registered";
  next = test->now;
  if (!reason && hands_over) {
    component_test_use(test, old);
    component_test_run_step(test, "save", old.about.save, NULL, 0, component_test_save_ended, &saved);
    if (saved.outcome.is_failure) reason = "save_failed", why = saved.outcome.text;
    // It may have begun to observe more.
    old = test->now;
    component_test_use(test, next);
  }
  bool is_saved = hands_over && !reason;
  if (!reason && !component_test_begin(test, is_saved ? &saved.state : NULL, &why)) reason = "start_failed";
  if (reason) {
    // What both can't own is let go of by the one before the other takes it again.
    component_test_shut_down(&test->now);
    component_test_use(test, old);
    component_test_say(failure, reason);
    component_test_say(failure, ": ");
    component_test_say(failure, why.bytes ? why.bytes : path);
    free(why.bytes);
    memset(&why, 0, sizeof(why));
    if (is_saved && !component_test_begin(test, &saved.state, &why)) {
      fprintf(stderr, "%s goes on as well as it can: %s\n", test->now.path, why.bytes);
      free(why.bytes);
    }
  } else {
    component_test_shut_down(&old);
  }
  if (is_saved) component_let_go(&saved.state);
}

// Puts the next generation in the component's place, and compares whether that went well, or why the one before goes on.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_test_open.
static inline bool component_test_expect_replaced(component_test *test, const char *file, int line, const char *path,
                                                  const char *reason) {
  component_test_outcome outcome = COMPONENT_ZERO;
  component_test_replace(test, path, &outcome.text);
  outcome.is_failure = outcome.text.length > 0;
  if (!outcome.is_failure) component_test_say(&outcome.text, "the next generation");
  return component_test_expect_outcome(test, file, line, path, &outcome, reason != NULL,
                                       reason ? reason : "the next generation");
}

// The component goes on as the next generation, from a file that may be the same; or as it was, where the next one is
// refused: "not_registered", "save_failed", "start_failed".
#define COMPONENT_EXPECT_REPLACED(test, path) component_test_expect_replaced(test, __FILE__, __LINE__, path, NULL)
#define COMPONENT_EXPECT_NOT_REPLACED(test, path, reason) \
  component_test_expect_replaced(test, __FILE__, __LINE__, path, reason)

#endif
