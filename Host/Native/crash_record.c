#define _GNU_SOURCE
#include "crash_record.h"

#include "crash.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

static host_crash_record *record;
// The thread that writes; there is one end.
static int is_taken;

int host_crash_is_recorded(void) { return record != NULL; }

int host_crash_record_to(int descriptor) {
  struct stat status;
  int error = 0;
  if (fstat(descriptor, &status) != 0) {
    error = errno;
  } else if (!S_ISREG(status.st_mode) || status.st_size < (off_t)sizeof(host_crash_record)) {
    error = EINVAL;
  } else {
    void *memory = mmap(NULL, sizeof(host_crash_record), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) error = errno;
    if (!error) record = memory;
  }
  if (!error || error != EBADF) close(descriptor);
  if (!error) host_crash_watch_record();
  errno = error;
  return error ? -1 : 0;
}

// MARK: where the frames lie

// Of what was loaded at these addresses, the identity that the linker gave its build, as far as its headers are in memory.
static void add_build(host_crash_module *module, const char *start, const char *end) {
  const ElfW(Ehdr) *header = (const void *)start;
  if ((size_t)(end - start) < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
  const ElfW(Phdr) *segment = (const void *)(start + header->e_phoff);
  for (int i = 0; i < header->e_phnum && (const char *)(segment + i + 1) <= end; i++) {
    if (segment[i].p_type != PT_NOTE) continue;
    const char *note = (const char *)module->base + segment[i].p_vaddr, *last = note + segment[i].p_memsz;
    if (note < start || last > end) continue;
    while (note + sizeof(ElfW(Nhdr)) <= last) {
      const ElfW(Nhdr) *each = (const void *)note;
      const char *name = note + sizeof *each, *content = name + ((each->n_namesz + 3) & ~3u);
      if (content > last || each->n_descsz > (size_t)(last - content)) break;
      if (each->n_type == NT_GNU_BUILD_ID && each->n_namesz == 4 && memcmp(name, "GNU", 4) == 0 &&
          each->n_descsz <= sizeof module->build) {
        memcpy(module->build, content, each->n_descsz);
        module->build_length = each->n_descsz;
        return;
      }
      note = content + ((each->n_descsz + 3) & ~3u);
    }
  }
}

static void set_name(host_crash_module *module, const char *name) {
  size_t length = strnlen(name, sizeof module->name);
  memcpy(module->name, name, length);
  module->name_length = (uint32_t)length;
}

// Its place among the modules, counted from 1.
static uint32_t module_at(uintptr_t address) {
#if __GLIBC_PREREQ(2, 35)
  struct dl_find_object found;
  if (_dl_find_object((void *)address, &found) != 0 || !found.dlfo_link_map) return 0;
  uint64_t base = found.dlfo_link_map->l_addr;
  uint32_t count = record->module_count;
  for (uint32_t i = 0; i < count; i++) {
    if (record->modules[i].base == base) return i + 1;
  }
  if (count >= HOST_RECORD_MODULES) return 0;
  host_crash_module *module = &record->modules[count];
  module->base = base;
  // The program itself has no name, and a sealed copy that of its descriptor.
  const char *name = found.dlfo_link_map->l_name;
  if (!name || !*name) name = "/proc/self/exe";
  if (strncmp(name, "/proc/self/", 11) == 0) {
    ssize_t length = readlink(name, module->name, sizeof module->name);
    module->name_length = length > 0 ? (uint32_t)length : 0;
  }
  if (!module->name_length) set_name(module, name);
  add_build(module, found.dlfo_map_start, found.dlfo_map_end);
  __atomic_store_n(&record->module_count, count + 1, __ATOMIC_RELEASE);
  return count + 1;
#else
  // Older C libraries can't tell without taking a lock.
  (void)address;
  return 0;
#endif
}

static void add_frame(uintptr_t address) {
  uint32_t count = record->frame_count;
  if (count >= HOST_RECORD_FRAMES) return;
  record->frames[count].address = address;
  __atomic_store_n(&record->frame_count, count + 1, __ATOMIC_RELEASE);
  record->frames[count].module = module_at(address);
}

// MARK: frames

struct walk {
  uintptr_t from;
  int has_begun;
};

// The unwinder begins in the handler: what comes before the place of the signal is its own.
static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *state) {
  struct walk *walk = state;
  uintptr_t address = _Unwind_GetIP(context);
  if (!walk->has_begun) {
    walk->has_begun = address == walk->from;
    return _URC_NO_REASON;
  }
  if (address == 0 || record->frame_count >= HOST_RECORD_FRAMES) return _URC_END_OF_STACK;
  // Where a call returns to lies behind the call.
  add_frame(address - 1);
  return _URC_NO_REASON;
}

static uintptr_t place_of(const ucontext_t *context) {
#if defined(__x86_64__)
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#else
  return (uintptr_t)context->uc_mcontext.pc;
#endif
}

// Where a call has come from that led to no code; 0 where that can't be told.
static uintptr_t caller_of(const ucontext_t *context) {
#if defined(__x86_64__)
  uintptr_t word = 0;
  // The kernel reads it: where there is no stack, that is no fault.
  struct iovec here = {&word, sizeof word}, there = {(void *)context->uc_mcontext.gregs[REG_RSP], sizeof word};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == sizeof word ? word : 0;
#else
  return (uintptr_t)context->uc_mcontext.regs[30];
#endif
}

// Only the first one is sure: a fault in the unwinder ends the process with what is written by then.
static void write_frames(const ucontext_t *context) {
  struct walk walk = {place_of(context), 0};
  add_frame(walk.from);
  if (!record->frames[0].module) {
    uintptr_t caller = caller_of(context);
    if (caller && module_at(caller)) add_frame(caller - 1);
    return;
  }
  _Unwind_Backtrace(step, &walk);
}

static int take(void) { return record && !__atomic_exchange_n(&is_taken, 1, __ATOMIC_SEQ_CST); }

void host_crash_write_signal(int number, const siginfo_t *info, const void *context) {
  if (!take()) return;
  record->signal = number;
  record->code = info->si_code;
  record->address = info->si_code > 0 ? (uint64_t)(uintptr_t)info->si_addr : 0;
  __atomic_store_n(&record->kind, HOST_CRASH_SIGNAL, __ATOMIC_RELEASE);
  write_frames(context);
}

void host_crash_write_end(uint32_t kind, int status) {
  if (!take()) return;
  record->code = status;
  __atomic_store_n(&record->kind, kind, __ATOMIC_RELEASE);
}
