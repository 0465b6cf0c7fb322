// Registration: the body of a component's register.

#ifndef COMPONENT_AUTHOR_REGISTRATION_H
#define COMPONENT_AUTHOR_REGISTRATION_H

#include "event.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// Says what the component is. Once, first of all; the results of all functions here are for register to return. One that
// starts, saves or shuts down fills a component_about itself, for component_host.describe.
//
// OWNERSHIP: everything is borrowed and copied.
// THREADS: only inside register, on its thread.
static inline int32_t component_describe(const component_host *host, component_registration *registration,
                                         const char *name, const char *summary, uint32_t major, uint32_t minor,
                                         uint32_t patch) {
  component_about about = COMPONENT_ZERO;
  about.abi = COMPONENT_ABI_VERSION;
  about.size = (uint32_t)sizeof(about);
  about.name = component_text_of(name);
  about.summary = component_text_of(summary);
  about.version.major = major;
  about.version.minor = minor;
  about.version.patch = patch;
  return host->describe(registration, &about);
}

// Names a neighbour of any version; `flags` is 0 or COMPONENT_NEED_OPTIONAL.
//
// OWNERSHIP: `name` is borrowed and copied.
// THREADS: only inside register, on its thread.
static inline int32_t component_add_need(const component_host *host, component_registration *registration,
                                         const char *name, uint32_t flags) {
  component_need need = COMPONENT_ZERO;
  need.abi = COMPONENT_ABI_VERSION;
  need.size = (uint32_t)sizeof(need);
  need.name = component_text_of(name);
  need.flags = flags;
  return host->add_need(registration, &need);
}

// Adds a target; `flags` is 0 or COMPONENT_TARGET_SERIAL.
//
// OWNERSHIP: `name` and `summary` are borrowed and copied.
// THREADS: only inside register, on its thread.
static inline int32_t component_add_target(const component_host *host, component_registration *registration,
                                           const char *name, const char *summary, uint32_t flags) {
  component_target target = COMPONENT_ZERO;
  target.abi = COMPONENT_ABI_VERSION;
  target.size = (uint32_t)sizeof(target);
  target.name = component_text_of(name);
  target.summary = component_text_of(summary);
  target.flags = flags;
  return host->add_target(registration, &target);
}

// One row of a component's table of actions. What stands last may be left out.
//
// OWNERSHIP: the row borrows its texts and lends `context` to `run`, so that must live as long as the process.
// THREADS: `run` is called on any thread, several at once, unless the target is serial.
typedef struct component_row {
  const char *name;
  const char *COMPONENT_NULLABLE signature;  // "(id: int, page: int = 1) -> Detail"; null: anything goes
  const char *COMPONENT_NULLABLE summary;    // one line
  component_run run;
  const char *COMPONENT_NULLABLE notes COMPONENT_DEFAULT(NULL);  // lines of the form "id: the book's number"
  uint32_t flags COMPONENT_DEFAULT(0);                           // COMPONENT_ACTION_*
  void *COMPONENT_NULLABLE context COMPONENT_DEFAULT(NULL);
} component_row;

// What a text or bytes is that an action replies with, for callers from outside. It stands in a table of its own, since most
// actions have none.
//
// OWNERSHIP: the row borrows its texts.
// THREADS: none of its own.
typedef struct component_media_row {
  const char *action;
  const char *media_type;  // "text/csv"
} component_media_row;

// Adds a table of actions to a target that was added before, and the media types of some of them. The result is the first
// refusal.
//
// OWNERSHIP: the texts are borrowed and copied; a context stays the component's.
// THREADS: only inside register, on its thread.
static inline int32_t component_add_media_actions(const component_host *host, component_registration *registration,
                                                  const char *target, const component_row *rows, size_t count,
                                                  const component_media_row *COMPONENT_NULLABLE types,
                                                  size_t type_count) {
  size_t found = 0;
  for (size_t index = 0; index < count; index++) {
    component_action action = COMPONENT_ZERO;
    action.abi = COMPONENT_ABI_VERSION;
    action.size = (uint32_t)sizeof(action);
    action.target = component_text_of(target);
    action.name = component_text_of(rows[index].name);
    action.summary = component_text_of(rows[index].summary);
    action.flags = rows[index].flags;
    action.run = rows[index].run;
    action.context = rows[index].context;
    action.signature = component_text_of(rows[index].signature);
    action.parameter_notes = component_text_of(rows[index].notes);
    for (size_t type = 0; type < type_count; type++) {
      if (!component_text_is(action.name, types[type].action)) continue;
      action.media_type = component_text_of(types[type].media_type);
      found++;
    }
    int32_t status = host->add_action(registration, &action);
    if (status != COMPONENT_OK) return status;
  }
  if (found == type_count) return COMPONENT_OK;
  host->explain(registration, component_text_of("a media type is not of one action that is there"));
  return COMPONENT_FAILURE_INVALID;
}

