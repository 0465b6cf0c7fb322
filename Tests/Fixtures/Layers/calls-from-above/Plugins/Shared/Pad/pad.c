#include "component_author.h"

/* component_call_action(host, "Reader", "open", … is no call. */
static void show(const component_call *call, component_request *request) {
  const char quote = '"';  // component_has_action(call->host, "Reader", 0)
  component_call_action(call->host, "Reader", "open", NULL, 0, hear, &quote);
  component_call_action(get(call, quote)->host,
                        "Reader.Settings", "show", NULL, 0, hear, NULL);
  request->target = component_text_of("Reader");
  call->host->open_key(call->host, component_text_of("Reader_page"), request);
  component_call_action(call->host, "Library", "list", NULL, 0, hear, "Reader");
}

int32_t register(const component_host *host, component_registration *registration) {
  return component_add_need(host, registration, "Reader", COMPONENT_NEED_OPTIONAL);
}

// With a macro of the component's own around a text, or none:
#define TEXT(string) ((component_text){string, sizeof(string) - 1})

static void show_more(const component_call *call) {
  component_request request = {COMPONENT_HEAD(component_request), .target = TEXT("Reader"), .action = TEXT("open")};
  component_request brief = {COMPONENT_HEAD(component_request), .target = {"Reader", 6}};
  if (view(call->target) == view(TEXT("Reader"))) return;  // asks of its own call
  call->host->has(call->host, TEXT("Reader.Settings"), TEXT("show"), 0, hear, &brief);
  call->host->release_instance(call->host, TEXT( "Reader.Settings" ), hear, &brief);
  call->host->start_open_key(call->host, TEXT("Reader_page"), &request);
  request.target = TEXT("Library");
}

// With what makes it short.
static void show_shortly(component_call *call, component_answer *answer) {
  component_ask(call, "Reader", "open", NULL, 0, answer);
  component_ask_if_there(call, "Reader.Settings", "show", NULL, 0, answer);
  component_send(call->host, component_request_to("Reader", "open", NULL, 0, call), answer);
  component_open_key(call->host, "Reader_page", NULL, 0, hear, answer);
  component_ask_needed(call, "Reader", "open", NULL, 0, "no page", answer);
  component_ask(call, "Library", "list", NULL, 0, answer);
}

COMPONENT_DEFINE(COMPONENT_NEEDS({"Reader", {1, 0, 0}, COMPONENT_NEED_OPTIONAL}))

static void link(const component_call *call, const char *scheme) {
  component_write_url(call->host, "app", "Reader", "open", NULL, 0, hear, NULL);
  component_write_url(host_of(call), scheme, "Reader", "open", NULL, 0, hear, NULL);
  component_write_url(call->host, "Reader", "Library", "list", NULL, 0, hear, NULL);
  component_ask_needed_but(call, "Reader", "open", NULL, 0, "no page", "busy", NULL);
  component_ask_if_there_but(call, "Reader", "open", NULL, 0, "busy", NULL);
}
