// Ways to actions for those who do not call them by their names: routes, map keys, URLs.

#ifndef COMPONENT_AUTHOR_WAY_H
#define COMPONENT_AUTHOR_WAY_H

#include "neighbour.h"
#include "value.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// One row of a table of routes. What stands behind the pattern and the action may be left out.
//
// OWNERSHIP: the row borrows everything.
// THREADS: none of its own.
typedef struct component_route_row {
  const char *pattern;  // "/books/:id<int>"
  const char *action;
  const char *COMPONENT_NULLABLE target COMPONENT_DEFAULT(NULL);  // null: the component's name
  const char *COMPONENT_NULLABLE scheme COMPONENT_DEFAULT(NULL);  // null: any
  uint32_t flags COMPONENT_DEFAULT(0);                            // COMPONENT_ROUTE_*
  int32_t priority COMPONENT_DEFAULT(0);
  const component_entry *COMPONENT_NULLABLE fixed COMPONENT_DEFAULT(NULL);
  size_t fixed_count COMPONENT_DEFAULT(0);
  const component_entry *COMPONENT_NULLABLE renames COMPONENT_DEFAULT(NULL);
  size_t rename_count COMPONENT_DEFAULT(0);
} component_route_row;

// The route of a row, below a target that is the component's name where the row names none.
//
// OWNERSHIP: the result borrows everything.
// THREADS: any.
static inline component_route component_route_of(const component_route_row *row, component_text name) {
  component_route route = COMPONENT_ZERO;
  route.abi = COMPONENT_ABI_VERSION;
  route.size = (uint32_t)sizeof(route);
  route.target = row->target ? component_text_of(row->target) : name;
  route.pattern = component_text_of(row->pattern);
  route.action = component_text_of(row->action);
  route.scheme = component_text_of(row->scheme);
  route.fixed = row->fixed;
  route.fixed_count = row->fixed_count;
  route.renames = row->renames;
  route.rename_count = row->rename_count;
  route.flags = row->flags;
  route.priority = row->priority;
  return route;
}

static inline int32_t component_no_routes(component_receiver COMPONENT_NULLABLE receiver,
                                          void *COMPONENT_NULLABLE context) {
  if (!receiver) return COMPONENT_FAILURE_FAILED;
  return component_host_too_old("the host can't add routes while it runs", receiver, context);
}

// Adds a route of the component's own while the program runs, and takes one out. The result is COMPONENT_OK, or the code
// of the failure that `receiver` hears; it may be null.
//
// OWNERSHIP: everything is borrowed and copied.
// THREADS: any, also inside an action; not inside register.
static inline int32_t component_add_route(const component_host *host, component_route_row row,
                                          component_receiver COMPONENT_NULLABLE receiver,
                                          void *COMPONENT_NULLABLE context) {
  component_route route = component_route_of(&row, host->name);
  if (!COMPONENT_HAS(host, publish_route)) return component_no_routes(receiver, context);
  return host->publish_route(host, &route, receiver, context);
}

static inline int32_t component_remove_route(const component_host *host, component_route_row row,
                                             component_receiver COMPONENT_NULLABLE receiver,
                                             void *COMPONENT_NULLABLE context) {
  component_route route = component_route_of(&row, host->name);
  if (!COMPONENT_HAS(host, withdraw_route)) return component_no_routes(receiver, context);
  return host->withdraw_route(host, &route, receiver, context);
}

// Calls the action of a map key, "BookDetail_cover", and returns when the call has ended; as component_call_action.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: any, also inside an action; not inside register.
static inline int32_t component_open_key(const component_host *host, const char *key,
                                         const component_entry *COMPONENT_NULLABLE parameters, size_t count,
                                         component_receiver receiver, void *COMPONENT_NULLABLE context) {
  component_request request = component_request_of(parameters, count, receiver, context);
  return host->open_key(host, component_text_of(key), &request);
}

// Writes the URL that calls an action with these parameters; `receiver` hears it as text, or why there is none.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: any, also inside an action; not inside register.
static inline int32_t component_write_url(const component_host *host, const char *scheme, const char *target,
                                          const char *action, const component_entry *COMPONENT_NULLABLE parameters,
                                          size_t count, component_receiver receiver,
                                          void *COMPONENT_NULLABLE context) {
  component_request request = component_request_of(parameters, count, receiver, context);
  if (!COMPONENT_HAS(host, write_url)) return component_host_too_old("the host writes no URLs", receiver, context);
  request.target = component_text_of(target);
  request.action = component_text_of(action);
  return host->write_url(host, component_text_of(scheme), &request);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
