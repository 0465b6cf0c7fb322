#include "component.h"
#include "counting.h"
#include <stdio.h>
// #include "../Reader/reader.h"
/* #include "../Reader/reader.h"
#include "../Reader/reader.h" */
