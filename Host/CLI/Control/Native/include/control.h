// The control socket: what the client `host --connect SOCKET …` and the host that runs say to each other.
//
// The client lends its three standard streams and its current folder, as descriptors, and sends its words and a few values of
// its environment. The host runs the command with them, and says how it ended. Both are on one machine, so numbers are as
// they lie in memory.
#ifndef HOST_CONTROL_H
#define HOST_CONTROL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// MARK: what is said

// The client's first message. With its first byte come HOST_CONTROL_DESCRIPTORS descriptors: input, output, error output, the
// current folder. Behind it come `bytes` bytes: `words` texts, then `values` texts such as "TERM=xterm", each with a NUL.
typedef struct host_control_head {
  char magic[8];
  uint32_t bytes;
  uint32_t words;
  uint32_t values;
  uint32_t reserved;
} host_control_head;

// The digit counts the versions of what is said. The line's end has an HTTP door answer at once, which would wait for more.
#define HOST_CONTROL_MAGIC "hostct1\n"
#define HOST_CONTROL_DESCRIPTORS 4
// The kernel lets no process have longer arguments, as it is set up mostly.
#define HOST_CONTROL_BYTES_LIMIT (8u << 20)

// Behind that the client only says which signals it gets, a byte each: their numbers. It hangs up where it can't wait.

// The host's one message, behind which it hangs up.
typedef struct host_control_answer {
  uint32_t kind;
  int32_t exit;
  // By which signal the client is to end; 0 for none.
  int32_t signal;
  uint32_t reserved;
} host_control_answer;

#define HOST_CONTROL_ENDED 1u     // the command has ended: `exit` and `signal` say how
#define HOST_CONTROL_BUSY 2u      // as many commands run as may
#define HOST_CONTROL_DENIED 3u    // the client is another user's
#define HOST_CONTROL_MISREAD 4u   // the first message is none of this version
#define HOST_CONTROL_STOPPING 5u  // the host is about to end

// What an answer over HTTP has in the place of `kind`: "HTTP", as it lies in memory.
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HOST_CONTROL_HTTP 0x50545448u
#else
#define HOST_CONTROL_HTTP 0x48545450u
#endif

// MARK: the client

// How it went.
typedef struct host_control_result {
  int32_t stage;  // HOST_CONTROL_CLIENT_*
  int32_t error;  // the system's error number, where there is one
  host_control_answer answer;
} host_control_result;

#define HOST_CONTROL_CLIENT_NONE 0      // nothing was tried
#define HOST_CONTROL_CLIENT_ANSWERED 1  // `answer` is there
#define HOST_CONTROL_CLIENT_UNREACHED 2 // nobody answers there
#define HOST_CONTROL_CLIENT_FOREIGN 3   // whoever answers there is neither root nor this user
#define HOST_CONTROL_CLIENT_LOST 4      // the host hung up without an answer
#define HOST_CONTROL_CLIENT_UNSENT 5    // the words can't be sent

// Has the host at a socket run a command line, and waits for its end. SIGINT, SIGTERM and SIGHUP are passed on meanwhile; a
// second SIGINT or SIGTERM ends the process.
//
// OWNERSHIP: everything is borrowed. `values` are the arguments, the program's name first.
// THREADS: one at a time; signals should reach the thread that waits here.
void host_control_call(const char *path, int count, char *_Nullable *_Nonnull values, host_control_result *result);

// A file in memory to lend as an output, where who prints must not have the client's own: its descriptor, which closes at
// exec, or a negative error number.
//
// OWNERSHIP: the descriptor is the caller's.
// THREADS: any.
int host_control_output(void);

// Ends the process as the host said: by a signal, or with an exit code.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
void host_control_end(const host_control_answer *answer) __attribute__((noreturn));

// Has it run before Swift's standard library was started, and keeps what came of it.
//
// OWNERSHIP: as host_control_call.
// THREADS: the first, before there are others.
void host_control_call_at_start(const char *path, int count, char *_Nullable *_Nonnull values);

// What came of that; HOST_CONTROL_CLIENT_NONE where it was not tried.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
host_control_result host_control_of_start(void);

// MARK: the host

// Takes a client that waits: its descriptor, which blocks and closes at exec, or a negative error number.
//
// OWNERSHIP: the descriptor is the caller's.
// THREADS: any.
int host_control_take(int listener);

// The user at the other end; false where the system does not say.
//
// OWNERSHIP: nothing is kept.
// THREADS: any.
int host_control_peer(int socket, uid_t *user);

// Receives what there is, up to `room` bytes, and the descriptors that come with it: the number of bytes, 0 at the end, or a
// negative error number. Where other than `wanted` descriptors came, or not all, they are closed, and it is -EBADMSG.
//
// OWNERSHIP: the descriptors, `wanted` of them where `*count` says so, are the caller's.
// THREADS: any.
ssize_t host_control_receive(int socket, void *bytes, size_t room, int *descriptors, int wanted, int *count);

// Sends bytes whole, without a signal where nobody is there: 0, or an error number.
//
// OWNERSHIP: the bytes are borrowed.
// THREADS: any.
int host_control_send(int socket, const void *bytes, size_t length);

// A pointer that belongs to this thread: whose command it runs.
//
// OWNERSHIP: the caller's; nothing is kept behind the thread's end.
// THREADS: each its own.
void host_control_thread_set(void *_Nullable pointer);
void *_Nullable host_control_thread_get(void);

#pragma clang assume_nonnull end

#endif