// The same without media types.
//
// OWNERSHIP: as component_add_media_actions.
// THREADS: as component_add_media_actions.
static inline int32_t component_add_actions(const component_host *host, component_registration *registration,
                                            const char *target, const component_row *rows, size_t count) {
  return component_add_media_actions(host, registration, target, rows, count, NULL, 0);
}

// One row of a component's table of named types, which its signatures use.
//
// OWNERSHIP: the row borrows its texts.
// THREADS: none of its own.
typedef struct component_type_row {
  const char *name;        // "Detail"
  const char *definition;  // "{id: int, title: text, author: text?}"
  const char *COMPONENT_NULLABLE summary COMPONENT_DEFAULT(NULL);  // one line
} component_type_row;

// Adds a table of named types, before or after the actions that use them. The result is the first refusal.
//
// OWNERSHIP: the texts are borrowed and copied.
// THREADS: only inside register, on its thread.
static inline int32_t component_add_types(const component_host *host, component_registration *registration,
                                          const component_type_row *rows, size_t count) {
  for (size_t index = 0; index < count; index++) {
    component_type type = COMPONENT_ZERO;
    type.abi = COMPONENT_ABI_VERSION;
    type.size = (uint32_t)sizeof(type);
    type.name = component_text_of(rows[index].name);
    type.definition = component_text_of(rows[index].definition);
    type.summary = component_text_of(rows[index].summary);
    int32_t status = host->add_type(registration, &type);
    if (status != COMPONENT_OK) return status;
  }
  return COMPONENT_OK;
}

// One row of a component's table of events, which it publishes.
//
// OWNERSHIP: the row borrows its texts.
// THREADS: none of its own.
typedef struct component_event_row {
  const char *name;                                                // "Library.changed", all of it
  const char *COMPONENT_NULLABLE type COMPONENT_DEFAULT(NULL);     // "{book: int}"; null: anything
  const char *COMPONENT_NULLABLE summary COMPONENT_DEFAULT(NULL);  // one line
} component_event_row;

// Adds a table of events. The result is the first refusal.
//
// OWNERSHIP: the texts are borrowed and copied.
// THREADS: only inside register, on its thread.
static inline int32_t component_add_events(const component_host *host, component_registration *registration,
                                           const component_event_row *rows, size_t count) {
  for (size_t index = 0; index < count; index++) {
    component_event event = COMPONENT_ZERO;
    event.abi = COMPONENT_ABI_VERSION;
    event.size = (uint32_t)sizeof(event);
    event.name = component_text_of(rows[index].name);
    event.type = component_text_of(rows[index].type);
    event.summary = component_text_of(rows[index].summary);
    int32_t status = host->add_event(registration, &event);
    if (status != COMPONENT_OK) return status;
  }
  return COMPONENT_OK;
}

// Has an event, or several whose names are separated by spaces, be heard from the moment the component is loaded until it
// is taken out. At most `limit` notices wait to be heard, then the oldest is lost; 0: COMPONENT_NOTICE_COUNT. A notice has
// no host: to log or to call, `heard` uses the one of register.
//
// OWNERSHIP: `events` is borrowed and copied; `context` is lent to `heard`, so it must live as long as the process.
// THREADS: only inside register, on its thread; `heard` is called on any thread, one at a time.
static inline int32_t component_add_observer(const component_host *host, component_registration *registration,
                                             const char *events, uint32_t limit,
                                             void (*heard)(void *COMPONENT_NULLABLE context,
                                                           const component_notice *notice),
                                             void *COMPONENT_NULLABLE context) {
  component_text names[COMPONENT_EVENTS_AT_ONCE];
  component_observer observer;
  if (!component_observer_of(events, names, &observer)) {
    host->explain(registration, component_text_of("an observer names from 1 to 32 events, with spaces between them"));
    return COMPONENT_FAILURE_INVALID;
  }
  observer.limit = limit;
  observer.heard = heard;
  observer.context = context;
  return host->add_observer(registration, &observer);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
