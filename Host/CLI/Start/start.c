#include "start.h"

#include <limits.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

// SWIFT_ROOT tells the standard library, which the program has linked in (see Main/program.cfg), where its toolchain
// is. When a component crashes the library runs a program of the toolchain that prints the backtrace, and it would look
// for it beside this program. The toolchain is where the RUNPATH says that the compiler has written.
//
// The variable takes the place of the last one while the library starts, and `host_started` puts that one back. The
// environment must neither move nor grow, because the library finds the process's arguments by its address.
static char **borrowed;
static char *variable;
static char root[PATH_MAX + 16] = "SWIFT_ROOT=";

// Swift's standard library reads the arguments from /proc, which is not everywhere: these are those of main.
static int argument_count;
static char **argument_values;

// Before all constructors nothing is set up for a sanitizer yet, and not all of the C library.
#define EARLY __attribute__((disable_sanitizer_instrumentation))

EARLY static const char *runpath(void) {
  const char *strings = NULL;
  const ElfW(Dyn) *runpath = NULL;
  for (const ElfW(Dyn) *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
    // glibc has made an address of it before anything here runs.
    if (entry->d_tag == DT_STRTAB) strings = (const char *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_RUNPATH) runpath = entry;
  }
  return strings && runpath ? strings + runpath->d_un.d_val : "";
}

// The last place whose variable does not concern the library; null where there is none, or where the root is known.
EARLY static char **last_place(char **environment) {
  char **place = NULL;
  for (char **each = environment; *each; each++) {
    if (strncmp(*each, root, strlen("SWIFT_ROOT=")) == 0) return NULL;
    if (strncmp(*each, "SWIFT_", strlen("SWIFT_")) != 0) place = each;
  }
  return place;
}

// Runs before the constructors of all libraries, because the first one that has something to do with Swift starts the
// standard library.
EARLY static void name_root(char **environment) {
  static const char below[] = "/lib/swift/linux";
  const char *path = runpath();
  size_t length = strcspn(path, ":");
  size_t tail = sizeof below - 1;
  if (length <= tail || length >= PATH_MAX || path[0] != '/') return;
  if (memcmp(path + length - tail, below, tail) != 0) return;
  char **place = last_place(environment);
  if (!place) return;
  memcpy(root + strlen("SWIFT_ROOT="), path, length - tail);
  variable = *place;
  *place = root;
  borrowed = place;
}

EARLY static void begin(int count, char **values, char **environment) {
  argument_count = count;
  argument_values = values;
  name_root(environment);
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = begin;

int host_argument_count(void) { return argument_count; }

char **host_argument_values(void) { return argument_values; }

void host_started(void) {
  if (borrowed) *borrowed = variable;
  borrowed = NULL;
}
