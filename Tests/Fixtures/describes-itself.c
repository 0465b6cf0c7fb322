// It says of itself all that can be said: signatures, notes, flags, types that refer to each other and to themselves,
// routes and map keys.
#include "marks.h"

static int32_t run_page(void *context, component_call *call) {
  (void)context;
  component_value number = {.kind = COMPONENT_KIND_INT, .as = {.integer = 1}};
  component_value kind = {.kind = COMPONENT_KIND_TEXT, .as = {.text = "plain"}, .count = 5};
  component_value parts = {.kind = COMPONENT_KIND_LIST};
  component_entry entries[] = {{TEXT("number"), number}, {TEXT("kind"), kind}, {TEXT("parts"), parts}};
  component_value page = {.kind = COMPONENT_KIND_MAP, .as = {.entries = entries}, .count = 3};
  return call->host->reply(call, &page);
}

static void add(const component_host *host, component_registration *registration, const char *target, const char *name,
                const char *summary, const char *signature, const char *notes, uint32_t flags) {
  component_action action = {COMPONENT_HEAD(component_action), .target = text(target), .name = text(name),
                             .summary = text(summary), .signature = text(signature),
                             .run = strcmp(name, "show") == 0 ? run_page : run_ok,
                             .parameter_notes = text(notes), .flags = flags};
  host->add_action(registration, &action);
}

static void name(const component_host *host, component_registration *registration, const char *type,
                 const char *definition, const char *summary) {
  component_type named = {COMPONENT_HEAD(component_type), .name = text(type), .definition = text(definition),
                          .summary = text(summary)};
  host->add_type(registration, &named);
}

static void need(const component_host *host, component_registration *registration, const char *name, uint32_t minor,
                 uint32_t flags) {
  component_need need = {COMPONENT_HEAD(component_need), .name = text(name), .minimum = {1, minor, 0}, .flags = flags};
  host->add_need(registration, &need);
}

COMPONENT_REGISTER(host, registration) {
  mark("DescribesItself");
  const char *self = "DescribesItself", *below = "DescribesItself.Below";
  component_about about = {COMPONENT_HEAD(component_about), .name = text(self), .summary = TEXT("Says what it is"),
                           .version = {1, 2, 3}};
  host->describe(registration, &about);
  need(host, registration, "Good", 2, COMPONENT_NEED_OPTIONAL);
  add_target(host, registration, self);
  component_target target = {COMPONENT_HEAD(component_target), .name = text(below), .flags = COMPONENT_TARGET_SERIAL,
                             .summary = TEXT("What lies below, and is told of in a sentence that no narrow terminal "
                                             "has room for")};
  host->add_target(registration, &target);
  name(host, registration, "Page", "{number: int, kind: Kind, parts: [Part], notes: [text: text]?}", "One page");
  name(host, registration, "Part", "{name: text, page: Page?, parts: [Part]}", "");
  name(host, registration, "Kind", "\"plain\" | \"rich\"", "How a page looks");
  name(host, registration, "Elsewhere", "{x: int}", "What only Below uses");
  add(host, registration, self, "show", "Shows a page",
      "(id: int, page: int = 1, kind: Kind = \"plain\", isLong: bool?, tags: [text] = [], limit: int? = null) -> Page",
      "id: the book's number\npage: which page, counted from the first one that has a number printed on it\n"
      "isLong: whether all is shown",
      COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_PROGRESS);
  add(host, registration, self, "store", "", "(part: Part, data: bytes, level: 1 | -2) -> {size: int, kinds: [Kind]}",
      "", 0);
  add(host, registration, self, "watch", "Tells what happens", "(done: function, mode: \"a b\" | \"$(reboot)\" | \"c\")",
      "", 0);
  add(host, registration, self, "anything", "Does not say what it takes", "", "", COMPONENT_ACTION_REMOTE);
  add(host, registration, below, "odd", "Has texts\nthat \x1b[31mact on a terminal",
      "(mode: \"it's\" | \"$(reboot)\" | \"c\", words: text, where: Elsewhere?) -> any", "words: with \xe2\x80\xae a turn",
      0);
  component_value turned = {.kind = COMPONENT_KIND_TEXT, .as = {.text = "turn\xe2\x80\xae" "ed"}, .count = 9};
  component_entry given[] = {{TEXT("mode"), turned}};
  component_route route = {COMPONENT_HEAD(component_route), .target = text(self), .pattern = TEXT("/things/*rest"),
                           .action = TEXT("anything"), .scheme = TEXT("APP"), .fixed = given, .fixed_count = 1};
  host->add_route(registration, &route);
  component_key key = {COMPONENT_HEAD(component_key), .key = TEXT("odd"), .target = text(below), .action = TEXT("odd"),
                       .hints = given, .hint_count = 1};
  host->add_key(registration, &key);
  return COMPONENT_OK;
}
