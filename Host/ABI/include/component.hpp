// component.hpp: what makes a component in C++ short. Nothing to link; C++17.
//
//   #include "component.hpp"
//
//   static int64_t add(component::Call &call) { return call.get<int64_t>("a") + call.get<int64_t>("b", 1); }
//
//   COMPONENT_DEFINE(sum) {
//     sum.about("Sum", "Adds", {1, 0, 0});
//     sum.target("Sum", "Adds").action("add", "(a: int, b: int = 1) -> int", "Adds", add);
//   }
//
// An action takes a Call and returns anything that a Value is made of, or nothing; one that takes a Deferred ends its call
// later. It may throw: a Failure fails the call as it says, any other exception with the reason "exception", and none
// crosses the border. What C has is there as well, component_author.h.

#ifndef COMPONENT_HPP
#define COMPONENT_HPP

#include "cpp/face.hpp"
#include "cpp/registration.hpp"

#endif
