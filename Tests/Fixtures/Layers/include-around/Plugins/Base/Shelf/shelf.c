#include "../../Shared/Log/log.h"
/* a */ # include <log.h> // found by the search path
#include "shelf.h"
#include "../../../Host/Engine/engine.h"
#include "gone.h"
