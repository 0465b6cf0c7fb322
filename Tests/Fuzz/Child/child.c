#define _GNU_SOURCE
#include "child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static child_end *own_end;

void *child_shared(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

int child_split(int count) {
  for (int number = 0; number < count; number++) {
    if (fork() == 0) return number;
  }
  while (wait(NULL) > 0) {
  }
  return -1;
}

void child_leave(void) { _exit(0); }

void child_reached(int number) { own_end->reached = number; }

// The rest is for a process in which nothing can be relied on: no allocation, and nothing of the C library but its
// bare system calls.

static uint64_t hexadecimal(const char **text) {
  uint64_t number = 0;
  for (;; (*text)++) {
    char c = **text;
    if (c >= '0' && c <= '9') number = number * 16 + (uint64_t)(c - '0');
    else if (c >= 'a' && c <= 'f') number = number * 16 + (uint64_t)(c - 'a' + 10);
    else return number;
  }
}

// A line of /proc/self/maps.
typedef struct {
  uint64_t start, end;
  int is_code;
  const char *path;  // "[anonymous]" where it has none
} mapping;

static int read_mapping(const char *line, mapping *read) {
  const char *at = line;
  read->start = hexadecimal(&at);
  if (*at++ != '-') return 0;
  read->end = hexadecimal(&at);
  // Permissions, offset, device, inode.
  for (int field = 0; field < 5; field++) {
    if (field == 1) read->is_code = at[2] == 'x';
    while (*at && *at != ' ') at++;
    while (*at == ' ') at++;
  }
  read->path = *at ? at : "[anonymous]";
  return 1;
}

static void keep(const char *path, char *place, size_t room) {
  size_t length = strlen(path);
  if (length >= room) length = room - 1;
  memcpy(place, path, length);
  place[length] = 0;
}

// Writes the path of the mapping that an address lies in, and says whether code is mapped of a library that lies in memory.
static void find(uint64_t address, char *place, size_t room, int32_t *has_code) {
  static char lines[8192];
  size_t count = 0;
  int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return;
  for (;;) {
    ssize_t got = read(maps, lines + count, sizeof lines - 1 - count);
    if (got <= 0) break;
    count += (size_t)got;
    size_t start = 0;
    for (size_t i = 0; i < count; i++) {
      if (lines[i] != '\n') continue;
      lines[i] = 0;
      mapping one;
      if (read_mapping(lines + start, &one)) {
        if (one.is_code && strncmp(one.path, "/memfd:", 7) == 0) *has_code = 1;
        if (address >= one.start && address < one.end) keep(one.path, place, room);
      }
      start = i + 1;
    }
    memmove(lines, lines + start, count - start);
    count -= start;
  }
  close(maps);
}

static int is_mapped(uint64_t address) {
  // A byte that can be read can be written to a pipe, and no other.
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return 0;
  int is = write(ends[1], (const void *)address, 8) == 8;
  close(ends[0]);
  close(ends[1]);
  return is;
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)info;
  const ucontext_t *state = context;
#if defined(__x86_64__)
  uint64_t instruction = (uint64_t)state->uc_mcontext.gregs[REG_RIP];
  uint64_t stack = (uint64_t)state->uc_mcontext.gregs[REG_RSP];
  uint64_t caller = is_mapped(stack) ? *(uint64_t *)stack : 0;
#elif defined(__aarch64__)
  uint64_t instruction = state->uc_mcontext.pc, caller = state->uc_mcontext.regs[30];
#endif
  own_end->signal = number;
  own_end->instruction = instruction;
  find(instruction, own_end->place, sizeof own_end->place, &own_end->has_code);
  find(caller, own_end->caller, sizeof own_end->caller, &own_end->has_code);
  _exit(255);
}

static void prepare(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int null = open("/dev/null", O_RDWR);
  for (int number = 0; number < 3; number++) dup2(null, number);
  static char memory[65536];
  stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
  int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, NULL);
}

void child_run(void (*body)(void *), void *context, int milliseconds, child_end *end) {
  pid_t child = fork();
  if (child == 0) {
    own_end = end;
    prepare();
    body(context);
    // With what is run at a program's end: destructors are a library's code, too.
    exit(0);
  }
  int descriptor = (int)syscall(SYS_pidfd_open, child, 0);
  struct pollfd ended = {.fd = descriptor, .events = POLLIN};
  if (poll(&ended, 1, milliseconds) == 0) {
    end->was_late = 1;
    kill(child, SIGKILL);
  }
  close(descriptor);
  int status = 0;
  waitpid(child, &status, 0);
  end->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (WIFSIGNALED(status)) end->signal = WTERMSIG(status);
}
