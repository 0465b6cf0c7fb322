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
// Linked with -pthread, and with -ldl where the system has that. It takes a registration and makes calls. It does not
// check parameters against signatures, and gives no call up; URLs and map keys that a component opens lead to its
// neighbours, and a URL that it writes names target, action and parameters, as the host's does where no route leads to
// the action. What JSON can't show, an object that one action replies and another takes, goes by
// component_call_action(&test->table, …), which stands in neighbour.h.
// Everything is `static inline`, plain C11, also valid C++17.

#ifndef COMPONENT_TEST_H
#define COMPONENT_TEST_H

#include "component_author.h"
#include "test/event.h"

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

// Runs the component's `start`, where it has one, and ends the process with a message if that fails.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_test_open.
static inline void component_test_start(component_test *test, const char *path) {
  component_test_outcome outcome = COMPONENT_ZERO;
  component_request request = COMPONENT_ZERO;
  if (!test->about.start) return;
  request.abi = COMPONENT_ABI_VERSION;
  request.size = (uint32_t)sizeof(request);
  request.target = component_text_of(test->targets[0].name);
  request.action = component_text_of("start");
  request.ended = component_test_ended;
  request.context = &outcome;
  component_test_run(&test->table, test->about.start, test->about.context, NULL, &request);
  if (outcome.is_failure) {
    fprintf(stderr, "error: start of %s failed: %s\n", path, outcome.text.bytes);
    exit(1);
  }
  free(outcome.text.bytes);
}

// Loads a component, and ends the process with a message if that can't be done.
//
// OWNERSHIP: `path` is borrowed; the result is the caller's until component_test_close.
// THREADS: one, and so for all functions of this file.
static inline component_test *component_test_open(const char *path) {
  component_test *test = (component_test *)calloc(1, sizeof(component_test));
  void *image = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol = image ? dlsym(image, "register") : NULL;
  component_register function;
  if (!test) abort();
  if (!symbol) {
    fprintf(stderr, "error: %s\n", dlerror());
    exit(1);
  }
  memcpy(&function, &symbol, sizeof(function));
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
  table->call = table->start = component_test_call;
  table->invoke = table->start_invoke = component_test_invoke;
  table->open = table->start_open = table->open_key = table->start_open_key = component_test_open_text;
  table->open_with = table->start_open_with = component_test_open_text;
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
  table->make_cancellation = component_test_make_cancellation;
  table->cancel = table->release_cancellation = component_test_forget_cancellation;
  int32_t status = function(table, (component_registration *)(void *)test);
  if (status != COMPONENT_OK || test->target_count == 0) {
    fprintf(stderr, "error: register of %s returned %d and added %zu targets\n", path, (int)status, test->target_count);
    exit(1);
  }
  component_test_start(test, path);
  return test;
}

// Calls an action, "add" of the component's first target or "Sum.Settings.set", and compares how the call ended:
// with the whole of a reply, or with a failure's reason.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_test_open.
static inline bool component_test_expect(component_test *test, const char *file, int line, const char *action,
                                         const component_entry *parameters, size_t count, bool is_failure,
                                         const char *expected) {
  component_test_outcome outcome = COMPONENT_ZERO;
  component_request request = COMPONENT_ZERO;
  const char *dot = strrchr(action, '.');
  request.abi = COMPONENT_ABI_VERSION;
  request.size = (uint32_t)sizeof(request);
  request.target = component_text_of(dot ? action : test->targets[0].name);
  if (dot) request.target.length = (size_t)(dot - action);
  request.action = component_text_of(dot ? dot + 1 : action);
  request.parameters = parameters;
  request.parameter_count = count;
  request.ended = component_test_ended;
  request.context = &outcome;
  test->table.call(&test->table, &request);
  size_t length = strlen(expected);
  bool is_so = outcome.is_failure == is_failure && strncmp(outcome.text.bytes, expected, length) == 0 &&
               (outcome.text.bytes[length] == 0 || (is_failure && outcome.text.bytes[length] == ':'));
  test->checks++;
  if (!is_so) {
    test->failures++;
    fprintf(stderr, "%s:%d: '%s' %s %s\n  instead of %s %s\n", file, line, action,
            outcome.is_failure ? "failed:" : "replied", outcome.text.bytes, is_failure ? "failing:" : "replying",
            expected);
  }
  free(outcome.text.bytes);
  return is_so;
}

#define COMPONENT_EXPECT(test, action, parameters, count, json) \
  component_test_expect(test, __FILE__, __LINE__, action, parameters, count, false, json)
#define COMPONENT_EXPECT_FAILURE(test, action, parameters, count, reason) \
  component_test_expect(test, __FILE__, __LINE__, action, parameters, count, true, reason)

// Says how it went. The result is for main to return.
//
// OWNERSHIP: `test` must not be used any more; the component stays loaded.
// THREADS: as component_test_open.
static inline int component_test_close(component_test *test) {
  int result = test->failures == 0 && test->checks > 0 ? 0 : 1;
  printf("%zu checks, %zu failed\n", test->checks, test->failures);
  for (size_t index = 0; index < test->target_count; index++) {
    component_test_target *target = &test->targets[index];
    if (target->instance) target->row.destroy(target->row.context, target->instance);
    free(target->name);
  }
  for (size_t index = 0; index < test->action_count; index++) {
    free(test->actions[index].target);
    free(test->actions[index].name);
  }
  component_test_forget_events(test);
  free(test->targets);
  free(test->actions);
  free(test);
  return result;
}

#endif
