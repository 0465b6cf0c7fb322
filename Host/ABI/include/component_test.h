// component_test.h: a small host for a component's tests, in which it answers as in the program `host`, without that.
//
//   #include "component_test.h"
//
//   int main(void) {
//     component_test *test = component_test_open("./libSum.so");
//     const component_entry two[] = {component_pair("a", component_int(2))};
//     COMPONENT_EXPECT(test, "add", two, 1, "3");
//     COMPONENT_EXPECT_FAILURE(test, "add", NULL, 0, "missing_parameter");
//     return component_test_close(test);
//   }
//
// Linked with -pthread, and with -ldl where the system has that. It takes a registration, makes calls, and runs what a
// component does besides: `start` when it is opened, `save`, `restore` and `start` when the next generation takes its place
// (COMPONENT_EXPECT_REPLACED), `shutdown` when it is closed; COMPONENT_EXPECT_STEP runs each by itself.
//
// Each reply is held against its action's signature, and a call fails as `mistyped_reply` whose reply does not keep to it.
//
// It does not do all that the program does. Values are not checked, nor are parameters and what is said of events against
// their types. Calls come from inside the process. Each has the deadline that its caller says, but a reply that comes
// later counts as well; all of them are given up while `gives_up` of the test is true. What only starts a call waits for
// its end, steps run on the test's thread, and a serial target's turns are not kept. There is nobody but the component:
// needs are not looked for, and neither stand-ins nor its own `notFound` are asked; neighbours are what the test's stubs
// answer (COMPONENT_STUB), and its `neighbour` for all others. What it publishes is heard by nobody, and what the test
// tells its observers they hear at once, all of it. Routes and keys are taken and lead nowhere: URLs and map keys that
// the component opens lead to its neighbours, and a URL that it writes names target, action and parameters, as the host's
// does where no route leads to the action.
//
// A bench that is not the engine itself has its reason: it is compiled with the component alone, by any C compiler and in a
// second, and runs under sanitizers and valgrind, so a package needs neither Swift nor the program `host` to be tested. What
// it leaves out is shown by the program: `host run` with the component in its folder.
//
// What JSON can't show, an object that one action replies and another takes, goes by
// component_call_action(&test->table, …), which stands in neighbour.h. A call with hints, a deadline or progress goes by
// component_send(&test->table, …) of answer.h.
// Everything is `static inline`, plain C11, also valid C++17.

#ifndef COMPONENT_TEST_H
#define COMPONENT_TEST_H

#include "component_author.h"
#include "test/generation.h"
#include "test/log.h"

// Opens a component that takes the state of a generation before: `restore` runs with it, then `start`. Ends the process
// with a message if that can't be done.
//
// OWNERSHIP: everything is borrowed until the function returns; `state` null: there is none. The result is the caller's
//            until component_test_close.
// THREADS: one, and so for all functions of this file.
static inline component_test *component_test_open_with(const char *path, const component_value *state) {
  component_test *test = (component_test *)calloc(1, sizeof(component_test));
  component_test_text failure = COMPONENT_ZERO;
  if (!test) abort();
  pthread_mutex_init(&test->lock, NULL);
  component_host *table = &test->table;
  table->abi = COMPONENT_ABI_VERSION;
  table->size = (uint32_t)sizeof(*table);
  table->describe = component_test_describe;
  table->add_need = component_test_add_need;
  table->add_target = component_test_add_target;
  table->add_type = component_test_add_type;
  table->add_action = component_test_add_action;
  table->explain = component_test_explain;
  table->add_route = component_test_add_route;
  table->add_key = component_test_add_key;
  table->host_name = component_text_of("component_test");
  table->host_version.major = 1;
  table->call = table->start = component_test_call;
  table->invoke = table->start_invoke = component_test_invoke;
  table->open = table->start_open = component_test_open_url;
  table->open_with = table->start_open_with = component_test_open_url_with;
  table->open_key = table->start_open_key = component_test_open_text;
  table->write_url = component_test_write_url;
  table->publish_route = table->withdraw_route = component_test_take_route;
  table->has = component_test_has;
  table->can_open = component_test_can_open;
  table->release_instance = component_test_release_instance;
  table->add_event = component_test_add_event;
  table->add_observer = component_test_add_observer;
  table->publish = component_test_publish;
  table->observe = component_test_observe;
  table->end_observation = component_test_end_observation;
  table->log = component_test_log;
  table->reply = component_test_host_reply;
  table->fail = component_test_host_fail;
  table->progress = component_test_host_progress;
  table->defer = component_test_host_defer;
  table->release = component_test_host_release;
  table->is_cancelled = component_test_is_cancelled;
  table->when_cancelled = component_test_when_cancelled;
  table->trace = component_test_trace;
  table->make_cancellation = component_test_make_cancellation;
  table->cancel = table->release_cancellation = component_test_forget_cancellation;
  if (!component_test_register(test, path)) exit(1);
  if (component_test_begin(test, state, &failure)) return test;
  fprintf(stderr, "error: start of %s failed: %s\n", path, failure.bytes);
  component_test_shut_down(&test->now);
  exit(1);
}

