// Tries what it is told to, and replies with the system's error: 0 where it could. Takes as much as it gets, and replies how
// much that was. Uses what every component needs.
// Flags: -pthread
#include "fixture.h"
#include "tries.inc"

#include <locale.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>

static const char *copy(component_text text, char *room, size_t size) {
  size_t length = text.length < size - 1 ? text.length : size - 1;
  memcpy(room, text.bytes, length);
  room[length] = 0;
  return room;
}

static int32_t run_try(void *context, component_call *call) {
  (void)context;
  char what[64], path[4096];
  return reply_int(call, tries(copy(parameter(call, "what"), what, sizeof what), copy(parameter(call, "path"), path, sizeof path)));
}

// Mebibytes of memory, touched.
static int64_t memory(int most) {
  for (int count = 0; count < most; count++) {
    void *block = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return count;
    memset(block, 1, 1 << 20);
  }
  return most;
}

static int64_t files(int most) {
  for (int count = 0; count < most; count++)
    if (dup(2) < 0) return count;
  return most;
}

// Children that sleep. They go with the worker.
static int64_t processes(int most) {
  for (int count = 0; count < most; count++) {
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
      for (int i = 0; i < 20; i++) sleep(1);
      _exit(0);
    }
    if (child < 0) return count;
  }
  return most;
}

static int32_t run_take(void *context, component_call *call) {
  (void)context;
  char what[64];
  copy(parameter(call, "what"), what, sizeof what);
  if (strcmp(what, "memory") == 0) return reply_int(call, memory(1024));
  if (strcmp(what, "files") == 0) return reply_int(call, files(10000));
  if (strcmp(what, "processes") == 0) return reply_int(call, processes(500));
  if (strcmp(what, "time") == 0)
    for (volatile uint64_t i = 0;; i++) {}
  return fail(call, COMPONENT_FAILURE_INVALID, "no_such_thing", "there is nothing of that name to take");
}

static void *in_thread(void *context) {
  *(int *)context = kill(getpid(), 0) == 0 && pthread_kill(pthread_self(), 0) == 0;
  return NULL;
}

static bool has_thread(void) {
  int works = 0;
  pthread_t thread;
  if (pthread_create(&thread, NULL, in_thread, &works)) return false;
  pthread_join(thread, NULL);
  return works;
}

static bool has_pipes(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return false;
  char byte = 0;
  bool works = write(ends[0], "x", 1) == 1 && read(ends[1], &byte, 1) == 1 && byte == 'x';
  close(ends[0]);
  close(ends[1]);
  return works;
}

static bool can_read(const char *path) {
  char byte;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  bool works = file >= 0 && read(file, &byte, 1) == 1;
  if (file >= 0) close(file);
  return works;
}

static bool keeps_data(void) {
  const char *data = getenv("COMPONENT_DATA");
  char folder[4096], from[4096 + 16], to[4096 + 16];
  if (!data || strlen(data) > 4000) return false;
  snprintf(folder, sizeof folder, "%s/kept", data);
  snprintf(from, sizeof from, "%s/new", data);
  snprintf(to, sizeof to, "%s/file", folder);
  if (mkdir(folder, 0700) && errno != EEXIST) return false;
  int file = open(from, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0 || write(file, "kept", 4) != 4 || ftruncate(file, 3) || close(file)) return false;
  return rename(from, to) == 0 && can_read(to);
}

static bool has_memory_file(void) {
  int file = memfd_create("tries", MFD_CLOEXEC);
  bool works = file >= 0 && ftruncate(file, 4096) == 0;
  if (file >= 0) close(file);
  return works;
}

static bool has_time_zone(void) {
  time_t now = 0;
  struct tm there;
  setenv("TZ", "Asia/Tokyo", 1);
  tzset();
  return localtime_r(&now, &there) && (access("/usr/share/zoneinfo/Asia/Tokyo", F_OK) != 0 || there.tm_hour == 9);
}

// What does not work, or "all".
static int32_t run_works(void *context, component_call *call) {
  (void)context;
  uint8_t bytes[16];
  const struct {
    const char *name;
    bool works;
  } needs[] = {
      {"threads", has_thread()},
      {"pipes", has_pipes()},
      {"data", keeps_data()},
      {"memory file", has_memory_file()},
      {"random", getrandom(bytes, sizeof bytes, 0) == sizeof bytes && can_read("/dev/urandom")},
      {"time zone", has_time_zone()},
      {"locale", setlocale(LC_ALL, "C.UTF-8") != NULL},
      {"itself", can_read("/proc/self/maps") && can_read("/proc/self/stat")},
      {"processors", sysconf(_SC_NPROCESSORS_ONLN) > 0 && can_read("/proc/cpuinfo")},
      {"libraries", can_read("/etc/ld.so.cache")},
  };
  char words[512] = "";
  for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
    if (needs[i].works) continue;
    strcat(words, words[0] ? ", " : "");
    strcat(words, needs[i].name);
  }
  return reply_text(call, text(words[0] ? words : "all"));
}

static int32_t run_data(void *context, component_call *call) {
  (void)context;
  const char *data = getenv("COMPONENT_DATA");
  return reply_text(call, text(data ? data : "none"));
}

COMPONENT_REGISTER(host, registration) {
  describe(host, registration, "Tries");
  add_target(host, registration, "Tries");
  add_action(host, registration, "Tries", "try", run_try);
  add_action(host, registration, "Tries", "take", run_take);
  add_action(host, registration, "Tries", "works", run_works);
  return add_action(host, registration, "Tries", "data", run_data);
}
