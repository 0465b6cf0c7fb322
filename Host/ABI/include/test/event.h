// Events of the small host: what the component published, and what it hears from the test.

#ifndef COMPONENT_TEST_EVENT_H
#define COMPONENT_TEST_EVENT_H

#include "outcome.h"
#include "question.h"

// The functions of component_host for events. What is published is written down, and heard by nobody; what is observed is
// told by component_test_tell.
//
// OWNERSHIP: as component_host says.
// THREADS: as component_host says, but that one thread at a time observes.
static inline int32_t component_test_add_event(component_registration *registration, const component_event *event) {
  component_test *test = (component_test *)(void *)registration;
  test->now.events = (char **)realloc(test->now.events, (test->now.event_count + 1) * sizeof(*test->now.events));
  if (!test->now.events) abort();
  test->now.events[test->now.event_count++] = component_test_copy(event->name);
  return COMPONENT_OK;
}

static inline component_observation *component_test_take_observer(component_test *test,
                                                                  const component_observer *observer) {
  component_test_observer *taken = (component_test_observer *)calloc(1, sizeof(*taken));
  if (!taken) abort();
  taken->row = *observer;
  taken->events = (char **)calloc(observer->event_count, sizeof(*taken->events));
  if (!taken->events) abort();
  for (size_t index = 0; index < observer->event_count; index++) {
    taken->events[index] = component_test_copy(observer->events[index]);
  }
  taken->next = test->now.observers;
  test->now.observers = taken;
  return (component_observation *)(void *)taken;
}

static inline int32_t component_test_add_observer(component_registration *registration,
                                                  const component_observer *observer) {
  component_test_take_observer((component_test *)(void *)registration, observer);
  return COMPONENT_OK;
}

static inline int32_t component_test_observe(const component_host *host, const component_observer *observer,
                                             component_observation **observation) {
  *observation = component_test_take_observer((component_test *)(void *)(uintptr_t)host, observer);
  return COMPONENT_OK;
}

static inline void component_test_end_observation(component_observation *observation) {
  component_test_observer *observer = (component_test_observer *)(void *)observation;
  if (observer->is_over) return;
  observer->is_over = true;
  if (observer->row.release) observer->row.release(observer->row.context);
}

static inline int32_t component_test_publish(const component_host *host, component_text event,
                                             const component_value *value, component_outcome ended, void *context) {
  component_test *test = (component_test *)(void *)(uintptr_t)host;
  for (size_t index = 0; index < test->now.event_count; index++) {
    if (!component_text_is(event, test->now.events[index])) continue;
    pthread_mutex_lock(&test->lock);
    component_test_add(&test->published, event.bytes, event.length);
    component_test_say(&test->published, " ");
    component_test_json(&test->published, value);
    component_test_say(&test->published, "\n");
    pthread_mutex_unlock(&test->lock);
    return component_test_reply_to(ended, context, component_null());
  }
  const component_text own = test->table.name;
  if (event.length <= own.length || memcmp(event.bytes, own.bytes, own.length) != 0 || event.bytes[own.length] != '.') {
    return component_test_refuse_to(ended, context, COMPONENT_FAILURE_DENIED, "foreign_event",
                                    "the event is not the component's own");
  }
  return component_test_refuse_to(ended, context, COMPONENT_FAILURE_NOT_FOUND, "no_such_event",
                                  "the component has not declared the event");
}

// Tells the component's observers of an event, a neighbour's say. The result is how many have heard it.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_test_open.
static inline size_t component_test_tell(component_test *test, const char *event, component_value value) {
  size_t count = 0;
  component_notice notice = COMPONENT_ZERO;
  notice.abi = COMPONENT_ABI_VERSION;
  notice.size = (uint32_t)sizeof(notice);
  notice.event = component_text_of(event);
  notice.value = value;
  for (component_test_observer *observer = test->now.observers; observer; observer = observer->next) {
    for (size_t index = 0; !observer->is_over && index < observer->row.event_count; index++) {
      if (strcmp(observer->events[index], event) != 0) continue;
      observer->row.heard(observer->row.context, &notice);
      count++;
      break;
    }
  }
  return count;
}

// Compares what the component has published since the last look: a line for each event, its name and its value as JSON.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_test_open.
static inline bool component_test_expect_published(component_test *test, const char *file, int line,
                                                   const char *expected) {
  return component_test_expect_lines(test, file, line, "published", &test->published, expected);
}

#define COMPONENT_EXPECT_PUBLISHED(test, lines) component_test_expect_published(test, __FILE__, __LINE__, lines)

// Ends all observers, whose contexts are given back.
//
// OWNERSHIP: observations stay until component_test_forget.
// THREADS: as component_test_open.
static inline void component_test_end_observers(component_test_generation *generation) {
  for (component_test_observer *observer = generation->observers; observer; observer = observer->next) {
    component_test_end_observation((component_observation *)(void *)observer);
  }
}

#endif
