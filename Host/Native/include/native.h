// What Swift can't say: a thread-local pointer, a barrier on every thread, a system call without a wrapper.

#ifndef HOST_NATIVE_H
#define HOST_NATIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "component.h"

#pragma clang assume_nonnull begin

// One pointer per thread, null at first. The engine keeps a thread's state behind it.
//
// Found without a call, which the compiler must else expect, with all that is in registers saved before it: the eight
// bytes have room also in a process that opened the engine's library late.
//
// OWNERSHIP: what it points to is the engine's; host_thread_state_at_exit says when it goes.
// THREADS: each has its own.
extern __attribute__((tls_model("initial-exec"))) _Thread_local void *_Nullable host_thread_state;

// That pointer.
//
// OWNERSHIP: as host_thread_state.
// THREADS: any; each reads and sets its own.
static inline void *_Nullable host_thread_state_get(void) { return host_thread_state; }
static inline void host_thread_state_set(void *_Nullable state) { host_thread_state = state; }

// The system's number of this thread.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
int host_thread_number(void);

// Has a function called with the state when this thread ends.
//
// OWNERSHIP: `state` is the function's from then on.
// THREADS: the one whose state it is, on which `function` is called as well.
void host_thread_state_at_exit(void *state, void (*function)(void *state));

// After it returns, every thread of the process has passed a full memory barrier. False where the kernel can't:
// then `host_fence` must stand where readers publish what they use.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
int host_barrier_all_threads(void);
// Whether the kernel can.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
int host_barrier_available(void);

// A compiler barrier: keeps a store before a later load in the program's order; the processor's order is then
// the business of `host_barrier_all_threads`, or of the full barrier below it.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
static inline void host_compiler_fence(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
static inline void host_fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// An anonymous file in memory that can be sealed and executed, or -1 with errno.
//
// OWNERSHIP: `name` is borrowed; the descriptor is the caller's to close.
// THREADS: any.
int host_memory_file(const char *name);
// Seals it against every further change, 0 or -1 with errno.
//
// OWNERSHIP: `descriptor` is borrowed, and so in all functions here.
// THREADS: any.
int host_seal(int descriptor);

// Keeps writers of a file that is open for reading waiting until the lease ends, or the system's patience with it: 0, or
// the error, EAGAIN where somebody has it open for writing. No signal tells that somebody waits.
//
// OWNERSHIP: the lease is the open file's, until it is ended or closed.
// THREADS: any.
int host_lease(int descriptor);
// Ends a lease.
//
// OWNERSHIP: as host_lease.
// THREADS: any.
void host_end_lease(int descriptor);

// A pipe that no child inherits: the end to read from, the end to write to. 0 or -1 with errno.
//
// OWNERSHIP: both ends are the caller's to close.
// THREADS: any.
int host_pipe(int ends[_Nonnull 2]);

// Two ends of a pipe that no child inherits, of which only the end to read from never waits. 0 or -1 with errno.
//
// OWNERSHIP: both ends are the caller's to close.
// THREADS: any.
int host_ear(int ends[_Nonnull 2]);

enum { HOST_SHA256_SIZE = 32 };

// The SHA-256 of all of a regular file, as FIPS 180-4 has it: 0, or the error.
//
// OWNERSHIP: the descriptor is borrowed; `digest` has room for HOST_SHA256_SIZE bytes.
// THREADS: any.
int host_sha256_of_file(int descriptor, uint8_t *digest);

// Gives this thread the name that the system shows.
//
// OWNERSHIP: `name` is borrowed.
// THREADS: each for itself.
void host_name_thread(const char *name);

// The name of this thread; empty where the system does not tell.
//
// OWNERSHIP: `name` has room for 16 bytes.
// THREADS: each for itself.
void host_thread_name(char *name);

// How often `fork` has made this process out of another one since the first question: 0 in the one that asked first.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
int host_forks(void);

// Whether a path leads to a file system of this machine, of a kind that sets a folder's times with each change in it.
//
// OWNERSHIP: `path` is borrowed.
// THREADS: any.
int host_is_local(const char *path);
// The same of an open file.
//
// OWNERSHIP: `descriptor` is borrowed.
// THREADS: any.
int host_is_local_file(int descriptor);

// Whether the program itself is Swift's standard library for what it loads, and has a symbol for it.
//
// OWNERSHIP: `name` is borrowed.
// THREADS: any.
bool host_program_has(const char *name);
// Binds a library's dynamic symbols, `count` of 24 bytes each with their versions, if it has any, to the program itself:
// what is only wanted, has no version, and is there, becomes a local symbol with its address. The loader finds the same,
// for it asks the program first. `unbound` is how many others it would have to look for outside of the C library. False
// where the program is not Swift's standard library, the C library is older than 2.28, or the names end in no null; then
// no symbol is changed.
//
// OWNERSHIP: everything is borrowed; `symbols` and `unbound` are written to.
// THREADS: any, one at a time for the same `symbols`.
bool host_bind(
    void *symbols, size_t count, const char *names, size_t names_size, const uint16_t *_Nullable versions, size_t *unbound
);

// The note that this program itself would have as a component.
//
// OWNERSHIP: it is the program's, and constant.
// THREADS: any.
extern const component_note component_kit_note __attribute__((visibility("hidden")));

// How many bytes of the C library's heap are in use; -1 where it does not tell.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
int64_t host_heap_in_use(void);

// O_PATH, which Swift does not see: a descriptor that names a file and can't read it.
//
// OWNERSHIP: as component_kit_note.
// THREADS: any.
extern const int host_path_only;

// Sleeps until somebody wakes one of `bits`, the word is not what was expected, or the deadline passes, on
// CLOCK_MONOTONIC; INT64_MAX is none. It may also return for no reason.
//
// OWNERSHIP: `word` is borrowed, and may be changed by others.
// THREADS: any.
void host_futex_wait(const void *word, uint32_t expected, uint32_t bits, int64_t deadline, bool is_shared);

// Wakes so many threads at most that sleep for one of `bits`.
//
// OWNERSHIP: as host_futex_wait.
// THREADS: any.
void host_futex_wake(const void *word, int count, uint32_t bits, bool is_shared);

// Makes a set of sockets of which it is noticed that the other side hangs up, or -1 with errno.
//
// OWNERSHIP: the descriptor is the caller's to close.
// THREADS: any.
int host_hang_ups(void);

// Watches a socket, under a number, until it is closed or forgotten. 0 or -1 with errno.
//
// OWNERSHIP: both descriptors are borrowed.
// THREADS: any.
int host_hang_ups_watch(int set, int socket, uint64_t number);
void host_hang_ups_forget(int set, int socket);

// Waits until the other side of one of them hangs up, which is told once: its number, or 0 where nothing was to be had.
//
// OWNERSHIP: `set` is borrowed.
// THREADS: any.
uint64_t host_hang_ups_wait(int set);

// Tells the processor that this thread only looks at a word again and again.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
static inline void host_relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}
// On how many processors this process may run.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
int host_processors(void);

