// The C sample's objects and functions, and how it passes on what another call ended with.

#ifndef SAMPLE_HELD_H
#define SAMPLE_HELD_H

#include "../fixture.h"

#include <stdatomic.h>
#include <stdlib.h>

static bool find_int(const component_call *call, const char *name, int64_t *integer) {
  const component_value *value = find(call, name);
  if (!value || value->kind != COMPONENT_KIND_INT) return false;
  *integer = value->as.integer;
  return true;
}

static void pass_on(void *context, const component_value *reply, const component_failure *failure) {
  component_call *call = context;
  if (reply) {
    call->host->reply(call, reply);
  } else {
    call->host->fail(call, failure);
  }
}

static int32_t call_back(void *context, component_call *call) {
  (void)context;
  const component_value *function = find(call, "function");
  if (!function || function->kind != COMPONENT_KIND_FUNCTION) return COMPONENT_FAILURE_INVALID;
  component_entry n = {TEXT("n"), {.kind = COMPONENT_KIND_INT, .as = {.integer = 20}}};
  component_request request = {COMPONENT_HEAD(component_request), .parameters = &n, .parameter_count = 1,
                               .ended = pass_on, .context = call};
  return call->host->invoke(call->host, function->as.function, &request);
}

// What the function value of `adder` and the object of `box` point to: a number and its holders.
struct held {
  atomic_int holders;
  atomic_llong number;
};

static struct held *make_held(int64_t number) {
  struct held *held = malloc(sizeof *held);
  if (!held) abort();
  atomic_init(&held->holders, 1);
  atomic_init(&held->number, number);
  return held;
}

static void retain(void *context) { atomic_fetch_add(&((struct held *)context)->holders, 1); }

static void release(void *context) {
  if (atomic_fetch_sub(&((struct held *)context)->holders, 1) == 1) free(context);
}

static int32_t add_held(void *context, component_call *call) {
  int64_t n = 0;
  find_int(call, "n", &n);
  return reply_int(call, n + atomic_load(&((struct held *)context)->number));
}

static int32_t adder(void *context, component_call *call) {
  (void)context;
  int64_t by = 0;
  find_int(call, "by", &by);
  struct held *held = make_held(by);
  component_function function = {COMPONENT_HEAD(component_function), .context = held, .run = add_held, .retain = retain,
                                 .release = release, .host = call->host};
  component_value value = {.kind = COMPONENT_KIND_FUNCTION, .as = {.function = &function}};
  int32_t result = call->host->reply(call, &value);
  release(held);
  return result;
}

static int32_t box(void *context, component_call *call) {
  (void)context;
  struct held *held = make_held(0);
  component_object object = {COMPONENT_HEAD(component_object), .type = TEXT("Sample.Box"), .instance = held,
                             .retain = retain, .release = release};
  component_value value = {.kind = COMPONENT_KIND_OBJECT, .as = {.object = &object}};
  int32_t result = call->host->reply(call, &value);
  release(held);
  return result;
}

static int32_t bump(void *context, component_call *call) {
  (void)context;
  const component_value *box = find(call, "box");
  if (!box || box->kind != COMPONENT_KIND_OBJECT || box->as.object->release != release) {
    return fail(call, COMPONENT_FAILURE_INVALID, "foreign_object", "the box is none of mine");
  }
  struct held *held = box->as.object->instance;
  return reply_int(call, atomic_fetch_add(&held->number, 1) + 1);
}

#endif
