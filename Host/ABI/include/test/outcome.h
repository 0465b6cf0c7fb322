// Outcomes: how a call ended, and whether that is what the test expects.

#ifndef COMPONENT_TEST_OUTCOME_H
#define COMPONENT_TEST_OUTCOME_H

#include "registration.h"

// How a call ended: its reply as JSON, or its failure as "reason: message".
typedef struct component_test_outcome {
  component_test_text text;
  bool is_failure;
} component_test_outcome;

static inline void component_test_ended(void *context, const component_value *reply, const component_failure *failure) {
  component_test_outcome *outcome = (component_test_outcome *)context;
  outcome->is_failure = !reply;
  if (reply) {
    component_test_json(&outcome->text, reply);
  } else {
    component_test_add(&outcome->text, failure->reason.bytes, failure->reason.length);
    component_test_say(&outcome->text, ": ");
    component_test_add(&outcome->text, failure->message.bytes, failure->message.length);
  }
}

// Compares how a call ended: with the whole of a reply, or with a failure's reason.
//
// OWNERSHIP: the outcome's text is freed; all else is borrowed until the function returns.
// THREADS: as component_test_open.
static inline bool component_test_expect_outcome(component_test *test, const char *file, int line, const char *action,
                                                 component_test_outcome *outcome, bool is_failure,
                                                 const char *expected) {
  size_t length = strlen(expected);
  bool is_so = outcome->is_failure == is_failure && strncmp(outcome->text.bytes, expected, length) == 0 &&
               (outcome->text.bytes[length] == 0 || (is_failure && outcome->text.bytes[length] == ':'));
  test->checks++;
  if (!is_so) {
    test->failures++;
    fprintf(stderr, "%s:%d: '%s' %s %s\n  instead of %s %s\n", file, line, action,
            outcome->is_failure ? "failed:" : "replied", outcome->text.bytes, is_failure ? "failing:" : "replying",
            expected);
  }
  free(outcome->text.bytes);
  memset(outcome, 0, sizeof(*outcome));
  return is_so;
}

// Compares what was written down since the last look.
//
// OWNERSHIP: the lines are freed; all else is borrowed until the function returns.
// THREADS: as component_test_open.
static inline bool component_test_expect_lines(component_test *test, const char *file, int line, const char *what,
                                               component_test_text *written, const char *expected) {
  pthread_mutex_lock(&test->lock);
  component_test_text lines = *written;
  memset(written, 0, sizeof(*written));
  pthread_mutex_unlock(&test->lock);
  bool is_so = strcmp(lines.bytes ? lines.bytes : "", expected) == 0;
  test->checks++;
  if (!is_so) {
    test->failures++;
    fprintf(stderr, "%s:%d: %s\n%s  instead of\n%s", file, line, what, lines.bytes ? lines.bytes : "", expected);
  }
  free(lines.bytes);
  return is_so;
}

#endif
