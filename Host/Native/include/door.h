// What a server needs of sockets and of waiting for many of them, of which Swift sees only a part.
//
// A function that can fail returns the system's error number as a negative one, and never -1 for something else.

#ifndef HOST_DOOR_H
#define HOST_DOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// What may happen to a socket, as bits.
enum {
  HOST_READABLE = 1,
  HOST_WRITABLE = 2,
  // The other side sends nothing more: it may have ended its sending only, or all.
  HOST_INPUT_ENDED = 4,
  // Nothing can be sent any more either.
  HOST_GONE = 8,
};

typedef struct {
  uint64_t number;
  uint32_t what;
} host_event;

// Makes a set of descriptors that can be waited for.
//
// OWNERSHIP: the descriptor is the caller's to close.
// THREADS: any.
int host_events(void);

// Waits for what happens to a descriptor from now on, under a number, until it is closed. With `edges` each thing is
// told once, when it comes about; without, as long as it is so. With `writes` it is told as well that there is room to
// send. `change` is for a descriptor that is in the set already.
//
// OWNERSHIP: both descriptors are borrowed.
// THREADS: any.
int host_events_watch(int set, int descriptor, uint64_t number, bool edges, bool writes, bool change);
// Takes a descriptor out of the set, where it is in it.
//
// OWNERSHIP: as host_events_watch.
// THREADS: any.
void host_events_forget(int set, int descriptor);

// Waits until something happens, for so many milliseconds at most; -1 is for ever. How much of it was written to
// `events`; a signal, too, ends the wait with nothing.
//
// OWNERSHIP: `events` is written to.
// THREADS: any; each event is told to one of those that wait.
int host_events_wait(int set, host_event *events, int room, int milliseconds);

// Makes something that wakes who waits for it in a set.
//
// OWNERSHIP: the descriptor is the caller's to close.
// THREADS: any.
int host_bell(void);
// Rings it, and makes it silent again.
//
// OWNERSHIP: the bell is borrowed.
// THREADS: any.
void host_bell_ring(int bell);
void host_bell_hush(int bell);

// Takes the next connection of a socket that listens: its descriptor, which never waits and which no child inherits.
//
// OWNERSHIP: the descriptor is the caller's to close.
// THREADS: any.
int host_accept(int listener);

// Receives and sends what can be without waiting; how many bytes. 0 received is the end of what comes.
//
// OWNERSHIP: `bytes` is borrowed.
// THREADS: any, one at a time for each direction of a socket.
ssize_t host_receive(int socket, void *bytes, size_t room);
ssize_t host_send(int socket, const void *bytes, size_t count);

// Makes a socket that listens at an address of the internet, of digits such as 127.0.0.1 or ::1, and a port; of port 0
// at any that is free. -EINVAL where the address is none.
//
// OWNERSHIP: `address` is borrowed; the descriptor is the caller's to close.
// THREADS: any.
int host_listen_internet(const char *address, uint16_t port);
// Whether an address leads to this machine only: 1 or 0, and -EINVAL where it is none.
//
// OWNERSHIP: as host_listen_internet.
// THREADS: any.
int host_is_loopback(const char *address);

// Makes a socket that listens at a path where nothing is, and which only its owner may open.
//
// OWNERSHIP: `path` is borrowed; the descriptor is the caller's to close.
// THREADS: any.
int host_listen_unix(const char *path);
// Whether somebody takes connections at a path: 0, or why not; -EAGAIN is of somebody who has no room.
//
// OWNERSHIP: `path` is borrowed.
// THREADS: any.
int host_answers_unix(const char *path);
// How long a path of a socket may be.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
size_t host_unix_path_limit(void);

// Makes a descriptor that was handed over one that never waits and that no child inherits: 0, or -ENOTSOCK and its like
// where it is not a stream socket that listens.
//
// OWNERSHIP: the socket is borrowed.
// THREADS: any.
int host_take_listener(int socket);

// Whether it is a Unix socket.
//
// OWNERSHIP: the socket is borrowed.
// THREADS: any.
bool host_is_unix(int socket);

// Writes where a socket is bound, or who is at its other end: "127.0.0.1:8080", "[::1]:8080", a path, or nothing; how
// many bytes.
//
// OWNERSHIP: `text` is written to.
// THREADS: any.
int host_socket_name(int socket, bool of_peer, char *text, size_t room);

// Sends one datagram to a socket at a path, or under an abstract name, which begins with '@': 0 or the error.
//
// OWNERSHIP: everything is borrowed.
// THREADS: any.
int host_tell(const char *path, const void *bytes, size_t count);

// What this thread serves just now, as it was set; null at first.
//
// OWNERSHIP: borrowed; whoever sets it takes it back before it goes.
// THREADS: any; each has its own.
void *_Nullable host_thread_request(void);
void host_set_thread_request(void *_Nullable request);

// So many random bytes, 256 at most: 0 or the error.
//
// OWNERSHIP: `bytes` is written to.
// THREADS: any.
int host_random(void *bytes, size_t count);

#pragma clang assume_nonnull end

#endif
