// Calls Nasty through its face in C++, which gcc and clang compile, and looks at what comes back.

#include "nasty.hpp"

using component::Call, component::Host;

static int expectations;

static void expect(bool is_so, const char *claim) {
  expectations++;
  if (!is_so) throw component::Failure(COMPONENT_FAILURE_FAILED, "", claim);
}

#define EXPECT(condition) expect(condition, #condition)

static void scalars(const Host &host) {
  nasty_scalars_parameters sent;
  sent.bool_ = true;
  sent.int_ = INT64_MIN;
  sent.double_ = 0.5;
  sent.text = "text";
  sent.bytes = {1, 255};
  sent.date = "2026-11-21T09:30:00Z";
  sent.any = 7;
  sent.list = {1, 2};
  sent.map = {{"key", {}}};
  sent.order = NASTY_ORDER_RICH_TEXT;
  sent.level = NASTY_LEVEL_MINUS_9223372036854775808;
  sent.point = {3, 4};
  sent.inner.a = 5;
  sent.inner.b.c = "deep";
  sent.parts.push_back({9});
  auto got = nasty_scalars(host, sent);
  EXPECT(got.bool_ && got.int_ == INT64_MIN && got.double_ == 0.5 && got.text == "text");
  EXPECT(got.bytes == sent.bytes && got.date == sent.date && got.any == component::Value(7));
  EXPECT(got.list == sent.list && got.map.size() == 1 && got.map[0].first == "key");
  EXPECT(got.order == sent.order && got.level == sent.level && got.point.x == 3 && got.point.y == 4);
  EXPECT(got.inner.a == 5 && got.inner.b.c == "deep" && got.parts.size() == 1 && got.parts[0].n == 9);
}

static void optionals(const Host &host) {
  auto none = nasty_optionals(host, {});
  EXPECT(!none.bool_ && !none.int_ && !none.text && !none.bytes && !none.any && !none.list && !none.order);
  EXPECT(!none.level && !none.point && !none.inner && !none.parts);
  nasty_optionals_parameters sent;
  sent.int_ = 1;
  sent.text = "";
  sent.order = NASTY_ORDER_PLAIN;
  sent.any = "any";
  sent.point = nasty_point{1, 2};
  auto got = nasty_optionals(host, sent);
  EXPECT(got.int_ == 1 && got.text == "" && !got.bool_ && got.order == NASTY_ORDER_PLAIN);
  EXPECT(got.any == component::Value("any") && got.point && got.point->x == 1 && got.point->y == 2);
}

static void choices(const Host &host) {
  nasty_order_action_parameters sent;
  for (int index = 0; index < 32; index++) {
    sent.order = static_cast<nasty_order>(index);
    EXPECT(nasty_order_action(host, sent) == sent.order);
  }
  try {
    sent.order = static_cast<nasty_order>(99);
    nasty_order_action(host, sent);
    EXPECT(false);
  } catch (const component::Failure &failure) {
    EXPECT(failure.code == COMPONENT_FAILURE_INVALID);
  }
}

static void recursion(const Host &host) {
  nasty_tree_action_parameters sent;
  sent.tree.value = 1;
  sent.tree.children.emplace_back();
  sent.tree.children[0].value = 2;
  auto tree = nasty_tree_action(host, sent);
  EXPECT(tree.value == 1 && tree.children.size() == 1 && tree.children[0].value == 2 && !tree.parent);
}

static std::string run(Call &call) {
  Host host = call.host();
  scalars(host);
  optionals(host);
  choices(host);
  recursion(host);
  EXPECT(nasty_b_list(host).target == "Nasty.b" && nasty_b_list_action(host).target == "Nasty.B");
  EXPECT(nasty_x_y_list(host).target == "Nasty.x.y" && nasty_b_b_list(host).target == "Nasty.B.b");
  static_assert(std::is_void_v<decltype(nasty_hushed(host, {}))>);
  nasty_hushed(host, {});
  EXPECT(nasty_untyped(host, {{"a", nullptr}}).map()->size() == 1);
  return expectations > 40 ? "as expected" : "too little was looked at";
}

COMPONENT_DEFINE(own) {
  own.about("Caller", "", {1, 0, 0});
  own.target("Caller").action("run", "() -> text", "", run);
}
