// Events: what the component says has happened, to nobody in particular. Which ones it publishes, and which it hears of as
// long as it is loaded, register says (registration.h).

#ifndef COMPONENT_AUTHOR_EVENT_H
#define COMPONENT_AUTHOR_EVENT_H

#include "text.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// Publishes an event of the component's own, and waits for nobody. The result is COMPONENT_OK, or a code where the event
// was not declared or the value is not of its type; a value that nobody hears is not looked at.
//
// OWNERSHIP: everything is borrowed and copied.
// THREADS: any, also inside an action; not inside register.
static inline int32_t component_publish(const component_host *host, const char *event, component_value value) {
  if (!COMPONENT_HAS(host, publish)) return COMPONENT_FAILURE_FAILED;
  return host->publish(host, component_text_of(event), &value, NULL, NULL);
}

// What observes events, as register and component_observe have it: those whose names are separated by spaces in `events`.
// They have one queue, and are heard in the order in which they were published. False where there are none, or more than
// COMPONENT_EVENTS_AT_ONCE.
//
// OWNERSHIP: `observer` borrows `names`, which has room for so many, and those borrow `events`.
// THREADS: any.
#define COMPONENT_EVENTS_AT_ONCE 32
static inline bool component_observer_of(const char *events, component_text *names,
                                         component_observer *observer) {
  component_text name = component_next_word(&events);
  memset(observer, 0, sizeof(*observer));
  observer->abi = COMPONENT_ABI_VERSION;
  observer->size = (uint32_t)sizeof(*observer);
  observer->events = names;
  for (; name.length > 0; name = component_next_word(&events)) {
    if (observer->event_count == COMPONENT_EVENTS_AT_ONCE) return false;
    names[observer->event_count++] = name;
  }
  return observer->event_count > 0;
}

// Observes an event, or several whose names are separated by spaces, from now on, until `component_end_observation` or until
// the component is taken out. Null where an event can't be named so, where there are more than component_observer_of takes
// or than COMPONENT_OBSERVED_LIMIT in all, or where the component was taken out.
//
// At most `limit` notices wait to be heard, then the oldest is lost; 0: COMPONENT_NOTICE_COUNT.
//
// OWNERSHIP: `events` is borrowed and copied; `context` is the host's until `release`, or still the caller's where the
//            result is null; the result is the caller's until `component_end_observation`.
// THREADS: any, also inside an action; not inside register. `heard` is called on any thread, one at a time.
static inline component_observation *COMPONENT_NULLABLE
component_observe(const component_host *host, const char *events, uint32_t limit,
                  void (*heard)(void *COMPONENT_NULLABLE context, const component_notice *notice),
                  void *COMPONENT_NULLABLE context,
                  void (*COMPONENT_NULLABLE release)(void *COMPONENT_NULLABLE context)) {
  component_text names[COMPONENT_EVENTS_AT_ONCE];
  component_observer observer;
  component_observation *COMPONENT_NULLABLE observation = NULL;
  if (!COMPONENT_HAS(host, observe) || !component_observer_of(events, names, &observer)) return NULL;
  observer.limit = limit;
  observer.heard = heard;
  observer.context = context;
  observer.release = release;
  host->observe(host, &observer, &observation);
  return observation;
}

// Ends an observation: nothing that waits is heard any more.
//
// OWNERSHIP: `observation` must not be used any more.
// THREADS: any, also inside the observer.
static inline void component_end_observation(const component_host *host, component_observation *observation) {
  host->end_observation(observation);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
