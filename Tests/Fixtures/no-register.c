// It has a note, but exports no register.
#include "component.h"

COMPONENT_NOTE
