// What the parts of the watch for crashes share.

#ifndef HOST_CRASH_WATCH_H
#define HOST_CRASH_WATCH_H

#include <signal.h>

// The signals by which the kernel tells a thread of a fault of its own. It ends the process at once, whatever handler
// there is, if the thread blocks the signal.
enum { HOST_FAULT_COUNT = 6 };
static const int host_faults[HOST_FAULT_COUNT] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};

// From here on `host_crash_thread` prepares threads, and this one is.
void host_crash_threads_begin(void);

#endif
