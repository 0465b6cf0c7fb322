// The note of every component that links the Swift kit: the kit links this file.

#include "component.h"

__attribute__((used, section(COMPONENT_NOTE_SECTION), aligned(4))) static const component_note note =
    COMPONENT_NOTE_VALUE(COMPONENT_LANGUAGE_SWIFT);
