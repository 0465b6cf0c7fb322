// The sample component in C++.
// Name: Sample
// Flags: -pthread
#include "sample-values.hpp"

#include <chrono>
#include <string>
#include <thread>

using namespace sample;

namespace {

int32_t add(void *, component_call *call) {
  auto a = find(call, "a", COMPONENT_KIND_INT), b = find(call, "b", COMPONENT_KIND_INT);
  if (!a || !b) return fail(call, COMPONENT_FAILURE_INVALID, "missing_parameter", "a and b must be whole numbers");
  int64_t sum;
  if (__builtin_add_overflow(a->as.integer, b->as.integer, &sum)) {
    return fail(call, COMPONENT_FAILURE_INVALID, "overflow", "the sum does not fit");
  }
  return reply(call, of_int(sum));
}

int32_t fails(void *, component_call *call) {
  auto code = integer(call, "code", COMPONENT_FAILURE_FAILED);
  component_entry detail{borrow("code"), of_int(code)};
  auto details = of(COMPONENT_KIND_MAP);
  details.as.entries = &detail;
  details.count = 1;
  return fail(call, static_cast<int32_t>(code), text(call, "reason"), text(call, "message"), details);
}

int32_t progress(void *, component_call *call) {
  auto steps = integer(call, "steps");
  for (int64_t step = 1; step <= steps; step++) {
    auto message = "step " + std::to_string(step);
    component_progress progress{COMPONENT_HEAD(component_progress), double(step) / double(steps), borrow(message)};
    call->host->progress(call, &progress);
  }
  return reply(call, of_int(steps));
}

int32_t later(void *, component_call *call) {
  auto deferred = call->host->defer(call);
  if (!deferred) return COMPONENT_FAILURE_ENDED;
  std::thread([deferred] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    reply(deferred, of_text(text(deferred, "text")));
    deferred->host->release(deferred);
  }).detach();
  return COMPONENT_OK;
}

int32_t nest(void *, component_call *call) {
  auto nested = request(call);
  nested.target = borrow(text(call, "target"));
  nested.action = borrow(text(call, "action"));
  if (auto with = find(call, "with", COMPONENT_KIND_MAP)) {
    nested.parameters = with->as.entries;
    nested.parameter_count = with->count;
  }
  return call->host->call(call->host, &nested);
}

int32_t open_url(void *, component_call *call) {
  auto opened = request(call);
  if (auto with = find(call, "with", COMPONENT_KIND_MAP)) {
    opened.parameters = with->as.entries;
    opened.parameter_count = with->count;
  }
  auto url = text(call, "url");
  return call->host->open_with(call->host, borrow(url), &opened);
}

uint32_t loading(component_call *call) { return integer(call, "loading") ? COMPONENT_ASK_LOADING : 0; }

int32_t has(void *, component_call *call) {
  auto target = text(call, "target"), action = text(call, "action");
  return call->host->has(call->host, borrow(target), borrow(action), loading(call), pass_on, call);
}

int32_t can_open(void *, component_call *call) {
  return call->host->can_open(call->host, borrow(text(call, "url")), loading(call), pass_on, call);
}

int32_t let_go(void *, component_call *call) {
  return call->host->release_instance(call->host, borrow(text(call, "target")), pass_on, call);
}

// A route below the component's own name, which leads to `routed`.
component_route route(component_call *call) {
  component_route route{};
  route.abi = COMPONENT_ABI_VERSION;
  route.size = sizeof route;
  route.target = borrow("Sample");
  route.pattern = borrow(text(call, "pattern"));
  route.action = borrow("routed");
  return route;
}

int32_t add_route(void *, component_call *call) {
  auto added = route(call);
  return call->host->publish_route(call->host, &added, pass_on, call);
}

int32_t remove_route(void *, component_call *call) {
  auto removed = route(call);
  return call->host->withdraw_route(call->host, &removed, pass_on, call);
}

