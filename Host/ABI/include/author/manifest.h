// Manifests: a whole component as one table, which needs no register of its own. In C:
//
//   #include "component_author.h"
//
//   COMPONENT_ACTION(pour, call) {
//     return component_reply_int(call, component_get_int(call, "cups", 1) * 200);
//   }
//
//   COMPONENT_DEFINE(.name = "Pot", .summary = "Pours tea", .version = {1, 2, 0},
//                    COMPONENT_NEEDS({"Kettle", {1, 0, 0}, COMPONENT_NEED_OPTIONAL}),
//                    COMPONENT_ROUTES({"/cups/:cups<int>", "pour"}),
//                    COMPONENT_KEYS({"cup", "pour", COMPONENT_HINTS({COMPONENT_TEXT("hot"), COMPONENT_BOOL(true)})}),
//                    COMPONENT_TARGETS({"Pot", "Pours tea", COMPONENT_ACTIONS(
//                        {"pour", "(cups: int = 1) -> int", "Pours", pour, "cups: how many", COMPONENT_ACTION_REMOTE})}))
//
// What stands last in a row may be left out, and no compiler warns of it. C++ has component.hpp.

#ifndef COMPONENT_AUTHOR_MANIFEST_H
#define COMPONENT_AUTHOR_MANIFEST_H

#include "log.h"
#include "registration.h"
#include "value.h"
#include "way.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// A neighbour. `flags` are 0 or COMPONENT_NEED_OPTIONAL.
typedef struct component_need_row {
  const char *name;
  component_version minimum;  // calls to an older one are refused
  uint32_t flags;
} component_need_row;

// A target. Where it makes instances `destroy` is not null, and `context` is lent to both; null, it is the component_host.
typedef struct component_target_row {
  const char *name;  // "Shop", or "Shop.Desk"
  const char *COMPONENT_NULLABLE summary;
  const component_row *COMPONENT_NULLABLE actions;
  size_t action_count;
  uint32_t flags;  // COMPONENT_TARGET_*
  void *COMPONENT_NULLABLE (*COMPONENT_NULLABLE make)(void *COMPONENT_NULLABLE context);
  void (*COMPONENT_NULLABLE destroy)(void *COMPONENT_NULLABLE context, void *instance);
  void *COMPONENT_NULLABLE context;
  const component_media_row *COMPONENT_NULLABLE media_types;  // of actions above
  size_t media_type_count;
} component_target_row;

// A map key, with the hints that its callers may give and their defaults.
typedef struct component_key_row {
  const char *key;
  const char *action;
  const component_entry *COMPONENT_NULLABLE hints;
  size_t hint_count;
  const char *COMPONENT_NULLABLE target;  // null: the component's name
} component_key_row;

// Events that the component hears as long as it is loaded; component_add_observer says the rest.
typedef struct component_observer_row {
  const char *event;  // "Library.changed", or several: "Library.changed Library.closed"
  void (*heard)(void *COMPONENT_NULLABLE context, const component_notice *notice);
  uint32_t limit;
} component_observer_row;

// A component, as a table that lives as long as the process. The context of what it does besides answering calls, from
// `start` to `shutdown`, and of what it hears, is its component_host.
typedef struct component_manifest {
  const char *name;
  const char *COMPONENT_NULLABLE summary;
  component_version version;
  const component_need_row *COMPONENT_NULLABLE needs;
  size_t need_count;
  const component_type_row *COMPONENT_NULLABLE types;
  size_t type_count;
  const component_target_row *COMPONENT_NULLABLE targets;
  size_t target_count;
  const component_route_row *COMPONENT_NULLABLE routes;
  size_t route_count;
  const component_key_row *COMPONENT_NULLABLE keys;
  size_t key_count;
  const component_event_row *COMPONENT_NULLABLE events;
  size_t event_count;
  const component_observer_row *COMPONENT_NULLABLE observers;
  size_t observer_count;
  component_run COMPONENT_NULLABLE start;
  component_run COMPONENT_NULLABLE memory_pressure;
  component_run COMPONENT_NULLABLE save;
  component_run COMPONENT_NULLABLE restore;
  void (*COMPONENT_NULLABLE shutdown)(void *COMPONENT_NULLABLE context);
} component_manifest;

