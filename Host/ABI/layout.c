// The layout that component.h promises, checked wherever it is compiled.

#include "component.h"

#define LAYOUT(type, bytes) _Static_assert(sizeof(type) == (bytes), #type " changed its size")
#define FIELD(type, field, at) _Static_assert(offsetof(type, field) == (at), #type "." #field " moved")

LAYOUT(component_text, 16);
LAYOUT(component_value, 24);
FIELD(component_value, as, 8);
FIELD(component_value, count, 16);
LAYOUT(component_entry, 40);
FIELD(component_entry, value, 16);
LAYOUT(component_object, 48);
FIELD(component_object, type, 8);
FIELD(component_object, release, 40);
LAYOUT(component_function, 48);
FIELD(component_function, run, 16);
FIELD(component_function, release, 32);
FIELD(component_function, host, 40);
LAYOUT(component_failure, 80);
FIELD(component_failure, voice, 12);
FIELD(component_failure, reason, 16);
FIELD(component_failure, details, 48);
FIELD(component_failure, answer, 72);
LAYOUT(component_progress, 32);
LAYOUT(component_place, 8);
LAYOUT(component_request, 152);
FIELD(component_request, parameters, 40);
FIELD(component_request, ended, 56);
FIELD(component_request, deadline, 80);
FIELD(component_request, parent, 96);
FIELD(component_request, flags, 104);
FIELD(component_request, hint_count, 120);
FIELD(component_request, skips, 128);
FIELD(component_request, place, 144);
LAYOUT(component_call, 104);
FIELD(component_call, host, 8);
FIELD(component_call, parameters, 48);
FIELD(component_call, deadline, 64);
FIELD(component_call, flags, 72);
FIELD(component_call, instance, 96);
LAYOUT(component_version, 12);
LAYOUT(component_about, 112);
FIELD(component_about, version, 40);
FIELD(component_about, shutdown, 56);
FIELD(component_about, start, 80);
FIELD(component_about, memory_pressure, 88);
FIELD(component_about, restore, 104);
LAYOUT(component_need, 40);
LAYOUT(component_target, 80);
FIELD(component_target, flags, 40);
FIELD(component_target, make, 48);
FIELD(component_target, release, 72);
LAYOUT(component_action, 120);
LAYOUT(component_type, 56);
FIELD(component_action, run, 64);
FIELD(component_action, release, 80);
LAYOUT(component_route, 112);
FIELD(component_route, scheme, 56);
FIELD(component_route, fixed_count, 80);
FIELD(component_route, renames, 88);
FIELD(component_route, flags, 104);
FIELD(component_route, priority, 108);
LAYOUT(component_key, 72);
FIELD(component_key, hints, 56);
LAYOUT(component_host, 352);
FIELD(component_host, describe, 72);
FIELD(component_host, host_version, 56);
FIELD(component_host, explain, 128);
FIELD(component_host, call, 136);
FIELD(component_host, start_open_key, 192);
FIELD(component_host, release, 232);
FIELD(component_host, release_cancellation, 272);
FIELD(component_host, log, 280);
FIELD(component_host, start_open_with, 296);
FIELD(component_host, write_url, 320);
FIELD(component_host, release_instance, 344);
LAYOUT(component_note, 40);
