// A component with a bit of everything that a dynamic loader has to do for a library.
#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int made;
static int gone;
__attribute__((constructor)) static void make(void) { made = 1; }
__attribute__((constructor)) static void make_more(void) { made += 1; }
__attribute__((destructor)) static void end(void) { gone = 1; }

__thread int of_thread = 5;
static __thread long of_thread_only[4];

__attribute__((weak)) int softly(void) { return 1; }
__attribute__((visibility("protected"))) int guarded(void) { return gone; }
extern int wanted(void) __attribute__((weak));

static double half(double x) { return x / 2; }
double (*const functions[])(double) = {sin, cos, sqrt, half};
const char *const words[] = {"one", "two", "three", "four"};
FILE **const streams[] = {&stdout, &stderr};

static int32_t run(void *context, component_call *call) {
  (void)context;
  double sum = wanted ? wanted() : 0;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) sum += functions[i](4);
  of_thread_only[1] += of_thread + (long)strlen(words[1]) + softly() + guarded();
  char text[64];
  int length = snprintf(text, sizeof text, "%.3f %ld %d %d", sum, of_thread_only[1], made, *streams[0] == stdout);
  return reply_text(call, (component_text){text, (size_t)length});
}

COMPONENT_REGISTER(host, registration) { return offer(host, registration, "Mutant", run); }
