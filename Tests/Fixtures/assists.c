// Its actions are tools of every form, and where it may leave marks it says much on the standard output, which is not its own:
// as it is loaded, as it registers, in its actions, on a thread of its own and as the process ends. It would read the standard
// input as well.
// Flags: -pthread
#include "marks.h"

#include <pthread.h>
#include <stdio.h>

static void say(const char *words) {
  if (!getenv("FIXTURE_MARKS")) return;
  puts(words);
  fflush(stdout);
}

__attribute__((constructor)) static void begin(void) { say("from a constructor"); }

__attribute__((destructor)) static void end(void) {
  if (getenv("FIXTURE_MARKS")) printf("from a destructor");
}

static void *print(void *context) {
  (void)context;
  for (int line = 0; line < 20; line++) {
    write(1, "from a thread\n", 14);
    usleep(1000);
  }
  return NULL;
}

static int32_t prints(void *context, component_call *call) {
  (void)context;
  // One waits in the library's buffer until the process ends, the other goes out at once.
  printf("from a buffer");
  dprintf(STDOUT_FILENO, "from an action\n");
  FILE *out = fopen("/dev/stdout", "a");
  if (out) {
    fputs("from /dev/stdout\n", out);
    fclose(out);
  }
  char byte;
  return reply_int(call, read(STDIN_FILENO, &byte, 1));
}

static int32_t given(void *context, component_call *call) {
  (void)context;
  const component_value *value = find(call, "value");
  component_value null = {.kind = COMPONENT_KIND_NULL};
  return call->host->reply(call, value ? value : &null);
}

static int32_t wordy(void *context, component_call *call) {
  (void)context;
  static const component_text words[] = {TEXT("first"), TEXT(""), TEXT("third")};
  for (int step = 0; step < 3; step++) {
    component_progress progress = {COMPONENT_HEAD(component_progress), .fraction = -1, .message = words[step]};
    call->host->progress(call, &progress);
  }
  return reply_int(call, 3);
}

static int32_t deep(void *context, component_call *call) {
  (void)context;
  // As deep as lists may nest.
  static component_value lists[128];
  for (int level = 0; level < 128; level++) {
    lists[level] = (component_value){.kind = COMPONENT_KIND_LIST, .as = {.items = level ? &lists[level - 1] : NULL},
                                     .count = level ? 1 : 0};
  }
  return call->host->reply(call, &lists[127]);
}

static void action(const component_host *host, component_registration *registration, const char *target,
                   const char *name, const char *signature, component_run run, uint32_t flags) {
  component_action action = {COMPONENT_HEAD(component_action), .target = text(target), .name = text(name),
                             .summary = TEXT("A tool"), .run = run, .signature = text(signature),
                             .flags = COMPONENT_ACTION_REMOTE | flags};
  host->add_action(registration, &action);
}

#define LONG "AssistsWithATargetThatHasTheLongestNameThatAnybodyWouldEverWriteDown"

COMPONENT_REGISTER(host, registration) {
  say("from register");
  pthread_t thread;
  if (getenv("FIXTURE_MARKS") && !pthread_create(&thread, NULL, print, NULL)) pthread_detach(thread);
  describe(host, registration, "Assists");
  add_type(host, registration, "Book", "{title: text, pages: int?, parts: [Part]}");
  add_type(host, registration, "Part", "{title: text}");
  add_type(host, registration, "Unused", "{title: text}");
  add_target(host, registration, "Assists");
  add_target(host, registration, "Assists.Below");
  add_target(host, registration, "Assists." LONG);
  action(host, registration, "Assists", "prints", "() -> int", prints, 0);
  action(host, registration, "Assists", "anything", "(value: any) -> any", given, COMPONENT_ACTION_READS);
  action(host, registration, "Assists", "book", "(value: Book) -> Book", given, COMPONENT_ACTION_READS);
  action(host, registration, "Assists", "books", "(value: [Book]) -> [Book]", given, 0);
  action(host, registration, "Assists", "number", "(value: int = 7) -> int", given, 0);
  action(host, registration, "Assists", "words", "(value: text) -> text", given, 0);
  action(host, registration, "Assists", "bytes", "(value: bytes) -> bytes", given, 0);
  action(host, registration, "Assists", "nothing", "() -> nothing", given, 0);
  action(host, registration, "Assists", "wordy", "() -> int", wordy, COMPONENT_ACTION_PROGRESS);
  action(host, registration, "Assists", "deep", "() -> any", deep, 0);
  action(host, registration, "Assists", "local", "(value: function) -> int", given, 0);
  action(host, registration, "Assists", "halfLocal", "(value: int, then: function?) -> int", given, 0);
  action(host, registration, "Assists.Below", "number", "(value: int) -> int", given, 0);
  action(host, registration, "Assists." LONG, "number", "(value: int) -> int", given, 0);
  action(host, registration, "Assists." LONG, "numbers", "(value: int) -> int", given, 0);
  return COMPONENT_OK;
}
