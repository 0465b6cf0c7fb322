// It replies what a shell has to handle: bytes, a text that acts on a terminal, a list of maps; and it prints to the
// standard output as libraries do.
#include "fixture.h"

#include <stdio.h>

static int32_t bytes(void *context, component_call *call) {
  (void)context;
  const component_value *data = find(call, "data");
  return data ? call->host->reply(call, data) : COMPONENT_FAILURE_INVALID;
}

static int32_t escapes(void *context, component_call *call) {
  (void)context;
  return reply_text(call, TEXT("\x1b[31mred\x1b[0m\n\ttwo\xc2\x9b"));
}

static int32_t notes(void *context, component_call *call) {
  (void)context;
  component_value word = {.kind = COMPONENT_KIND_TEXT, .as = {.text = "a word"}, .count = 6};
  component_value page = {.kind = COMPONENT_KIND_INT, .as = {.integer = 7}};
  component_entry entries[] = {{TEXT("text"), word}, {TEXT("of the day"), page}};
  component_value note = {.kind = COMPONENT_KIND_MAP, .as = {.entries = entries}, .count = 2};
  component_value list = {.kind = COMPONENT_KIND_LIST, .as = {.items = &note}, .count = 1};
  component_entry reply[] = {{TEXT("notes"), list}};
  component_value map = {.kind = COMPONENT_KIND_MAP, .as = {.entries = reply}, .count = 1};
  return call->host->reply(call, &map);
}

static int32_t prints(void *context, component_call *call) {
  printf("a line of a library\n");
  fflush(stdout);
  return run_ok(context, call);
}

static int32_t add(const component_host *host, component_registration *registration, const char *name,
                   const char *signature, component_run run) {
  component_action action = {COMPONENT_HEAD(component_action), .target = TEXT("Shows"), .name = text(name),
                             .summary = TEXT("An action"), .run = run, .signature = text(signature)};
  return host->add_action(registration, &action);
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Shows");
  add_target(host, registration, "Shows");
  add(host, registration, "bytes", "(data: bytes) -> bytes", bytes);
  add(host, registration, "same", "(data: text) -> text", bytes);
  add(host, registration, "number", "(data: int) -> int", bytes);
  add(host, registration, "anything", "(data: any) -> any", bytes);
  add(host, registration, "wrong", "() -> int", run_ok);
  add(host, registration, "escapes", "() -> text", escapes);
  add(host, registration, "notes", "() -> any", notes);
  return add(host, registration, "prints", "() -> text", prints);
}
