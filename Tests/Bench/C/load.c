// What a host must do to load a component, in plain C: its system calls, the sealed copy, dlopen and dlsym, and the
// component's own `register`, which tells functions that keep nothing. None of the checks.
#define _GNU_SOURCE
#include "component.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static int32_t describe(component_registration *r, const component_about *about) { return (void)r, (void)about, 0; }
static int32_t add_need(component_registration *r, const component_need *need) { return (void)r, (void)need, 0; }
static int32_t add_target(component_registration *r, const component_target *target) { return (void)r, (void)target, 0; }
static int32_t add_type(component_registration *r, const component_type *type) { return (void)r, (void)type, 0; }
static int32_t add_action(component_registration *r, const component_action *action) { return (void)r, (void)action, 0; }
static int32_t add_route(component_registration *r, const component_route *route) { return (void)r, (void)route, 0; }
static int32_t add_key(component_registration *r, const component_key *key) { return (void)r, (void)key, 0; }
static void explain(component_registration *r, component_text message) { (void)r, (void)message; }

static const component_host host = {
  .abi = COMPONENT_ABI_VERSION,
  .size = sizeof host,
  .describe = describe,
  .add_need = add_need,
  .add_target = add_target,
  .add_type = add_type,
  .add_action = add_action,
  .explain = explain,
  .add_route = add_route,
  .add_key = add_key,
};

// A copy of what the program headers name, which nobody can change.
static int sealed_copy(int file, const char *name, const struct stat *facts, const char *head) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)head;
  const Elf64_Phdr *segments = (const Elf64_Phdr *)(head + header->e_phoff);
  size_t needed = 0;
  for (int i = 0; i < header->e_phnum; i++) {
    size_t end = segments[i].p_offset + segments[i].p_filesz;
    if (segments[i].p_type == PT_LOAD && end > needed) needed = end;
  }
  int copy = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  off_t offset = 0;
  if (copy < 0 || ftruncate(copy, facts->st_size) != 0) return -1;
  while ((size_t)offset < needed) {
    if (sendfile(copy, file, &offset, needed - (size_t)offset) <= 0) return -1;
  }
  if (fcntl(copy, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) != 0) return -1;
  return copy;
}

// Loads libNAME.so of a folder that is open; 0 where that fails.
int64_t floor_load(const char *path, int64_t folder, const char *name, int64_t copied) {
  struct stat facts;
  char file_name[64], from[512], head[1536], tables[4096];
  snprintf(file_name, sizeof file_name, "lib%s.so", name);
  if (stat(path, &facts) != 0) return 0;
  int file = openat((int)folder, file_name, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0 || fstat(file, &facts) != 0 || facts.st_uid != geteuid()) return 0;
  if (pread(file, head, sizeof head, 0) != (ssize_t)sizeof head) return 0;
  if (copied) {
    int copy = sealed_copy(file, file_name, &facts, head);
    if (copy < 0) return 0;
    snprintf(from, sizeof from, "/proc/self/fd/%d", copy);
  } else {
    snprintf(from, sizeof from, "%s/%s", path, file_name);
  }
  if (pread(file, tables, sizeof tables, sizeof tables) != (ssize_t)sizeof tables) return 0;
  void *image = dlopen(from, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  close(file);
  int32_t (*enter)(const component_host *, component_registration *) = image ? dlsym(image, "register") : NULL;
  return enter && enter(&host, (component_registration *)&facts) == COMPONENT_OK;
}