int32_t echo(void *, component_call *call) {
  auto map = of(COMPONENT_KIND_MAP);
  map.as.entries = call->parameters;
  map.count = call->parameter_count;
  return reply(call, map);
}

int32_t call_back(void *, component_call *call) {
  auto function = find(call, "function", COMPONENT_KIND_FUNCTION);
  if (!function) return COMPONENT_FAILURE_INVALID;
  component_entry n{borrow("n"), of_int(20)};
  auto nested = request(call);
  nested.parameters = &n;
  nested.parameter_count = 1;
  return call->host->invoke(call->host, function->as.function, &nested);
}

int32_t adder(void *, component_call *call) {
  auto held = new Held(integer(call, "by"));
  component_function function{COMPONENT_HEAD(component_function), held,
                              [](void *context, component_call *call) {
                                auto held = static_cast<Held *>(context);
                                return reply(call, of_int(integer(call, "n") + held->number));
                              },
                              Held::retain, Held::release, call->host};
  auto value = of(COMPONENT_KIND_FUNCTION);
  value.as.function = &function;
  auto result = reply(call, value);
  Held::release(held);
  return result;
}

int32_t box(void *, component_call *call) {
  auto held = new Held(0);
  component_object object{COMPONENT_HEAD(component_object), borrow("Sample.Box"), held, Held::retain, Held::release};
  auto value = of(COMPONENT_KIND_OBJECT);
  value.as.object = &object;
  auto result = reply(call, value);
  Held::release(held);
  return result;
}

int32_t bump(void *, component_call *call) {
  auto box = find(call, "box", COMPONENT_KIND_OBJECT);
  if (!box || box->as.object->release != Held::release) {
    return fail(call, COMPONENT_FAILURE_INVALID, "foreign_object", "the box is none of mine");
  }
  return reply(call, of_int(++static_cast<Held *>(box->as.object->instance)->number));
}

int32_t until_cancelled(void *, component_call *call) {
  for (int i = 0; i < 10000; i++) {
    if (call->host->is_cancelled(call)) return fail(call, COMPONENT_FAILURE_CANCELLED, "seen", "I saw it");
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  return COMPONENT_FAILURE_FAILED;
}

std::atomic<int> given_up;

int32_t until_given_up(void *, component_call *call) {
  auto deferred = call->host->defer(call);
  if (!deferred) return COMPONENT_FAILURE_ENDED;
  call->host->when_cancelled(
      deferred,
      [](void *context) {
        auto deferred = static_cast<component_call *>(context);
        given_up++;
        deferred->host->release(deferred);
      },
      deferred, nullptr);
  return COMPONENT_OK;
}

std::atomic<int64_t> number, starts;

int32_t start(void *, component_call *call) {
  starts++;
  return reply(call, {});
}

int32_t save(void *, component_call *call) { return reply(call, of_int(number)); }

// What is kept can be told again.
int32_t relieve(void *context, component_call *call) {
  number = 0;
  return save(context, call);
}

int32_t restore(void *, component_call *call) {
  auto state = find(call, "state", COMPONENT_KIND_INT);
  if (!state) return fail(call, COMPONENT_FAILURE_INVALID, "no_state", "that is no state of mine");
  number = state->as.integer;
  return reply(call, *state);
}

}  // namespace