// Registers the parts of a manifest, each until the first refusal.
//
// OWNERSHIP: everything is borrowed, the manifest for as long as the process lives.
// THREADS: only inside register, on its thread.
static inline int32_t component_register_about(const component_host *host, component_registration *registration,
                                               const component_manifest *from) {
  component_about about = COMPONENT_ZERO;
  about.abi = COMPONENT_ABI_VERSION;
  about.size = (uint32_t)sizeof(about);
  about.name = component_text_of(from->name);
  about.summary = component_text_of(from->summary);
  about.version = from->version;
  about.context = (void *)(uintptr_t)host;
  about.start = from->start;
  about.memory_pressure = from->memory_pressure;
  about.save = from->save;
  about.restore = from->restore;
  about.shutdown = from->shutdown;
  return host->describe(registration, &about);
}

static inline int32_t component_register_needs(const component_host *host, component_registration *registration,
                                               const component_manifest *from) {
  int32_t status = COMPONENT_OK;
  for (size_t index = 0; status == COMPONENT_OK && index < from->need_count; index++) {
    component_need need = COMPONENT_ZERO;
    need.abi = COMPONENT_ABI_VERSION;
    need.size = (uint32_t)sizeof(need);
    need.name = component_text_of(from->needs[index].name);
    need.minimum = from->needs[index].minimum;
    need.flags = from->needs[index].flags;
    status = host->add_need(registration, &need);
  }
  return status;
}

static inline int32_t component_register_targets(const component_host *host, component_registration *registration,
                                                 const component_manifest *from) {
  int32_t status = COMPONENT_OK;
  for (size_t index = 0; status == COMPONENT_OK && index < from->target_count; index++) {
    const component_target_row *row = &from->targets[index];
    component_target target = COMPONENT_ZERO;
    target.abi = COMPONENT_ABI_VERSION;
    target.size = (uint32_t)sizeof(target);
    target.name = component_text_of(row->name);
    target.summary = component_text_of(row->summary);
    target.flags = row->flags;
    target.make = row->make;
    target.destroy = row->destroy;
    target.context = row->context || !row->make ? row->context : (void *)(uintptr_t)host;
    status = host->add_target(registration, &target);
    if (status == COMPONENT_OK && row->action_count > 0) {
      status = component_add_media_actions(host, registration, row->name, row->actions, row->action_count,
                                           row->media_types, row->media_type_count);
    }
  }
  return status;
}

static inline int32_t component_register_ways(const component_host *host, component_registration *registration,
                                              const component_manifest *from) {
  int32_t status = COMPONENT_OK;
  const component_text name = component_text_of(from->name);
  for (size_t index = 0; status == COMPONENT_OK && index < from->route_count; index++) {
    component_route route = component_route_of(&from->routes[index], name);
    status = host->add_route(registration, &route);
  }
  for (size_t index = 0; status == COMPONENT_OK && index < from->key_count; index++) {
    const component_key_row *row = &from->keys[index];
    component_key key = COMPONENT_ZERO;
    key.abi = COMPONENT_ABI_VERSION;
    key.size = (uint32_t)sizeof(key);
    key.key = component_text_of(row->key);
    key.target = row->target ? component_text_of(row->target) : name;
    key.action = component_text_of(row->action);
    key.hints = row->hints;
    key.hint_count = row->hint_count;
    status = host->add_key(registration, &key);
  }
  return status;
}

static inline int32_t component_register_events(const component_host *host, component_registration *registration,
                                                const component_manifest *from) {
  int32_t status = COMPONENT_OK;
  if (from->event_count + from->observer_count > 0 && !COMPONENT_HAS(host, end_observation)) {
    return component_refuse_host(host, registration, "events");
  }
  if (from->event_count > 0) status = component_add_events(host, registration, from->events, from->event_count);
  for (size_t index = 0; status == COMPONENT_OK && index < from->observer_count; index++) {
    const component_observer_row *row = &from->observers[index];
    status = component_add_observer(host, registration, row->event, row->limit, row->heard, (void *)(uintptr_t)host);
  }
  return status;
}