// Opens a component: it is loaded, registers, and starts. Ends the process with a message if that can't be done. Of a file
// that is open already a copy is loaded, as the next generation is.
//
// OWNERSHIP: `path` is borrowed until the function returns; the result is the caller's until component_test_close.
// THREADS: as component_test_open_with.
static inline component_test *component_test_open(const char *path) { return component_test_open_with(path, NULL); }

// Calls an action, "add" of the component's first target or "Sum.Settings.set", and compares how the call ended:
// with the whole of a reply, or with a failure's reason.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_test_open.
static inline bool component_test_expect(component_test *test, const char *file, int line, const char *action,
                                         const component_entry *parameters, size_t count, bool is_failure,
                                         const char *expected) {
  component_test_outcome outcome = COMPONENT_ZERO;
  const char *dot = strrchr(action, '.');
  component_request request = component_request_of(parameters, count, component_test_ended, &outcome);
  request.target = component_text_of(dot ? action : test->now.targets[0].name);
  if (dot) request.target.length = (size_t)(dot - action);
  request.action = component_text_of(dot ? dot + 1 : action);
  test->table.call(&test->table, &request);
  return component_test_expect_outcome(test, file, line, action, &outcome, is_failure, expected);
}

static inline bool component_test_expect_reply(component_test *test, const char *file, int line, const char *action,
                                               const component_entry *parameters, size_t count, const char *json) {
  return component_test_expect(test, file, line, action, parameters, count, false, json);
}

static inline bool component_test_expect_failure(component_test *test, const char *file, int line, const char *action,
                                                 const component_entry *parameters, size_t count, const char *reason) {
  return component_test_expect(test, file, line, action, parameters, count, true, reason);
}

// What is expected stands last, behind the parameters and their number: `NULL, 0`, a table and COMPONENT_COUNT of it, or
// in C COMPONENT_WITH of what stands there.
#define COMPONENT_EXPECT(test, action, ...) \
  component_test_expect_reply(test, __FILE__, __LINE__, action, __VA_ARGS__)
#define COMPONENT_EXPECT_FAILURE(test, action, ...) \
  component_test_expect_failure(test, __FILE__, __LINE__, action, __VA_ARGS__)

#ifndef __cplusplus
// Parameters and their number: COMPONENT_WITH(component_pair("a", component_int(2))).
#define COMPONENT_WITH(...) \
  (const component_entry[]){__VA_ARGS__}, sizeof((const component_entry[]){__VA_ARGS__}) / sizeof(component_entry)
#endif

// Shuts the component down and says how it went. The result is for main to return.
//
// OWNERSHIP: `test` must not be used any more; the component stays loaded.
// THREADS: as component_test_open.
static inline int component_test_close(component_test *test) {
  component_test_shut_down(&test->now);
  int result = test->failures == 0 && test->checks > 0 ? 0 : 1;
  printf("%zu checks, %zu failed\n", test->checks, test->failures);
  fflush(stdout);
  free(test->published.bytes);
  free(test->logged.bytes);
  free(test->asked.bytes);
  component_test_remove_stubs(test);
  pthread_mutex_destroy(&test->lock);
  free(test);
  return result;
}

#endif
