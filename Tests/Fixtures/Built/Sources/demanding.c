// A component of a later contract that can't do without what a host lacks, and says so.
#include "author/log.h"

COMPONENT_REGISTER(host, registration) {
  if (!COMPONENT_HAS(host, later)) return component_refuse_host(host, registration, "function 'later'");
  return COMPONENT_FAILURE_FAILED;
}