COMPONENT_REGISTER(host, registration) {
  component_about about{};
  about.abi = COMPONENT_ABI_VERSION;
  about.size = sizeof about;
  about.name = borrow("Sample");
  about.summary = borrow("The same in every language");
  about.version = {1, 2, 3};
  about.start = start;
  about.save = save;
  about.restore = restore;
  about.memory_pressure = relieve;
  host->describe(registration, &about);
  component_need need{COMPONENT_HEAD(component_need), borrow("Good"), {1, 0, 0}, COMPONENT_NEED_OPTIONAL};
  host->add_need(registration, &need);
  auto add_target = [&](std::string_view name, std::string_view summary, uint32_t flags) {
    component_target target{};
    target.abi = COMPONENT_ABI_VERSION;
    target.size = sizeof(target);
    target.name = borrow(name);
    target.summary = borrow(summary);
    target.flags = flags;
    host->add_target(registration, &target);
  };
  auto add_action = [&](std::string_view target, std::string_view name, component_run run, uint32_t flags = 0) {
    component_action action{
        COMPONENT_HEAD(component_action), borrow(target), borrow(name), borrow("An action"), flags, 0, run, nullptr,
        nullptr,                          borrow(""),     borrow("")};
    return host->add_action(registration, &action);
  };
  add_target("Sample", "", 0);
  add_action("Sample", "echo", echo);
  add_action("Sample", "first", [](void *, component_call *call) {
    for (size_t i = 0; i < call->parameter_count; i++) {
      if (view(call->parameters[i].key) == "value") return reply(call, call->parameters[i].value);
    }
    return reply(call, {});
  });
  add_action("Sample", "add", add);
  add_action("Sample", "fail", fails);
  add_action("Sample", "progress", progress);
  add_action("Sample", "later", later);
  add_action("Sample", "nest", nest);
  add_action("Sample", "open", open_url);
  add_action("Sample", "has", has);
  add_action("Sample", "canOpen", can_open);
  add_action("Sample", "letGo", let_go);
  add_action("Sample", "callBack", call_back);
  add_action("Sample", "adder", adder);
  add_action("Sample", "box", box);
  add_action("Sample", "bump", bump);
  add_action("Sample", "untilCancelled", until_cancelled);
  add_action("Sample", "untilGivenUp", until_given_up);
  add_action("Sample", "givenUp", [](void *, component_call *call) { return reply(call, of_int(given_up)); });
  add_action("Sample", "log", [](void *, component_call *call) {
    auto said = text(call, "text");
    call->host->log(call->host, COMPONENT_LEVEL_WARNING, borrow(said));
    return reply(call, {});
  });
  add_action("Sample", "keep", [](void *, component_call *call) {
    number = integer(call, "n");
    return reply(call, of_int(number));
  });
  add_action("Sample", "kept", [](void *, component_call *call) { return reply(call, of_int(number * 10 + starts)); });
  add_action("Sample", "publish", [](void *, component_call *call) {
    auto event = text(call, "event");
    component_value value{};
    for (size_t i = 0; i < call->parameter_count; i++) {
      if (view(call->parameters[i].key) == "value") value = call->parameters[i].value;
    }
    return call->host->publish(call->host, borrow(event), &value, pass_on, call);
  });
  add_action("Sample", "addRoute", add_route);
  add_action("Sample", "removeRoute", remove_route);
  add_action("Sample", "routed", echo, COMPONENT_ACTION_REMOTE);
  component_event said{COMPONENT_HEAD(component_event), borrow("Sample.said"), borrow("An event"), borrow("int?"), 0, 0};
  host->add_event(registration, &said);
  // What another one says is said again.
  auto other = borrow("Other.said");
  component_observer observer{COMPONENT_HEAD(component_observer),
                              &other,
                              1,
                              0,
                              0,
                              [](void *context, const component_notice *notice) {
                                auto host = static_cast<const component_host *>(context);
                                host->publish(host, borrow("Sample.said"), &notice->value, nullptr, nullptr);
                              },
                              const_cast<component_host *>(host),
                              nullptr};
  host->add_observer(registration, &observer);
  add_target("Sample.Sub", "A target below", COMPONENT_TARGET_SERIAL);
  add_action("Sample.Sub", "name", [](void *, component_call *call) {
    return reply(call, of_text(std::string(view(call->target)) + "." + std::string(view(call->action))));
  });
  return add_action("Sample.Sub", "notFound",
                    [](void *, component_call *call) { return reply(call, of_text(text(call, "action"))); });
}
