// It harms its own process, each action in another way, as far as that needs no certain moment: `dies` does the rest.
// Flags: -pthread
#include "asks.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: what ends it

static int32_t corrupt(void *context, component_call *call) {
  (void)context, (void)call;
  char *volatile block = malloc(2000), *volatile next = malloc(2000);
  memset(block, 'x', 2100);
  free(next);
  free(block);
  abort();
}

static int32_t leave_at_once(void *context, component_call *call) {
  (void)context, (void)call;
  _exit(0);
}

static int32_t eat(void *context, component_call *call) {
  (void)context;
  for (;;) {
    // Volatile, or else a compiler leaves out what nobody reads.
    char *volatile block = malloc(1 << 20);
    if (!block) return fail(call, COMPONENT_FAILURE_FAILED, "no_memory", "there is no memory left");
    memset(block, 1, 1 << 20);
  }
}

static int32_t say_and_die(void *context, component_call *call) {
  (void)context, (void)call;
  fprintf(stderr, "about to fall\n\033[31mred\033[0m\n");
  *(volatile int *)8 = 1;
  return COMPONENT_OK;
}

static int32_t garbage(void *context, component_call *call) {
  (void)context;
  for (int i = 0; i < 100; i++) {
    if (write(3, "this is no message of the channel, and never was", 48) < 0) break;
  }
  return reply_text(call, TEXT("written"));
}

static int32_t close_all(void *context, component_call *call) {
  (void)context;
  syscall(SYS_close_range, 0, ~0U, 0);
  return reply_text(call, TEXT("closed"));
}

static jmp_buf outer;

static int32_t jump(void *context, component_call *call) {
  (void)context, (void)call;
  longjmp(outer, 1);
}

static int32_t leap(void *context, component_call *call) {
  (void)context;
  return setjmp(outer) ? COMPONENT_OK : ask(call, "Harms", "jump");
}

// MARK: what does not

static int32_t spin(void *context, component_call *call) {
  (void)context, (void)call;
  for (volatile unsigned i = 1; i; i = i | 1) {}
  return COMPONENT_OK;
}

static int32_t sleep_on(void *context, component_call *call) {
  (void)context, (void)call;
  for (volatile int i = 1; i;) pause();
  return COMPONENT_OK;
}

// It says when it was told to end, and goes on.
static int32_t ignore(void *context, component_call *call) {
  (void)context;
  while (!call->host->is_cancelled(call)) usleep(1000);
  fprintf(stderr, "told to end\n");
  for (volatile int i = 1; i;) pause();
  return COMPONENT_OK;
}

static int32_t flood(void *context, component_call *call) {
  (void)context;
  for (int i = 0; i < 20000; i++) fprintf(stderr, "line %d of far too many, each of which is of some length\n", i);
  return reply_text(call, TEXT("said"));
}

static int32_t fork_and_leave(void *context, component_call *call) {
  (void)context;
  pid_t child = fork();
  if (child == 0) {
    setsid();
    signal(SIGHUP, SIG_IGN);
    if (fork() != 0) _exit(0);
    for (;;) pause();
  }
  return reply_int(call, child);
}

static int32_t pass_through(void *context, component_call *call) {
  (void)context;
  component_text target = parameter(call, "target"), action = parameter(call, "action");
  component_request request = {COMPONENT_HEAD(component_request), .target = target, .action = action,
                               .ended = pass_on, .context = call};
  return call->host->call(call->host, &request);
}

// A function of the caller's, which it has when it falls.
static int32_t hold(void *context, component_call *call) {
  (void)context;
  const component_value *value = find(call, "function");
  if (value && value->kind == COMPONENT_KIND_FUNCTION && value->as.function->retain) {
    value->as.function->retain(value->as.function->context);
  }
  *(volatile int *)8 = 1;
  return COMPONENT_OK;
}

// MARK: its steps

static int32_t fall_at(const char *step, void *context, component_call *call) {
  const char *said = getenv("FIXTURE_HARMS");
  if (said && strcmp(said, step) == 0) *(volatile int *)8 = 1;
  return run_ok(context, call);
}

static int32_t start(void *context, component_call *call) { return fall_at("start", context, call); }
static int32_t save(void *context, component_call *call) { return fall_at("save", context, call); }

COMPONENT_REGISTER(host, registration) {
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("Harms"), .summary = TEXT("Harms"),
                           .version = {1, 0, 0}, .start = start, .save = save};
  host->describe(registration, &about);
  add_target(host, registration, "Harms");
  static const struct {
    const char *name;
    component_run run;
  } actions[] = {
      {"corrupt", corrupt}, {"leave", leave_at_once}, {"eat", eat}, {"say", say_and_die}, {"garbage", garbage},
      {"close", close_all}, {"jump", jump}, {"leap", leap}, {"spin", spin}, {"sleep", sleep_on}, {"ignore", ignore},
      {"flood", flood}, {"fork", fork_and_leave}, {"pass", pass_through}, {"hold", hold}, {"run", run_ok},
  };
  for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
    add_action(host, registration, "Harms", actions[i].name, actions[i].run);
  }
  return COMPONENT_OK;
}
