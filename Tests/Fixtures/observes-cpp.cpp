// The same in C++, where whatever hears something throws.
#include "component.hpp"

#include <cstring>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

using component::Call, component::Failure, component::Host, component::Notice, component::Observation,
    component::Options;

namespace {

std::vector<Observation> begun;

// A host's table that ends where an older one does, and with it the memory that may be read.
Host older(const Host &host, size_t size) {
  size_t page = size_t(sysconf(_SC_PAGESIZE));
  auto pages = static_cast<char *>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(pages + page, page, PROT_NONE);
  auto table = reinterpret_cast<component_host *>(pages + page - size);
  std::memcpy(static_cast<void *>(table), host.raw(), size);
  table->size = uint32_t(size);
  return Host(table);
}

}  // namespace

COMPONENT_DEFINE(component) {
  component.about("ObservesCpp", "Observes", {1, 0, 0});
  component.target("ObservesCpp")
      .action("observe", "(count: int) -> int", "", [](Call &call) {
        auto count = call.get<int64_t>("count");
        for (int64_t number = 0; number < count; number++) {
          begun.push_back(call.host().observe({"Other.said"}, [](const Notice &) {}));
        }
        return count;
      })
      .action("end", "", "", [] { begun.clear(); })
      .action("throw", "(known: bool) -> int", "", [](Call &call) {
        bool known = call.get<bool>("known");
        begun.push_back(call.host().observe({"Other.said"}, [known](const Notice &) {
          if (known) throw Failure(COMPONENT_FAILURE_FAILED, "tired", "I heard enough");
          throw 1;
        }));
        return 1;
      })
      .action("listen", "", "", [](Call &call) {
        Options options;
        options.progress = [](double, std::string_view) { throw std::runtime_error("too slow"); };
        return call.host().call("Other", "step", {}, options);
      })
      .action("until", "", "", [](component::Deferred deferred) {
        auto kept = std::make_shared<component::Deferred>(std::move(deferred));
        kept->when_cancelled([kept] { throw std::runtime_error("not now"); });
      })
      .action("addRoute", "", "", [](Call &call) {
        older(call.host(), offsetof(component_host, publish_route)).add_route({"/more", "observe"});
      })
      .action("ask", "", "", [](Call &call) {
        return older(call.host(), offsetof(component_host, has)).has("ObservesCpp").value();
      })
      .action("endless", "", "", [](Call &call) {
        Options options;
        options.limit = std::chrono::nanoseconds::max();
        return call.host().call("Other", "step", {}, options);
      })
      .action("removeRoute", "", "", [](Call &call) {
        return older(call.host(), offsetof(component_host, publish_route)).remove_route({"/more", "observe"});
      });
}
