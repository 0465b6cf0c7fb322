// It kills the process in the way and at the place that FIXTURE_DIES says: "place way".
// Flags: -pthread
#include "asks.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

static int overflow(volatile char *before) {
  volatile char here[4096];
  here[0] = before[0];
  return before[0] ? 0 : overflow(here) + here[0];
}

static void *read_input(void *context) {
  (void)context;
  getchar();
  return NULL;
}

// A thread waits for input that never comes, and holds the lock of its stream.
static void wait_for_input(void) {
  int ends[2];
  if (pipe(ends) != 0 || dup2(ends[0], STDIN_FILENO) < 0) return;
  pthread_t reader;
  if (pthread_create(&reader, NULL, read_input, NULL) != 0) return;
  while (ftrylockfile(stdin) == 0) {
    funlockfile(stdin);
    usleep(1000);
  }
}

// Whether what lies below this thread's stack for signals may be neither read nor written.
static int has_guard(void) {
  stack_t stack;
  if (sigaltstack(NULL, &stack) != 0 || (stack.ss_flags & SS_DISABLE)) return 0;
  FILE *maps = fopen("/proc/self/maps", "re");
  char line[512], rights[5];
  unsigned long start, end;
  int result = 0;
  while (maps && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%lx-%lx %4s", &start, &end, rights) != 3 || end != (unsigned long)stack.ss_sp) continue;
    result = strcmp(rights, "---p") == 0;
  }
  if (maps) fclose(maps);
  return result;
}

static void fault(int number) { *(volatile int *)8 = number; }

static void die(const char *way) {
  if (strcmp(way, "fault") == 0) *(volatile int *)8 = 1;
  if (strcmp(way, "abort") == 0) abort();
  if (strcmp(way, "trap") == 0) __builtin_trap();
  if (strcmp(way, "divide") == 0) raise(SIGFPE);
  if (strcmp(way, "bus") == 0) raise(SIGBUS);
  if (strcmp(way, "break") == 0) raise(SIGTRAP);
  if (strcmp(way, "call") == 0) raise(SIGSYS);
  if (strcmp(way, "overflow") == 0) {
    char start[1] = {0};
    if (overflow(start) == 1) abort();
  }
  if (strcmp(way, "blocked") == 0) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    *(volatile int *)8 = 1;
  }
  if (strcmp(way, "handled") == 0) {
    struct sigaction action = {.sa_handler = fault};
    sigfillset(&action.sa_mask);
    sigaction(SIGUSR2, &action, NULL);
    raise(SIGUSR2);
  }
  if (strcmp(way, "read") == 0) wait_for_input();
  if (strcmp(way, "leave") == 0) {
    printf("what was printed\n");
    pthread_exit(NULL);
  }
  if (strcmp(way, "exit") == 0 || strcmp(way, "read") == 0) {
    printf("what was printed\n");
    exit(0);
  }
  if (strcmp(way, "_exit") == 0) _exit(0);
  if (strcmp(way, "_Exit") == 0) _Exit(0);
  if (strcmp(way, "children") == 0) {
    // What a child of the component's own calls is its own affair.
    pid_t forked = fork();
    if (forked == 0) _exit(3);
    int status = 0;
    if (waitpid(forked, &status, 0) != forked || !WIFEXITED(status) || WEXITSTATUS(status) != 3) abort();
  }
  if (strcmp(way, "refuse") == 0) {
    // As a worker says that can't be confined.
    fputs("error: it can't be confined: who knows\n", stderr);
    _exit(126);
  }
  if (strcmp(way, "quick") == 0) quick_exit(0);
  if (strcmp(way, "kill") == 0) raise(SIGKILL);
  if (strcmp(way, "guard") == 0 && !has_guard()) abort();
}

static void die_at(const char *here) {
  const char *said = getenv("FIXTURE_DIES");
  if (said && strncmp(said, here, strlen(here)) == 0 && said[strlen(here)] == ' ') die(said + strlen(here) + 1);
}

__attribute__((constructor)) static void construct(void) { die_at("constructor"); }
__attribute__((destructor)) static void destruct(void) { die_at("destructor"); }

static void shut_down(void *context) {
  (void)context;
  die_at("shutdown");
}

