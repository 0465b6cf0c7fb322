// A component that says in C++ what its header has words for.

#include "component.hpp"

#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <unordered_map>

using component::Call, component::Date, component::Value, component::Map, component::Failure, component::Deferred;

namespace {

struct Desk {
  int used = 0;
};

enum class Unit { km, mi };
std::vector<std::string_view> face_texts(Unit) { return {"km", "mi"}; }

// Has the other unit, which may be missing, and the units between.
Value units(Call &call) {
  auto other = call.get("unit", Unit::km) == Unit::km ? Unit::mi : Unit::km;
  return Map{{"other", other}, {"all", call.get("all", std::vector<Unit>{other})},
             {"maybe", call.get<std::optional<Unit>>("maybe")}, {"none", static_cast<Unit>(2)}};
}

// What was heard of calls that are not waited for: how far each has come, and how it ended.
std::mutex heard_lock;
std::string heard;
void hear(const std::string &word) {
  std::lock_guard<std::mutex> held(heard_lock);
  heard += (heard.empty() ? "" : " ") + word;
}

void begin(Call &call) {
  component::Options options;
  options.progress = [](double fraction, std::string_view message) {
    hear(std::to_string(static_cast<int>(fraction * 100)) + std::string(message));
    throw 1;
  };
  auto ended = [](const Value *reply, const Failure *failure) {
    hear(reply ? reply->as<std::string>().value_or("?") : failure->reason);
    throw std::runtime_error("nobody hears it");
  };
  auto host = call.host();
  host.start("Clerk", "ask", {}, ended, options);
  host.start_open("app://Clerk/ask", {}, ended, options);
  host.start_open_key("Clerk_ask", {}, ended, options);
  host.start(component::Function::of(host.raw(), [](Call &call) {
    call.progress(0.5, "called");
    return "back";
  }), {}, ended, options);
}

struct Note {
  std::string text;
  operator Value() const { return Map{{"text", text}}; }
  static std::optional<Note> from(const Map &map) {
    auto text = map["text"].as<std::string>();
    return text ? std::optional(Note{*text}) : std::nullopt;
  }
};

std::vector<Note> notes(Call &call) {
  auto notes = call.get<std::optional<std::vector<Note>>>("notes").value_or(std::vector<Note>{});
  auto raw = call.get<std::optional<component::Bytes>>("raw");
  notes.push_back({call.get("unit", "km") + std::to_string(raw ? raw->size() : 0)});
  return notes;
}

// Whether each name comes, and comes more than once.
std::map<std::string, std::vector<bool>> count_names(Call &call) {
  std::map<std::string, std::vector<bool>> counted;
  for (const auto &[name, count] : call.get<std::unordered_map<std::string, int>>("names")) {
    counted[name] = std::vector<bool>{count > 0, count > 1};
  }
  return counted;
}

// A day later, by the system's clock where that reaches so far.
std::vector<std::optional<Date>> tomorrow(Call &call) {
  auto time = call.get<std::optional<Date>>("at").value_or(Date(0)).time();
  if (!time) return {std::nullopt};
  return {Date(*time + std::chrono::hours(24)), Date(std::chrono::floor<std::chrono::seconds>(*time))};
}

component::Function adder(Call &call) {
  int by = call.get<int>("by");
  return component::Function::of(call.host().raw(), [by](Call &call) { return call.get<int>("n") + by; });
}

int unbox(Call &call) {
  auto box = call.get<component::Object>("box").as<int>();
  if (!box) throw Failure(COMPONENT_FAILURE_INVALID, "foreign_object", "none of mine");
  return *box;
}

}  // namespace

