// component_author.h: what makes a component in C short. C++ has component.hpp, which is built on it.
//
//   #include "component_author.h"
//
//   COMPONENT_ACTION(add, call) {
//     int64_t a, b;
//     if (!component_int_parameter(call, "a", &a)) return COMPONENT_OK;
//     if (!component_int_parameter_or(call, "b", 1, &b)) return COMPONENT_OK;
//     return component_reply_int(call, a + b);
//   }
//
//   COMPONENT_DEFINE(.name = "Sum", .summary = "Adds", .version = {1, 0, 0},
//                    COMPONENT_TARGETS({"Sum", "Adds", COMPONENT_ACTIONS(
//                        {"add", "(a: int, b: int = 1) -> int", "Adds", add})}))
//
// Everything behind this header is `static inline` and built on component.h alone: nothing to link, nothing that
// could be of another version than the component. Nothing allocates but what says so: builders (build.h), answers
// (answer.h), copies (keep.h). Plain C11, also valid C++17, but for the macros of manifest.h.
//
// A parameter that is missing or of another kind fails the call with COMPONENT_FAILURE_INVALID, in the words of the
// Swift kit. The reader is then false, and the action returns COMPONENT_OK because its call has ended. A text from a
// command line or a URL (`a=1`) is read as what the action asks for, where that loses nothing. An action with a
// signature, whose parameters the host has checked, may read them by component_get_int and its like (reading.h).
//
// A comment stands for the functions below it up to the next comment.

#ifndef COMPONENT_AUTHOR_H
#define COMPONENT_AUTHOR_H

#include "author/answer.h"
#include "author/build.h"
#include "author/collection.h"
#include "author/date.h"
#include "author/deferred.h"
#include "author/event.h"
#include "author/failure.h"
#include "author/intercept.h"
#include "author/keep.h"
#include "author/log.h"
#include "author/manifest.h"
#include "author/neighbour.h"
#include "author/parameter.h"
#include "author/reading.h"
#include "author/registration.h"
#include "author/reply.h"
#include "author/way.h"
#include "component.h"

#endif