// An anonymous file in memory for two processes, of a size that nobody can change any more, or -1 with errno.
//
// OWNERSHIP: `name` is borrowed; the descriptor is the caller's to close.
// THREADS: any.
int host_shared_memory(const char *name, size_t size);
// Whether a file in memory has a size that nobody can change any more: the size, or -1 where it has not.
//
// OWNERSHIP: `descriptor` is borrowed.
// THREADS: any.
int64_t host_sealed_size(int descriptor);

// Sends bytes over a socket, and a descriptor with them; never waits. Whether all was sent.
//
// OWNERSHIP: `bytes` is borrowed, and so is `descriptor`: the other side has one of its own.
// THREADS: any, one at a time for a socket.
bool host_send_descriptor(int socket, const void *bytes, size_t count, int descriptor);
// Waits for exactly these bytes and a descriptor with them, which no child inherits. -1 where something else came, or
// nothing any more.
//
// OWNERSHIP: `bytes` is written to; the descriptor is the caller's to close.
// THREADS: any, one at a time for a socket.
int host_receive_descriptor(int socket, void *bytes, size_t count);

// Starts a program that has nothing to do with this one: no descriptor but /dev/null, signals as a shell would leave
// them, no terminal; never through a shell. 0 or the error.
//
// OWNERSHIP: `program` and `arguments` are borrowed, and end in a null; the caller has to wait for the child.
// THREADS: any.
int host_spawn_apart(const char *program, char *_Nullable const *_Nonnull arguments, pid_t *child);

#pragma clang assume_nonnull end

#endif
