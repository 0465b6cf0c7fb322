// What a process takes from itself before it runs code that it does not trust: none of it ever comes back, and all that the
// process starts lacks it as well.

#ifndef HOST_CONFINE_H
#define HOST_CONFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// What may be done with a file, or with all in a folder.
#define HOST_MAY_READ 1u
#define HOST_MAY_WRITE 2u    // also make, remove, rename
#define HOST_MAY_EXECUTE 4u  // start as a program

typedef struct host_grant {
  int descriptor;   // of the file or folder; O_PATH is enough
  uint32_t rights;  // HOST_MAY_…
} host_grant;

// What is left to a confined process besides files.
typedef struct host_leave {
  bool network;    // sockets of IPv4 and IPv6
  bool processes;  // fork, and to start programs
  bool signals;    // signals to whom its user may send them
} host_leave;

// The version of Landlock of this kernel; 0 with errno where there is none: ENOSYS where the kernel is too old or was
// built without it, EOPNOTSUPP where it is switched off.
//
// OWNERSHIP: nothing is passed.
// THREADS: any, and so in the next one.
int host_landlock_version(void);

// Whether this kernel filters system calls by their number, on a processor that the filter is known for.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
bool host_filters_calls(void);

// Whether the process has this thread only.
//
// OWNERSHIP: nothing is passed.
// THREADS: any.
bool host_has_one_thread(void);

// Gives up every capability, and that a program to be started could bring new ones. 0 or the error.
//
// OWNERSHIP: nothing is passed.
// THREADS: the only one of the process, and so in the next one.
int host_drop_privileges(void);

// Leaves of the file system what is granted, of the network and of signals what `leave` says as far as this version of
// Landlock knows them: 4 knows TCP, 6 signals and sockets with abstract names. After host_drop_privileges. 0 or the error.
//
// OWNERSHIP: everything is borrowed.
// THREADS: the only one of the process: earlier ones would stay as free as they were.
int host_confine_files(const host_grant *grants, size_t count, host_leave leave, int version);

// Refuses the system calls that no component needs, and those that Landlock, of this version, does not see: each fails
// with EPERM. After host_confine_files. 0 or the error.
//
// OWNERSHIP: nothing is passed.
// THREADS: any; holds for all.
int host_confine_calls(host_leave leave, int version);

#pragma clang assume_nonnull end

#endif
