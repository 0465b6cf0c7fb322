#include "component.hpp"

// The same in C++, where the host is the one who is asked.
static void show(component::Call &call, const std::string &scheme) {
  call.host().has("Reader", "open");
  if (call.has("page") && call.host().has("Library")) return;
  call.host().url("app", "Reader", "open", {});
  call.host().url(scheme, "Reader.Settings", "show");
  call.host().url("app", "Library", "list");
  call.host().start_open_key("Reader_page", {}, {});
}
