// What the program does before Swift's standard library starts in it, and right after.
#ifndef HOST_START_H
#define HOST_START_H

/// Puts back what start.c has borrowed of the environment. To be called first, while there is one thread.
void host_started(void);

/// The arguments of the process, as the kernel gave them.
int host_argument_count(void);
char *_Nullable *_Nonnull host_argument_values(void);

#endif
