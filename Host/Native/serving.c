#include "serving.h"

_Thread_local void *host_serving;
