// A component in C that replies with the parameter it was given: what the author's header makes of it.

#ifndef AUTHOR_FIXTURE_H
#define AUTHOR_FIXTURE_H

#include "component.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

int32_t author_fixture_register(const component_host *host, component_registration *registration);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
