// component_author.h: what makes a component in C or C++ short.
//
// Everything behind this header is `static inline` and built on component.h alone: nothing to link, nothing that
// could be of another version than the component. Nothing here allocates. Plain C11, also valid C++17.
//
//   #include "component_author.h"
//
//   static int32_t add(void *context, component_call *call) {
//     int64_t a, b;
//     (void)context;
//     if (!component_int_parameter(call, "a", &a)) return COMPONENT_OK;
//     if (!component_int_parameter_or(call, "b", 1, &b)) return COMPONENT_OK;
//     return component_reply_int(call, a + b);
//   }
//
//   static const component_row rows[] = {{"add", "(a: int, b: int = 1) -> int", "Adds", add, NULL, 0, NULL}};
//
//   COMPONENT_REGISTER(host, registration) {
//     int32_t status = component_describe(host, registration, "Sum", "Adds", 1, 0, 0);
//     if (status == COMPONENT_OK) status = component_add_target(host, registration, "Sum", "Adds", 0);
//     if (status == COMPONENT_OK) {
//       status = component_add_actions(host, registration, "Sum", rows, COMPONENT_COUNT(rows));
//     }
//     return status;
//   }
//
// A parameter that is missing or of another kind fails the call with COMPONENT_FAILURE_INVALID, in the words of the
// Swift kit. The reader is then false, and the action returns COMPONENT_OK because its call has ended. A text from a
// command line or a URL (`a=1`) is read as what the action asks for, where that loses nothing.
//
// A comment stands for the functions below it up to the next comment.

#ifndef COMPONENT_AUTHOR_H
#define COMPONENT_AUTHOR_H

#include "author/collection.h"
#include "author/event.h"
#include "author/failure.h"
#include "author/log.h"
#include "author/neighbour.h"
#include "author/parameter.h"
#include "author/registration.h"
#include "author/reply.h"
#include "component.h"

#endif