// Registers a whole component; the result is the first refusal, and for register to return.
//
// OWNERSHIP: everything is borrowed, the manifest for as long as the process lives.
// THREADS: only inside register, on its thread.
static inline int32_t component_register_all(const component_host *host, component_registration *registration,
                                             const component_manifest *from) {
  int32_t status = component_register_about(host, registration, from);
  if (status == COMPONENT_OK) status = component_register_needs(host, registration, from);
  if (status == COMPONENT_OK && from->type_count > 0) {
    status = component_add_types(host, registration, from->types, from->type_count);
  }
  if (status == COMPONENT_OK) status = component_register_targets(host, registration, from);
  if (status == COMPONENT_OK) status = component_register_ways(host, registration, from);
  if (status == COMPONENT_OK) status = component_register_events(host, registration, from);
  return status;
}

#ifndef __cplusplus
// Begins an action's function; `call` is what its body calls the call, and `context` what its row lends.
#define COMPONENT_ACTION(function, call) \
  static int32_t function(__attribute__((unused)) void *context, component_call *call)

// Tables in their places: rows in braces.
#define COMPONENT_TABLE(rows, count, type, ...) \
  .rows = (const type[]){__VA_ARGS__}, .count = sizeof((const type[]){__VA_ARGS__}) / sizeof(type)
#define COMPONENT_NEEDS(...) COMPONENT_TABLE(needs, need_count, component_need_row, __VA_ARGS__)
#define COMPONENT_TYPES(...) COMPONENT_TABLE(types, type_count, component_type_row, __VA_ARGS__)
#define COMPONENT_TARGETS(...) COMPONENT_TABLE(targets, target_count, component_target_row, __VA_ARGS__)
#define COMPONENT_ROUTES(...) COMPONENT_TABLE(routes, route_count, component_route_row, __VA_ARGS__)
#define COMPONENT_KEYS(...) COMPONENT_TABLE(keys, key_count, component_key_row, __VA_ARGS__)
#define COMPONENT_EVENTS(...) COMPONENT_TABLE(events, event_count, component_event_row, __VA_ARGS__)
#define COMPONENT_OBSERVERS(...) COMPONENT_TABLE(observers, observer_count, component_observer_row, __VA_ARGS__)

// In a target's row, a route's and a key's. Their macros differ from those above because none expands in itself.
#define COMPONENT_INNER_TABLE(rows, count, type, ...) \
  .rows = (const type[]){__VA_ARGS__}, .count = sizeof((const type[]){__VA_ARGS__}) / sizeof(type)
#define COMPONENT_ACTIONS(...) COMPONENT_INNER_TABLE(actions, action_count, component_row, __VA_ARGS__)
#define COMPONENT_MEDIA_TYPES(...) COMPONENT_INNER_TABLE(media_types, media_type_count, component_media_row, __VA_ARGS__)
#define COMPONENT_FIXED(...) COMPONENT_INNER_TABLE(fixed, fixed_count, component_entry, __VA_ARGS__)
#define COMPONENT_RENAMES(...) COMPONENT_INNER_TABLE(renames, rename_count, component_entry, __VA_ARGS__)
#define COMPONENT_HINTS(...) COMPONENT_INNER_TABLE(hints, hint_count, component_entry, __VA_ARGS__)

// Constants: a component_text, and component_values.
#define COMPONENT_TEXT(string) {string, sizeof(string) - 1}
#define COMPONENT_BOOL(boolean_) {COMPONENT_KIND_BOOL, 0, {.boolean = boolean_}, 0}
#define COMPONENT_INT(integer_) {COMPONENT_KIND_INT, 0, {.integer = integer_}, 0}
#define COMPONENT_DOUBLE(number_) {COMPONENT_KIND_DOUBLE, 0, {.number = number_}, 0}
#define COMPONENT_STRING(string) {COMPONENT_KIND_TEXT, 0, {.text = string}, sizeof(string) - 1}

// The component's manifest, and its register. It must stand in exactly one file of a component, and alone on its lines.
#define COMPONENT_DEFINE(...)                                                            \
  _Pragma("GCC diagnostic push")                                                         \
  _Pragma("GCC diagnostic ignored \"-Wmissing-field-initializers\"")                     \
  static const component_manifest component_manifest_here = {__VA_ARGS__};               \
  _Pragma("GCC diagnostic pop")                                                          \
  COMPONENT_REGISTER(host, registration) {                                               \
    return component_register_all(host, registration, &component_manifest_here);         \
  }
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