COMPONENT_DEFINE(all) {
  auto host = all.host();
  auto count = std::make_shared<std::atomic<int64_t>>(0);
  all.about("All", "All", {1, 2, 3});
  all.need("Clerk", {1, 0, 0}, true);
  all.type("Note", "{text: text}");
  all.type("Unit", R"("km" | "mi")");
  auto &target = all.target("All", "All");
  target.action("notes", R"((notes: [Note]?, raw: bytes?, unit: "km" | "mi" = "km") -> [Note])", "Notes", notes);
  target.action("small", "(n: int) -> int", "", [](Call &call) { return call.get<uint8_t>("n"); });
  target.action("large", "(less: int) -> int", "",
                [](Call &call) { return (uint64_t{1} << 63) - call.get<uint64_t>("less"); });
  target.action("names", "(names: [text: int]) -> [text: [bool]]", "", count_names);
  target.action("tomorrow", "(at: date?) -> [date?]", "", tomorrow);
  target.action("wrong", "(late: bool) -> [int]", "", [](Deferred call) {
    if (!call.call().get<bool>("late")) return call.reply(component::List{1, 2});
    std::thread([call = std::move(call)]() mutable { call.reply(component::List{1, "two"}); }).detach();
  });
  target.action("asks", "", "", [](Call &call) {
    // Only what is not said names no action; a text without letters is a wrong name.
    std::string_view nameless;
    return component::List{bool(call.host().has("All")), bool(call.host().has("All", "asks")),
                           bool(call.host().has("All", "")), bool(call.host().has("All", nameless)),
                           bool(call.host().has("All", std::nullopt, true))};
  });
  target.action("hints", "", "", [](Call &call) {
    component::Options options;
    options.hints = Map{{"hot", true}};
    return call.host().open("app://Clerk/ask", {}, options);
  });
  target.action("startHints", "", "", [](Call &call) {
    component::Options options;
    options.hints = Map{{"hot", true}};
    call.host().start_open("app://Clerk/ask", {}, [](const Value *, const Failure *) {}, options);
    return Value();
  });
  target.action("clerk", "() -> any", "",
                [](Call &call) { return call.host().if_there("Clerk", "ask", {{"n", 1}}, {"busy"}); });
  target.action("missing", "() -> bool", "", [](Call &call) {
    try {
      call.host().call_strictly("Clerk", "ask", {{"n", 1}});
    } catch (const Failure &failure) {
      return failure.is_missing({"busy"});
    }
    return false;
  });
  target.action("units", R"((unit: Unit = "km", all: [Unit]?, maybe: Unit?) -> any)", "", units);
  target.action("begin", "()", "", begin);
  target.action("heard", "() -> text", "", [] {
    std::lock_guard<std::mutex> held(heard_lock);
    return std::exchange(heard, "");
  });
  target.action("said", "() -> [any]", "", [](Call &call) {
    call.progress(0.5, "half");
    auto left = call.time_left();
    return component::List{call.hint("hot", false), left && *left > std::chrono::seconds(1), call.host().host_name(),
                           call.host().host_version().major};
  });
  target.action("often", "() -> bool", "", [](Call &call) {
    static component_place place;
    component::Options options;
    options.place = &place;
    return call.host().call("Clerk", "place", {}, options) == Value(1);
  });
  target.action("later", "() -> text", "", [](Deferred call) {
    std::thread([call = std::move(call)] { call.reply("later"); }).detach();
  });
  target.action("dropped", "()", "", [](Deferred) {});
  target.action("wait", "() -> text", "", [count](Deferred call) {
    auto kept = std::make_shared<Deferred>(std::move(call));
    kept->when_cancelled([kept, count] {
      ++*count;
      kept->fail(Failure(COMPONENT_FAILURE_CANCELLED, "seen", "seen"));
    });
  });
  target.action("throws", "()", "", [] { throw std::runtime_error("thrown"); });
  target.action("throws_a_number", "()", "", [] { throw 1; });
  target.action("fails", "()", "", [] { throw Failure(COMPONENT_FAILURE_DENIED, "no", "not you", Map{{"a", 1}}); });
  target.action("count", "() -> int", "", [count] { return count->load(); });
  target.action("adder", "(by: int) -> function", "", adder);
  target.action("box", "()", "", [] { return component::Object::of(std::make_shared<int>(5), "All.Box"); });
  target.action("unbox", "(box: object) -> int", "", unbox);
  target.action("cancelled", "()", "", [](Call &call) { call.check_cancelled(); });
  all.target("All.Desk", "Desks")
      .instances<Desk>([] { return std::make_unique<Desk>(); })
      .on<Desk>("sit", "() -> int", "Sits", [](Desk &desk, Call &) { return ++desk.used; })
      .on<Desk>("sit_later", "() -> int", "Sits", [](Desk &desk, Deferred call) {
        std::thread([&desk, call = std::move(call)] { call.reply(++desk.used); }).detach();
      });
  all.target("All.Nothing", "None")
      .instances<Desk>([]() -> std::unique_ptr<Desk> { throw std::runtime_error("no desk"); })
      .on<Desk>("sit", "() -> int", "Sits", [](Desk &desk, Call &) { return ++desk.used; });
  all.event("All.said", "int?", "Said");
  all.observe({"Other.said"}, [host](const component::Notice &notice) {
    host.publish("All.said", notice.value);
    throw std::runtime_error("nobody hears it");
  });
  all.on_start([count] { *count = 7; });
  all.on_save([count] { return count->load(); });
  all.on_restore([count](const Value &state, Call &call) {
    call.check_cancelled();
    *count = state.as<int>().value_or(0);
  });
  all.on_shutdown([host] { host.log(COMPONENT_LEVEL_INFO, "bye"); });
}
