// The note of every component that links the Swift kit: the kit links this file.

#include "component.h"

// A Swift component gets its host's standard library, and fits that of its own compiler only. The manifest knows the
// compiler's version; the clang that belongs to it says the revision of both, forty digits and a parenthesis at the end
// of its own version.
#ifndef COMPONENT_SWIFT_VERSION
#define COMPONENT_SWIFT_VERSION 0u
#endif

#if defined(__clang__)
#define PLACE(index) (sizeof __VERSION__ > 43 ? sizeof __VERSION__ - 42 + (index) : 0)
#define AT(index) ((uint32_t)__VERSION__[PLACE(index)])
#define DIGIT(index) ((AT(index) >= 'a' ? AT(index) - 'a' + 10u : AT(index) - '0') << (28 - 4 * (index)))
#define HAS_REVISION (AT(-1) == ' ' && AT(40) == ')')
#define REVISION                                                                                                       \
  (HAS_REVISION ? DIGIT(0) | DIGIT(1) | DIGIT(2) | DIGIT(3) | DIGIT(4) | DIGIT(5) | DIGIT(6) | DIGIT(7) : 0u)
#else
#define REVISION 0u
#endif

// The host compares the note of a component with its own.
extern const component_note component_kit_note __attribute__((visibility("hidden")));

__attribute__((used, section(COMPONENT_NOTE_SECTION), aligned(4))) const component_note component_kit_note = {
    10u, 16u, COMPONENT_NOTE_TYPE, COMPONENT_NOTE_OWNER, COMPONENT_ABI_VERSION, COMPONENT_LANGUAGE_SWIFT,
    {COMPONENT_SWIFT_VERSION, REVISION}};
