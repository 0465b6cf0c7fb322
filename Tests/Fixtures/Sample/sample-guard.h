// The C sample's interceptor; its namesakes do the same.

#ifndef SAMPLE_GUARD_H
#define SAMPLE_GUARD_H

#include "component_author.h"

// What it does with a call is the call's to say.
COMPONENT_INTERCEPTOR(guard, passing) {
  const component_text wish = component_text_at(passing->parameters, "guard", "");
  if (component_text_is(wish, "refuse")) {
    return component_fail(passing->call, COMPONENT_FAILURE_DENIED, "not_now", "not on a Saturday");
  }
  if (component_text_is(wish, "look")) {
    const component_text from = passing->component;
    const component_entry seen[] = {
        component_pair("target", component_text_value(passing->target)),
        component_pair("action", component_text_value(passing->action)),
        component_pair("count", component_int((int64_t)passing->parameters->count)),
        component_pair("source", component_text_value(passing->source)),
        component_pair("component", from.length > 0 ? component_text_value(from) : component_null()),
        component_pair("routed", component_bool(passing->is_routed))};
    return component_reply_map(passing->call, seen, COMPONENT_COUNT(seen));
  }
  if (component_text_is(wish, "change")) {
    const component_entry x = component_pair("x", component_string("changed"));
    const component_value changed = component_map(&x, 1);
    return component_proceed_with(passing, (component_changes){.parameters = &changed});
  }
  if (component_text_is(wish, "send")) {
    return component_proceed_with(passing, (component_changes){.target = "Sample.Sub", .action = "name"});
  }
  if (component_text_is(wish, "wrap")) {
    component_answer answer;
    int32_t status = component_proceed_and_hear(passing, (component_changes){0}, &answer)
                         ? component_reply_list(passing->call, answer.reply, 1)
                         : component_pass_answer(passing->call, &answer);
    component_forget(&answer);
    return status;
  }
  return component_proceed(passing);
}

#endif