static void *own_thread(void *context) {
  die_at("thread");
  return context;
}

static void heard(void *context, const component_value *reply, const component_failure *failure) {
  (void)context, (void)reply, (void)failure;
}

static void *calling_thread(void *context) {
  const component_host *host = context;
  component_request request = {
      COMPONENT_HEAD(component_request), .target = TEXT("Dies"), .action = TEXT("run"), .ended = heard};
  host->call(host, &request);
  return NULL;
}

static int c11_thread(void *context) {
  (void)context;
  die_at("thread");
  return 0;
}

enum { CROWD = 32 };
static pthread_barrier_t together;

static void *one_of_many(void *context) {
  pthread_barrier_wait(&together);
  die_at("thread");
  return context;
}

static int32_t on_thread(component_call *call, void *(*body)(void *)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, (void *)call->host) != 0) return COMPONENT_FAILURE_FAILED;
  pthread_join(thread, NULL);
  return reply_text(call, TEXT("still here"));
}

static int32_t run(void *context, component_call *call) {
  (void)context;
  die_at("run");
  return run_ok(context, call);
}

static int32_t nested(void *context, component_call *call) {
  (void)context;
  return ask(call, "Dies.Below", "run");
}

static int32_t after(void *context, component_call *call) {
  (void)context;
  int32_t status = ask(call, "Dies.Below", "run");
  die_at("after");
  return status;
}

static int32_t thread(void *context, component_call *call) {
  (void)context;
  return on_thread(call, own_thread);
}

static int32_t calls(void *context, component_call *call) {
  (void)context;
  return on_thread(call, calling_thread);
}

static int32_t standard_thread(void *context, component_call *call) {
  (void)context;
  thrd_t thread;
  if (thrd_create(&thread, c11_thread, NULL) != thrd_success) return COMPONENT_FAILURE_FAILED;
  thrd_join(thread, NULL);
  return reply_text(call, TEXT("still here"));
}

static int32_t crowd(void *context, component_call *call) {
  (void)context;
  pthread_t threads[CROWD];
  pthread_barrier_init(&together, NULL, CROWD);
  for (int i = 0; i < CROWD; i++) {
    if (pthread_create(&threads[i], NULL, one_of_many, NULL) != 0) return COMPONENT_FAILURE_FAILED;
  }
  for (int i = 0; i < CROWD; i++) pthread_join(threads[i], NULL);
  return reply_text(call, TEXT("still here"));
}

static atomic_bool was_told;

static void told(void *context, const component_notice *notice) {
  (void)context, (void)notice;
  die_at("told");
  atomic_store(&was_told, true);
}

static int32_t tells(void *context, component_call *call) {
  (void)context;
  component_value null = {0};
  call->host->publish(call->host, TEXT("Dies.told"), &null, NULL, NULL);
  while (!atomic_load(&was_told)) usleep(1000);
  return reply_text(call, TEXT("still here"));
}

COMPONENT_REGISTER(host, registration) {
  die_at("register");
  component_about about = {COMPONENT_HEAD(component_about), .name = TEXT("Dies"), .summary = TEXT("Dies"),
                           .version = {1, 0, 0}, .shutdown = shut_down};
  host->describe(registration, &about);
  add_target(host, registration, "Dies");
  add_target(host, registration, "Dies.Below");
  add_action(host, registration, "Dies", "run", run);
  add_action(host, registration, "Dies", "nested", nested);
  add_action(host, registration, "Dies", "after", after);
  add_action(host, registration, "Dies", "thread", thread);
  add_action(host, registration, "Dies", "standard", standard_thread);
  add_action(host, registration, "Dies", "crowd", crowd);
  add_action(host, registration, "Dies", "calls", calls);
  add_action(host, registration, "Dies", "tells", tells);
  component_event event = {COMPONENT_HEAD(component_event), .name = TEXT("Dies.told")};
  host->add_event(registration, &event);
  component_observer observer = {
      COMPONENT_HEAD(component_observer), .events = &event.name, .event_count = 1, .heard = told};
  host->add_observer(registration, &observer);
  return add_action(host, registration, "Dies.Below", "run", run);
}
