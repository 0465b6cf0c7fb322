import Glibc

/// Whether the thread sanitizer is at work: it looks for something else, and makes long tests last minutes.
let isThreadSanitized = dlsym(nil, "__tsan_init") != nil

/// Whether the address sanitizer is: it keeps variables off the stack, so that its height says nothing.
let isAddressSanitized = dlsym(nil, "__asan_init") != nil

/// Whether any sanitizer is, each of which has signal handlers of its own.
let isSanitized = isThreadSanitized || isAddressSanitized
