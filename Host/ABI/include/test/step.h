// Steps: what a component does besides answering calls, from its start to its shutdown.

#ifndef COMPONENT_TEST_STEP_H
#define COMPONENT_TEST_STEP_H

#include "event.h"
#include "host.h"

// Runs a step of the component as its host does, as a call that nobody made: `name` is "start", "save", "restore" or
// "memory_pressure". The result is COMPONENT_OK after a reply, else the failure's code.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_test_open.
static inline int32_t component_test_run_step(component_test *test, const char *name, component_run step,
                                              const component_entry *parameters, size_t count,
                                              component_outcome ended, void *context) {
  component_request request = COMPONENT_ZERO;
  request.abi = COMPONENT_ABI_VERSION;
  request.size = (uint32_t)sizeof(request);
  request.target = test->table.name;
  request.action = component_text_of(name);
  request.parameters = parameters;
  request.parameter_count = count;
  request.ended = ended;
  request.context = context;
  bool was_starting = test->is_starting;
  test->is_starting = was_starting || strcmp(name, "start") == 0 || strcmp(name, "restore") == 0;
  int32_t code = component_test_run(&test->table, step, test->now.about.context, NULL, NULL, &request);
  test->is_starting = was_starting;
  return code;
}

// Runs a step, and says how it ended; one that the component does not have replies null.
//
// OWNERSHIP: everything is borrowed until the function returns; the outcome's text is the caller's to free.
// THREADS: as component_test_open.
static inline component_test_outcome component_test_step(component_test *test, const char *name, component_run step,
                                                         const component_entry *parameters, size_t count) {
  component_test_outcome outcome = COMPONENT_ZERO;
  if (step) component_test_run_step(test, name, step, parameters, count, component_test_ended, &outcome);
  else component_test_say(&outcome.text, "null");
  return outcome;
}

// Has a component take a state and start, in this order. False, with the failure's text, where its start fails; a
// state that it does not take it starts without, which is said on the error output.
//
// OWNERSHIP: `state` is borrowed until the function returns; null: there is none. `failure` is the caller's to free.
// THREADS: as component_test_open.
static inline bool component_test_begin(component_test *test, const component_value *state,
                                        component_test_text *failure) {
  component_test_outcome outcome = COMPONENT_ZERO;
  if (state) {
    const component_entry parameter = component_pair("state", *state);
    outcome = component_test_step(test, "restore", test->now.about.restore, &parameter, 1);
    if (!test->now.about.restore) fprintf(stderr, "%s starts without the state: it restores none\n", test->now.path);
    if (outcome.is_failure) {
      fprintf(stderr, "%s starts without the state: %s\n", test->now.path, outcome.text.bytes);
    }
    free(outcome.text.bytes);
  }
  outcome = component_test_step(test, "start", test->now.about.start, NULL, 0);
  if (outcome.is_failure) *failure = outcome.text;
  else free(outcome.text.bytes);
  return !outcome.is_failure;
}

// Shuts a generation down, after its last call: it hears no events any more, its instances are destroyed, `shutdown`
// runs, and its contexts are given back.
//
// OWNERSHIP: nothing of it may be used any more; its image stays loaded.
// THREADS: as component_test_open.
static inline void component_test_shut_down(component_test_generation *gone) {
  component_test_end_observers(gone);
  for (size_t index = 0; index < gone->target_count; index++) {
    component_test_drop_instance(&gone->targets[index]);
    component_test_destroy_owed(&gone->targets[index]);
  }
  if (gone->about.shutdown) gone->about.shutdown(gone->about.context);
  component_test_end_observers(gone);
  component_test_forget(gone);
}

// Runs a step and compares how it ended, as component_test_expect does it with an action.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_test_open.
static inline bool component_test_expect_step(component_test *test, const char *file, int line, const char *name,
                                              component_run step, const component_entry *parameters,
                                              size_t count, bool is_failure, const char *expected) {
  component_test_outcome outcome = component_test_step(test, name, step, parameters, count);
  if (!step) {
    free(outcome.text.bytes);
    memset(&outcome, 0, sizeof(outcome));
    component_test_say(&outcome.text, "no_step: the component has no such row");
    outcome.is_failure = true;
  }
  return component_test_expect_outcome(test, file, line, name, &outcome, is_failure, expected);
}

// Runs a step by itself, by the name of its row in component_about, and compares how it ended: `memory_pressure` at any
// time, the others in the host's order, which is `restore` and then `start` behind a `save` whose component goes on.
#define COMPONENT_EXPECT_STEP(test, step, parameters, count, json) \
  component_test_expect_step(test, __FILE__, __LINE__, #step, (test)->now.about.step, parameters, count, false, json)
#define COMPONENT_EXPECT_STEP_FAILURE(test, step, parameters, count, reason) \
  component_test_expect_step(test, __FILE__, __LINE__, #step, (test)->now.about.step, parameters, count, true, reason)

#endif
