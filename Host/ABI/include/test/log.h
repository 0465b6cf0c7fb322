// The log of the small host: it is written down, and shown on the error output.

#ifndef COMPONENT_TEST_LOG_H
#define COMPONENT_TEST_LOG_H

#include "outcome.h"

// The name of a level, or of the next lower one that has a name.
//
// OWNERSHIP: the result is a constant.
// THREADS: any.
static inline const char *component_test_level(component_level level) {
  if (level < COMPONENT_LEVEL_INFO) return "debug";
  if (level < COMPONENT_LEVEL_WARNING) return "info";
  return level < COMPONENT_LEVEL_ERROR ? "warning" : "error";
}

// The function of component_host that says something for the log.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says.
static inline void component_test_log(const component_host *host, component_level level, component_text message) {
  component_test *test = (component_test *)(void *)(uintptr_t)host;
  fprintf(stderr, "log: %s %.*s\n", component_test_level(level), (int)message.length, message.bytes);
  pthread_mutex_lock(&test->lock);
  component_test_say(&test->logged, component_test_level(level));
  component_test_say(&test->logged, " ");
  component_test_add(&test->logged, message.bytes, message.length);
  component_test_say(&test->logged, "\n");
  pthread_mutex_unlock(&test->lock);
}

// Compares what the component has said for the log since the last look: a line for each message, its level and its words.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_test_open.
static inline bool component_test_expect_logged(component_test *test, const char *file, int line,
                                                const char *expected) {
  return component_test_expect_lines(test, file, line, "logged", &test->logged, expected);
}

#define COMPONENT_EXPECT_LOGGED(test, lines) component_test_expect_logged(test, __FILE__, __LINE__, lines)

#endif
