// What StartsThen needs, and its start fails.
// Name: StartsFirst
#define NAME "StartsFirst"
#include "start-fails.c"
