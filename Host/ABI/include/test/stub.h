// Stubs: neighbours that the test answers for, one action at a time, and what the component has asked of its neighbours.

#ifndef COMPONENT_TEST_STUB_H
#define COMPONENT_TEST_STUB_H

#include "../author/failure.h"
#include "../author/keep.h"
#include "../author/reply.h"
#include "outcome.h"

// One action of a neighbour: a function, or a value that is the reply whatever is asked.
typedef struct component_test_stub_row {
  char *target, *action;
  component_run run;
  void *context;
  component_value value;
  char *reason;
  int32_t code;
  struct component_test_stub_row *next;
} component_test_stub_row;

// The stub of an action; null where there is none.
//
// OWNERSHIP: everything is borrowed.
// THREADS: any.
static inline component_test_stub_row *component_test_stub_at(const component_test *test, component_text target,
                                                              component_text action) {
  component_test_stub_row *row = (component_test_stub_row *)test->stubs;
  for (; row; row = row->next) {
    if (!component_text_is(target, row->target)) continue;
    if (!action.bytes || component_text_is(action, row->action)) break;
  }
  return row;
}

// The actions of stubs that reply a value, and that fail.
//
// OWNERSHIP: as component_run.
// THREADS: as component_run.
static inline int32_t component_test_reply_value(void *context, component_call *call) {
  return component_reply(call, ((component_test_stub_row *)context)->value);
}

static inline int32_t component_test_fail_stub(void *context, component_call *call) {
  const component_test_stub_row *row = (const component_test_stub_row *)context;
  return component_fail(call, row->code, row->reason, "the stub fails");
}

// Has a function answer for an action of a neighbour, in the place of what answered before.
//
// OWNERSHIP: the names are borrowed and copied; `context` is lent to `run`, which ends its call as an action does.
// THREADS: as component_test_open.
static inline component_test_stub_row *component_test_stub(component_test *test, const char *target, const char *action,
                                                           component_run run, void *context) {
  component_test_stub_row *row = (component_test_stub_row *)calloc(1, sizeof(*row));
  if (!row) abort();
  row->target = component_test_copy(component_text_of(target));
  row->action = component_test_copy(component_text_of(action));
  row->run = run;
  row->context = context;
  row->next = (component_test_stub_row *)test->stubs;
  test->stubs = row;
  return row;
}

// Has an action of a neighbour reply a value, and fail with a code and a reason.
//
// OWNERSHIP: everything is borrowed and copied.
// THREADS: as component_test_open.
static inline void component_test_stub_reply(component_test *test, const char *target, const char *action,
                                             component_value value) {
  component_test_stub_row *row = component_test_stub(test, target, action, component_test_reply_value, NULL);
  row->context = row;
  if (!component_keep(&value, &row->value)) abort();
}

static inline void component_test_stub_failure(component_test *test, const char *target, const char *action,
                                               int32_t code, const char *reason) {
  component_test_stub_row *row = component_test_stub(test, target, action, component_test_fail_stub, NULL);
  row->context = row;
  row->code = code;
  row->reason = component_test_copy(component_text_of(reason));
}

#define COMPONENT_STUB(test, target, action, value) component_test_stub_reply(test, target, action, value)

// Takes all stubs out, so that the neighbours are missing again.
//
// OWNERSHIP: they must not be in a call.
// THREADS: as component_test_open.
static inline void component_test_remove_stubs(component_test *test) {
  while (test->stubs) {
    component_test_stub_row *row = (component_test_stub_row *)test->stubs;
    test->stubs = row->next;
    component_let_go(&row->value);
    free(row->target);
    free(row->action);
    free(row->reason);
    free(row);
  }
}

// Writes down what is asked of a neighbour.
//
// OWNERSHIP: `request` is borrowed.
// THREADS: any.
static inline void component_test_note_asked(component_test *test, const component_request *request) {
  component_value parameters = component_map(request->parameters, request->parameter_count);
  pthread_mutex_lock(&test->lock);
  component_test_add(&test->asked, request->target.bytes, request->target.length);
  component_test_say(&test->asked, ".");
  component_test_add(&test->asked, request->action.bytes, request->action.length);
  component_test_say(&test->asked, " ");
  component_test_json(&test->asked, &parameters);
  component_test_say(&test->asked, "\n");
  pthread_mutex_unlock(&test->lock);
}

// Compares what the component has asked of its neighbours since the last look: a line for each call, what is called and
// its parameters as JSON, "Clerk.ask {\"pieces\":2}\n".
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_test_open.
static inline bool component_test_expect_asked(component_test *test, const char *file, int line, const char *expected) {
  return component_test_expect_lines(test, file, line, "asked", &test->asked, expected);
}

#define COMPONENT_EXPECT_ASKED(test, lines) component_test_expect_asked(test, __FILE__, __LINE__, lines)

#endif
