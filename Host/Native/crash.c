#define _GNU_SOURCE
#include "crash.h"

#include "crash_record.h"
#include "crash_watch.h"
#include "culprit.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static const struct {
  int number;
  char name[8];
} signals[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGILL, "SIGILL"}, {SIGFPE, "SIGFPE"},
               {SIGABRT, "SIGABRT"}, {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"}};

enum { SIGNAL_COUNT = sizeof signals / sizeof signals[0] };

// The handlers that were there before.
static struct sigaction before[SIGNAL_COUNT];
static const host_last_words *last_words;
// Whether the process dies, and its last words are read.
static int are_read;
static int exit_code;
// The process that is watched; 0 where none is. A child that a component forks is not watched.
static pid_t watched;
// Whether `exit` is expected.
static int is_over;
// The thread that tells; the process dies once.
static pid_t teller;
// Whether it has told; later faults, as of a handler that comes after, are no news.
static int has_told;

// Handlers that threads have set for themselves since then. Each thread has a place for itself, so none takes away
// another's; those that come when all are taken have none.
enum { OWN_COUNT = 32 };
static struct own_handlers {
  pid_t thread;
  struct sigaction actions[SIGNAL_COUNT];
} own[OWN_COUNT];

// This thread's place: if it has one, or if it can take one.
static struct own_handlers *own_handlers(int takes_one) {
  pid_t self = (pid_t)syscall(SYS_gettid);
  for (int place = 0; place < OWN_COUNT; place++) {
    pid_t thread = __atomic_load_n(&own[place].thread, __ATOMIC_RELAXED);
    if (thread == self) return &own[place];
    if (thread) continue;
    if (!takes_one) return NULL;
    if (__atomic_compare_exchange_n(&own[place].thread, &thread, self, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      return &own[place];
    }
  }
  return NULL;
}

// The words that are said, which stay from here on: whoever has others said by now looks behind that whether these are read.
static const host_last_words *words_to_say(void) {
  __atomic_store_n(&are_read, 1, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&last_words, __ATOMIC_SEQ_CST);
}

static void set_told(void) { __atomic_store_n(&has_told, 1, __ATOMIC_RELEASE); }

// MARK: words

static size_t append(char *line, size_t length, size_t room, const char *bytes, size_t count) {
  if (count > room - length) count = room - length;
  memcpy(line + length, bytes, count);
  return length + count;
}

// The moment as a text of twenty signs. By hand: gmtime takes a lock that the thread which dies may hold.
static void write_time(char *text) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  int64_t days = now.tv_sec / 86400, rest = now.tv_sec % 86400;
  // Years that begin in March have their odd day at the end.
  int64_t day = days + 719468, era = day / 146097, of_era = day % 146097;
  int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  int64_t parts[] = {era * 400 + year + (month > 9), month < 10 ? month + 3 : month - 9,
                     of_year - (153 * month + 2) / 5 + 1, rest / 3600, rest / 60 % 60, rest % 60};
  static const char form[] = "0000-00-00T00:00:00Z";
  memcpy(text, form, sizeof form - 1);
  static const int ends[] = {3, 6, 9, 12, 15, 18};
  for (int part = 0; part < 6; part++) {
    for (int place = ends[part]; place >= 0 && form[place] == '0'; place--) {
      text[place] = (char)('0' + parts[part] % 10);
      parts[part] /= 10;
    }
  }
}

static void say(host_words words, const struct host_culprit *culprit, const char *signal) {
  static const char marks[4][4] = {HOST_WORDS_COMPONENT, HOST_WORDS_PLACE, HOST_WORDS_SIGNAL, HOST_WORDS_TIME};
  char time[20];
  write_time(time);
  const char *texts[4] = {culprit->component, culprit->place, signal, time};
  size_t lengths[4] = {culprit->component_length, culprit->place_length, strlen(signal), sizeof time};
  char line[4096];
  size_t length = 0, place = 0;
  while (place < words.length) {
    int mark = 0;
    while (mark < 4 && (words.length - place < 3 || memcmp(words.bytes + place, marks[mark], 3) != 0)) mark++;
    if (mark < 4) {
      length = append(line, length, sizeof line, texts[mark], lengths[mark]);
      place += 3;
    } else {
      length = append(line, length, sizeof line, words.bytes + place++, 1);
    }
  }
  // The reader of standard error may have stopped: the process ends all the same.
  struct pollfd ready = {STDERR_FILENO, POLLOUT, 0};
  if (poll(&ready, 1, 1000) == 0) return;
  for (size_t done = 0; done < length;) {
    ssize_t count = write(STDERR_FILENO, line + done, length - done);
    if (count < 0 && errno != EINTR) return;
    if (count > 0) done += (size_t)count;
  }
}

static host_doing *_Nullable *watched_doing;

void host_words_watch_this_thread(void) { watched_doing = &host_thread_doing; }

void host_words_say(host_words words, host_words otherwise) {
  struct host_culprit culprit;
  int is_found = host_culprit_of_watched(&culprit, watched_doing);
  say(is_found ? words : otherwise, &culprit, "");
}

// MARK: signals

static void find_culprit_at(struct host_culprit *culprit, const ucontext_t *context, int *is_found) {
#if defined(__x86_64__)
  const greg_t *registers = context->uc_mcontext.gregs;
  *is_found = host_find_culprit(culprit, (uintptr_t)registers[REG_RIP], (uintptr_t)registers[REG_RSP]);
#elif defined(__aarch64__)
  *is_found = host_find_culprit(culprit, context->uc_mcontext.pc, context->uc_mcontext.sp);
#else
#error "say where the code and the stack are"
#endif
}

static int core_is_wanted(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur != 0;
}

// The signal takes its course as if it had no handler: what raised it is run again, or it is sent again.
static void die(int number, const siginfo_t *info) {
  signal(number, SIG_DFL);
  int is_fault = number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE;
  if (is_fault && info->si_code > 0) return;
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
  // The first process of a namespace does not die of a signal that it sends itself.
  if (host_crash_is_recorded()) _exit(128 + number);
}

// A second fault, in the search for the component: only the signal can be told.
static void tell_little(int number, const siginfo_t *info) {
  if (host_crash_is_recorded()) return die(number, info);
  static const struct host_culprit somebody = {.component = "?", .component_length = 1};
  if (!has_told) say(words_to_say()->crashed, &somebody, "fault");
  set_told();
  if (!core_is_wanted()) _exit(exit_code);
  die(number, info);
}

static void tell(int index, const siginfo_t *info, const ucontext_t *context, int *is_found) {
  struct host_culprit culprit;
  if (host_crash_is_recorded()) return host_crash_write_signal(signals[index].number, info, context);
  find_culprit_at(&culprit, context, is_found);
  if (!*is_found) return;
  say(words_to_say()->crashed, &culprit, signals[index].name);
  set_told();
}

static int index_of(int number) {
  int index = 0;
  while (index < SIGNAL_COUNT && signals[index].number != number) index++;
  return index;
}

__attribute__((noinline)) static void end_by(int number, siginfo_t *info, void *context, int index) {
  int is_sent = info->si_code <= 0 && info->si_pid != getpid(), is_told = 0;
  if (watched == getpid() && !is_sent) {
    pid_t self = (pid_t)syscall(SYS_gettid), nobody = 0;
    if (!__atomic_compare_exchange_n(&teller, &nobody, self, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
      if (nobody == self) return tell_little(number, info);
      // Another thread is ending the process.
      for (;;) pause();
    }
    tell(index, info, context, &is_told);
  }
  if (before[index].sa_flags & SA_SIGINFO) {
    before[index].sa_sigaction(number, info, context);
  } else if (before[index].sa_handler != SIG_DFL && before[index].sa_handler != SIG_IGN) {
    before[index].sa_handler(number);
  }
  if (is_told && !core_is_wanted()) _exit(exit_code);
  die(number, info);
}

// The stack of the thread that reads memory for a backtrace has little room: whatever needs more is in the other function.
static void handle(int number, siginfo_t *info, void *context) {
  int index = index_of(number);
  if (index == SIGNAL_COUNT) return;
  const struct own_handlers *handlers = own_handlers(0);
  const struct sigaction *action = handlers ? &handlers->actions[index] : NULL;
  if (!action || !action->sa_handler) {
    end_by(number, info, context, index);
  } else if (action->sa_flags & SA_SIGINFO) {
    action->sa_sigaction(number, info, context);
  } else {
    action->sa_handler(number);
  }
}

// MARK: exit

static void give_up(int number) {
  (void)number;
  _exit(exit_code);
}

static void end(host_words words, const struct host_culprit *culprit) {
  is_over = 1;
  say(words, culprit, "");
  // A thread that waits for input has the lock of its stream, and may wait for ever.
  signal(SIGALRM, give_up);
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
  alarm(1);
  fflush(NULL);
  _exit(exit_code);
}

// Ends a worker whose component ends it otherwise than by a signal. What its destructors do is not waited for, as calls are.
static void end_recorded(uint32_t kind, int status) {
  is_over = 1;
  host_crash_write_end(kind, status);
  _exit(status);
}

static void leave_recorded(int status, void *unused) {
  (void)unused;
  struct host_culprit culprit;
  if (watched != getpid() || is_over) return;
  int is_ours = host_is_in_call() || host_find_culprit(&culprit, 0, (uintptr_t)__builtin_frame_address(0));
  if (is_ours) end_recorded(HOST_CRASH_EXIT, status);
}

static void leave_quickly(void) { leave_recorded(0, NULL); }

void host_crash_thread_ends(void) {
  if (!host_crash_is_recorded() || watched != getpid() || is_over) return;
  if (host_is_in_call()) end_recorded(HOST_CRASH_THREAD, 1);
}

void host_crash_jumped(void) {
  if (host_crash_is_recorded() && watched == getpid() && !is_over) end_recorded(HOST_CRASH_JUMP, 1);
}

// Runs when `exit` is called, on that thread.
static void leave(void) {
  struct host_culprit culprit;
  if (watched != getpid() || is_over) return;
  if (host_find_culprit(&culprit, 0, (uintptr_t)__builtin_frame_address(0))) end(words_to_say()->left, &culprit);
}

void host_crash_leaves(int status, uintptr_t caller) {
  struct host_culprit culprit;
  if (watched != getpid() || is_over) return;
  if (!host_find_culprit(&culprit, caller, (uintptr_t)__builtin_frame_address(0))) return;
  pid_t self = (pid_t)syscall(SYS_gettid), nobody = 0;
  if (!__atomic_compare_exchange_n(&teller, &nobody, self, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    if (nobody == self) return;
    // Another thread is ending the process.
    for (;;) pause();
  }
  if (host_crash_is_recorded()) end_recorded(HOST_CRASH_EXIT, status);
  end(words_to_say()->left, &culprit);
}

// Runs when the program's thread ends before its process. Only a component ends it, and the call that it ran would never
// end. The call's frame still lies on its stack, far below what runs here.
static void leave_thread(void *key) {
  (void)key;
  struct host_culprit culprit;
  if (watched != getpid() || is_over) return;
  if (host_culprit_of_this_thread(&culprit)) end(words_to_say()->left_thread, &culprit);
}

int host_crash_is_told(void) { return watched == getpid() && __atomic_load_n(&has_told, __ATOMIC_ACQUIRE); }

void host_crash_over(void) {
  is_over = 1;
  // The thread that told a fault is at its backtrace, and ends the process behind that.
  if (host_crash_is_told() && __atomic_load_n(&teller, __ATOMIC_SEQ_CST) != (pid_t)syscall(SYS_gettid)) {
    for (;;) pause();
  }
}

int host_crash_keeps(int number, const struct sigaction *action) {
  int index = index_of(number);
  if (index == SIGNAL_COUNT || watched != getpid() || !__atomic_load_n(&has_told, __ATOMIC_ACQUIRE)) return 0;
  if ((action->sa_flags & SA_SIGINFO) || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN)) {
    struct own_handlers *handlers = own_handlers(1);
    if (handlers) handlers->actions[index] = *action;
  }
  return 1;
}

uint64_t host_crash_without_faults(uint64_t set) {
  for (int i = 0; i < HOST_FAULT_COUNT; i++) set &= ~(UINT64_C(1) << (host_faults[i] - 1));
  return set;
}

// A person who presses Ctrl-\ means to end the process. The standard library takes that for a crash, and goes on behind
// its backtrace.
static void let_quit_end(void) {
  struct sigaction now;
  if (sigaction(SIGQUIT, NULL, &now) != 0) return;
  if ((now.sa_flags & SA_SIGINFO) || (now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN)) signal(SIGQUIT, SIG_DFL);
}

static void begin_watch(int code) {
  static pthread_key_t key;
  exit_code = code;
  watched = getpid();
  host_crash_threads_begin();
  let_quit_end();
  // A second fault, while the first one is told, is handled as well.
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < SIGNAL_COUNT; i++) sigaction(signals[i].number, &action, &before[i]);
  if (host_crash_is_recorded()) {
    on_exit(leave_recorded, NULL);
    at_quick_exit(leave_quickly);
    return;
  }
  atexit(leave);
  at_quick_exit(leave);
  if (pthread_key_create(&key, leave_thread) == 0) pthread_setspecific(key, &key);
}

const host_last_words *host_crash_watch(const host_last_words *words, int code) {
  const host_last_words *before = __atomic_exchange_n(&last_words, words, __ATOMIC_SEQ_CST);
  if (!before) begin_watch(code);
  return __atomic_load_n(&are_read, __ATOMIC_SEQ_CST) ? NULL : before;
}

void host_crash_watch_record(void) { begin_watch(1); }
