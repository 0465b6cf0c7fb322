// component.h: the whole contract between a host and a component.
//
// A component is one shared library, lib<Name>.so, that exports one function, `register`, and carries
// one ELF note with the version of this contract. The host reads the note before it opens the library,
// calls `register` once, and from then on routes calls to the actions that were registered.
//
// Rules that hold everywhere below:
//  - Everything is borrowed for the duration of the call that passes it. Neither side frees what the other
//    allocated. A thing that is to be kept is copied; objects and functions may be kept with their `retain`.
//  - Text is UTF-8 with a length, never NUL-terminated; it may contain NUL. `bytes` may be null when
//    `length` is 0.
//  - Every struct that grows starts with `abi` (the COMPONENT_ABI_VERSION it was compiled with) and
//    `size` (its own sizeof). Structs grow at the end only; neither side reads past the other's `size`.
//    component_text, component_value, component_entry, component_version and component_place lie in other structs or in
//    arrays, and never change.
//  - Flags are 32 bits wide. A bit that stands for nothing here is 0, and so is a field named `reserved`: they are room
//    for what comes later.
//  - No exception, panic or longjmp may cross any of these functions.
//  - A function that returns int32_t returns COMPONENT_OK (0) or one of the COMPONENT_FAILURE_* codes.
//  - A pointer is null only where COMPONENT_NULLABLE says so. A function of the host that is given null elsewhere
//    returns COMPONENT_FAILURE_INVALID, or does nothing where it has no code to return. The `host` of `call` and
//    `start` is not checked, because the check would be a part of every call.
//
// How the contract grows. From its first state on, what was built once goes on working:
//  - May come: fields at the end of a struct that begins with `abi` and `size`, functions at the end of component_host,
//    flags, codes, reasons, levels, kinds of values, further words in the language of signatures.
//  - Never changes: the place, type and meaning of what there is, the structs that never grow, the name `register`, the
//    note, and what null, zero and empty stand for. What must change nevertheless is another COMPONENT_ABI_VERSION,
//    and a component and a host of different versions have nothing to do with each other.
//  - A newer component in an older host does without what that lacks: it asks with COMPONENT_HAS before it calls a
//    function that came later, or refuses to be loaded, in words (component_host.explain). Fields that the host does not
//    know are not read, and flags that it does not know are ignored; so what must not be ignored is a function.
//  - An older component in a newer host finds everything where it was: fields that it does not have count as zero, and a
//    new kind of value is sent only to a component that asked for it.
//
// Plain C11, also valid C++17. For 64-bit Linux.

#ifndef COMPONENT_H
#define COMPONENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(__LP64__)
#error "component.h describes 64-bit systems only"
#endif

#if defined(__clang__)
#define COMPONENT_NULLABLE _Nullable
#define COMPONENT_NONNULL _Nonnull
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#else
#define COMPONENT_NULLABLE
#define COMPONENT_NONNULL
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The version of this contract. A host refuses a component whose note says another one.
#define COMPONENT_ABI_VERSION 1u

// The first two fields of every struct that grows: COMPONENT_HEAD(component_action).
#define COMPONENT_HEAD(type) COMPONENT_ABI_VERSION, (uint32_t)sizeof(type)

// Whether a struct of the other side reaches as far as a field that came later: COMPONENT_HAS(host, log).
#define COMPONENT_HAS(pointer, field) \
  ((size_t)((const char *)(&(pointer)->field + 1) - (const char *)(pointer)) <= (pointer)->size)

typedef struct component_host component_host;
typedef struct component_call component_call;
typedef struct component_registration component_registration;
typedef struct component_cancellation component_cancellation;
typedef struct component_observation component_observation;

// ---------------------------------------------------------------------------------------------- codes

// How a call or a registration failed. 1 to 8 are also the exit codes of the program `host`.
// A component may use any of them; a host treats a code it does not know as COMPONENT_FAILURE_FAILED. So it does with
// COMPONENT_FAILURE_CRASHED, which is the host's to say, where a component words it itself instead of passing it on.
#define COMPONENT_OK 0
#define COMPONENT_FAILURE_FAILED 1      // the action says no, or did not keep the contract
#define COMPONENT_FAILURE_NOT_FOUND 3   // nobody answers to that target or action
#define COMPONENT_FAILURE_REFUSED 4     // the component is there, but the host will not load it
#define COMPONENT_FAILURE_INVALID 5     // the parameters are wrong
#define COMPONENT_FAILURE_DENIED 6      // the caller may not
#define COMPONENT_FAILURE_TIMED_OUT 7   // the deadline passed
#define COMPONENT_FAILURE_CRASHED 8     // the component died in the call
#define COMPONENT_FAILURE_CANCELLED 9   // the caller gave the call up
#define COMPONENT_FAILURE_ENDED 10      // the call has ended already: what was said is ignored and reported

// --------------------------------------------------------------------------------------------- values

// Borrowed UTF-8 text. Compare and copy by length.
typedef struct component_text {
  const char *COMPONENT_NULLABLE bytes;
  size_t length;
} component_text;

typedef uint32_t component_kind;
#define COMPONENT_KIND_NULL 0u
#define COMPONENT_KIND_BOOL 1u      // as.boolean
#define COMPONENT_KIND_INT 2u       // as.integer
#define COMPONENT_KIND_DOUBLE 3u    // as.number
#define COMPONENT_KIND_TEXT 4u      // as.text, count bytes of UTF-8
#define COMPONENT_KIND_BYTES 5u     // as.bytes, count bytes
#define COMPONENT_KIND_LIST 6u      // as.items, count values
#define COMPONENT_KIND_MAP 7u       // as.entries, count entries, keys are unique
#define COMPONENT_KIND_OBJECT 8u    // as.object, local calls only
#define COMPONENT_KIND_FUNCTION 9u  // as.function, local calls only

// The text came from a place where everything is text (a command line, a URL): a reader may take "1" for the integer 1,
// and base64 for bytes.
#define COMPONENT_VALUE_LOOSE 1u
// The text came from JSON, which has no bytes: a reader may take base64 for them. Every other bit of `flags` is 0.
#define COMPONENT_VALUE_JSON 2u

// Lists and maps nest at most this deep; a value nested deeper is refused at the border.
#define COMPONENT_DEPTH_LIMIT 128
// A call's parameters, its hints, a reply and a failure are each at most this large. A value counts
// COMPONENT_VALUE_SIZE bytes, as often as it is reached; a text, a key and a run of bytes count their own length.
#define COMPONENT_SIZE_LIMIT (1 << 30)
#define COMPONENT_VALUE_SIZE 64

// One value. Zeroed memory is a valid null.
typedef struct component_value {
  component_kind kind;
  uint32_t flags;
  union component_payload {
    bool boolean;
    int64_t integer;
    double number;
    const char *COMPONENT_NULLABLE text;
    const uint8_t *COMPONENT_NULLABLE bytes;
    const struct component_value *COMPONENT_NULLABLE items;
    const struct component_entry *COMPONENT_NULLABLE entries;
    const struct component_object *COMPONENT_NULLABLE object;
    const struct component_function *COMPONENT_NULLABLE function;
  } as;
  size_t count;
} component_value;

// One key of a map, or one parameter of a call.
typedef struct component_entry {
  component_text key;
  component_value value;
} component_entry;

// Any thing that lives in this process. Only the image that made it knows what `instance` points to; it
// recognises its own objects by the address of their `release`.
//
// OWNERSHIP: the struct is borrowed; to keep the object copy the struct and call `retain`, later `release`.
//            `type` lives as long as the object does.
// THREADS: `retain` and `release` may be called from any thread.
typedef struct component_object {
  uint32_t abi, size;
  component_text type;
  void *instance;
  void (*retain)(void *instance);
  void (*release)(void *instance);
} component_object;

// Runs one call: an action, or a function that was passed as a value.
//
// Before it returns it replies, fails or defers. The result is COMPONENT_OK; any other code, given without a
// reply, fails the call with that code.
//
// OWNERSHIP: `call` and all it points to are borrowed until the function returns; `component_host.defer`
//            gives a call that lives longer.
// THREADS: called on any thread, several at once, unless the target is serial.
typedef int32_t (*component_run)(void *COMPONENT_NULLABLE context, component_call *call);

// A function that can be called back through `component_host.invoke`; it ends as an action does.
//
// It belongs to the component whose table it names, as that component's actions do: what it calls through
// `component_call.host` is called by the component, which is not shut down while the function runs or a call that it
// deferred is open. To keep a function does not keep its component: after the shutdown `invoke` fails, and only
// `retain` and `release` are still called.
//
// OWNERSHIP: as component_object.
// THREADS: `run`, `retain` and `release` may be called from any thread, `run` several times at once.
typedef struct component_function {
  uint32_t abi, size;
  void *COMPONENT_NULLABLE context;
  component_run run;
  void (*COMPONENT_NULLABLE retain)(void *COMPONENT_NULLABLE context);
  void (*COMPONENT_NULLABLE release)(void *COMPONENT_NULLABLE context);
  const component_host *COMPONENT_NULLABLE host;  // the component's own table; null: the embedding program's
} component_function;

// ---------------------------------------------------------------------------------------------- calls

// Why a call failed.
typedef struct component_failure {
  uint32_t abi, size;
  int32_t code;             // COMPONENT_FAILURE_*
  uint32_t voice;           // COMPONENT_VOICE_*
  component_text reason;    // one word for programs, such as "no_such_book"
  component_text message;   // one sentence for people
  component_value details;  // a map of further facts, or null

  // The reply of a stand-in: of the target's own action "notFound" or, failing that, of the component NotFound, where
  // the call's target or action is missing. Null where no stand-in answered. A stand-in's reply is not that of what was
  // called, so the call fails with COMPONENT_FAILURE_NOT_FOUND and the reason why the target or action is missing.
  //
  // The answer belongs to one call. An interceptor or a function that fails with it hands it on; where another action
  // fails with it, the host leaves it out, because there it would pass for an answer to that action's call.
  const component_value *COMPONENT_NULLABLE answer;
} component_failure;

// Whose words a failure is. A failure that is passed on keeps its voice; one that a component words itself is the
// action's. A voice that a host does not know counts as the host's. The host believes the field, because a false one
// only lets callers from outside hear less.
#define COMPONENT_VOICE_ACTION 0u
#define COMPONENT_VOICE_HOST 1u     // the host's, about the inside: a caller from outside hears other words
#define COMPONENT_VOICE_OUTSIDE 2u  // the host's, meant for callers from outside

// How far a call has come.
typedef struct component_progress {
  uint32_t abi, size;
  double fraction;         // 0 to 1, or negative where it is not known
  component_text message;  // what is being done, may be empty
} component_progress;

// Memory in which the host remembers what a target's and an action's names led to, so that calls that carry it need no
// look-up. It stays valid when the component is removed or replaced, and may be used with any host.
//
// OWNERSHIP: the caller's memory, zeroed once; it must live as long as calls are made with it. Its content is the host's.
//            One place for one pair of names.
// THREADS: any, several at once.
typedef struct component_place {
  const void *COMPONENT_NULLABLE found;
} component_place;

// What a caller asks, and how it hears the answer.
typedef struct component_request {
  uint32_t abi, size;
  component_text target;  // `open` and `open_key` don't look at the target and the action
  component_text action;
  const component_entry *COMPONENT_NULLABLE parameters;
  size_t parameter_count;

  // The end of the call, exactly once: `reply` or `failure` is set, the other is null. A stand-in's answer is in the
  // failure.
  //
  // OWNERSHIP: what is passed is borrowed until `ended` returns.
  // THREADS: on the thread that ends the call, which may be another than the caller's.
  void (*ended)(void *COMPONENT_NULLABLE context, const component_value *COMPONENT_NULLABLE reply,
                const component_failure *COMPONENT_NULLABLE failure);

  // Progress, any number of times, never after `ended`. May be null.
  //
  // OWNERSHIP: `progress` is borrowed until the function returns.
  // THREADS: on the thread that reports it.
  void (*COMPONENT_NULLABLE progressed)(void *COMPONENT_NULLABLE context, const component_progress *progress);

  void *COMPONENT_NULLABLE context;  // passed to `ended` and `progressed`, the caller's own
  // CLOCK_MONOTONIC nanoseconds. 0: the parent's, or else the host's limit; negative: it has passed. The call does not
  // begin after it, and a reply that comes after it is ignored: the call ends with COMPONENT_FAILURE_TIMED_OUT.
  int64_t deadline;
  component_cancellation *COMPONENT_NULLABLE cancellation;  // gives the call up; null: the parent's

  // The call in whose service this one is made. Null: the one that runs on this thread, if any.
  component_call *COMPONENT_NULLABLE parent;

  uint32_t flags;  // COMPONENT_REQUEST_*
  uint32_t reserved;

  // How the caller would like it, apart from the parameters: "presented", "animated", whatever the action's map key
  // declares. Null where there is nothing to say.
  const component_entry *COMPONENT_NULLABLE hints;
  size_t hint_count;

  // The names of interceptors that need not see this call. A call that one of them would have refused gets through:
  // interceptors guard against callers from outside, not against components, which share the process.
  const component_text *COMPONENT_NULLABLE skips;
  size_t skip_count;

  // For calls that are made often; may be null.
  component_place *COMPONENT_NULLABLE place;
} component_request;

// The target answers with a fresh instance, made for this call and then destroyed.
#define COMPONENT_REQUEST_FRESH 1u
// The texts of the parameters are UTF-8 for certain, such as a language's own strings are. The host believes the
// program that embeds it, and checks what a component passes all the same.
#define COMPONENT_REQUEST_UTF8 2u
// The caller hears by `progressed` where it was answered, just before `ended`, if that was not in this process: a progress
// with COMPONENT_PROGRESS_FROM as its fraction, and the name of the host as its message.
#define COMPONENT_REQUEST_FROM 4u
#define COMPONENT_PROGRESS_FROM (-2.0)
// The caller knows the action as one that only reads (COMPONENT_ACTION_READS): where nobody knows whether a call on
// another host was made, it may be made once more.
#define COMPONENT_REQUEST_READS 8u

// What an action sees of its call.
struct component_call {
  uint32_t abi, size;
  const component_host *host;  // of the component that owns the action
  component_text target;       // as the caller wrote it
  component_text action;
  const component_entry *COMPONENT_NULLABLE parameters;
  size_t parameter_count;
  int64_t deadline;  // CLOCK_MONOTONIC nanoseconds, 0 if there is none
  uint32_t flags;    // COMPONENT_CALL_*
  uint32_t reserved;
  const component_entry *COMPONENT_NULLABLE hints;
  size_t hint_count;
  void *COMPONENT_NULLABLE instance;  // what the target's `make` made; null where it has none
};

// It came from outside the process.
#define COMPONENT_CALL_REMOTE 1u
// A route led to it.
#define COMPONENT_CALL_ROUTED 2u
// Beside COMPONENT_CALL_REMOTE: the URL was opened in this process, by open_with. Parameters may be objects and functions,
// and so may the reply.
#define COMPONENT_CALL_LOCAL 4u

// -------------------------------------------------------------------------------------- registration

// A semantic version without suffixes.
typedef struct component_version {
  uint32_t major, minor, patch;
} component_version;

// The component itself.
typedef struct component_about {
  uint32_t abi, size;
  component_text name;     // the name in the file's name: libReader.so says "Reader"
  component_text summary;  // one line
  component_version version;
  uint32_t reserved;

  // Called once, after the component was taken out and its last call has ended, those of its functions and those that it
  // started as well, after its `start` has failed, or when the host closes. May be null. The image stays mapped.
  //
  // OWNERSHIP: `context` is the component's own until `release`.
  // THREADS: any one thread.
  void (*COMPONENT_NULLABLE shutdown)(void *COMPONENT_NULLABLE context);
  void *COMPONENT_NULLABLE context;

  // Gives the context back: after shutdown, or when the registration is refused. May be null.
  //
  // OWNERSHIP: from a successful `describe` on, the context is the host's to release, once.
  // THREADS: any one thread.
  void (*COMPONENT_NULLABLE release)(void *COMPONENT_NULLABLE context);

  // What the component does besides answering calls: each is run as an action is, ends as one does, and may be null. The
  // host waits for it until the call's deadline, which the host sets; what ends later counts as failed.
  //
  // `start` runs once the registration was accepted and those neighbours have started that the component can't do without,
  // and before the first call: it opens what calls will use, and may call neighbours. Calls of the component wait meanwhile;
  // those that come from `start` itself fail. Where it fails the component is refused with its reason, an earlier
  // generation goes on answering, and `shutdown` is called as for one that was taken out.
  //
  // `memory_pressure` runs when the system's memory is short: it gives back what can be made again. Calls go on meanwhile.
  //
  // `save` runs when the component is to be replaced, while nothing of it is under way and its calls wait: it replies with
  // its state, any value, and lets go of what only one generation can own. What follows is `shutdown`; or, where the next
  // generation fails or takes too long, `restore` with that very value, then `start`, and the component goes on as before.
  // A `save` that fails has let go of nothing.
  //
  // `restore` takes the state of the generation before from the parameter "state", ahead of `start`. One that fails leaves
  // the component as if it had not run: it starts without the state.
  //
  // OWNERSHIP: `context` is the one above; the call as in component_run.
  // THREADS: each on a thread of its own; `memory_pressure` is not called again before it has ended.
  component_run COMPONENT_NULLABLE start;
  component_run COMPONENT_NULLABLE memory_pressure;
  component_run COMPONENT_NULLABLE save;
  component_run COMPONENT_NULLABLE restore;
} component_about;

// A neighbour that the component calls.
typedef struct component_need {
  uint32_t abi, size;
  component_text name;
  component_version minimum;  // calls to an older one fail with COMPONENT_FAILURE_REFUSED
  uint32_t flags;             // COMPONENT_NEED_*
} component_need;

// The component works without this neighbour. Without the flag a host refuses the component where the
// neighbour's file is missing.
#define COMPONENT_NEED_OPTIONAL 1u

// A receiver of calls: "Reader" or "Reader.Settings" in the component Reader.
typedef struct component_target {
  uint32_t abi, size;
  component_text name;
  component_text summary;  // one line
  uint32_t flags;          // COMPONENT_TARGET_*
  uint32_t reserved;

  // Makes what the target's actions find in `component_call.instance`; null fails the call. May be null: then there
  // are no instances. An instance is kept until the component is taken out, unless a flag says otherwise.
  //
  // OWNERSHIP: the result is the host's until `destroy`.
  // THREADS: any; for kept and cached instances one at a time.
  void *COMPONENT_NULLABLE (*COMPONENT_NULLABLE make)(void *COMPONENT_NULLABLE context);

  // Destroys an instance, once no call is in it. Not null where `make` is not.
  //
  // OWNERSHIP: `instance` is the component's again.
  // THREADS: any.
  void (*COMPONENT_NULLABLE destroy)(void *COMPONENT_NULLABLE context, void *instance);
  void *COMPONENT_NULLABLE context;

  // Gives the context back: after the last `destroy`, or when the registration is refused. May be null.
  //
  // OWNERSHIP: from a successful `add_target` on, the context is the host's to release, once.
  // THREADS: any one thread.
  void (*COMPONENT_NULLABLE release)(void *COMPONENT_NULLABLE context);
} component_target;

// The host gives the target one call at a time: the next one begins when the action has returned and, if it
// deferred, its deferred call has been replied to, failed or released.
#define COMPONENT_TARGET_SERIAL 1u
// The instance may be destroyed whenever no call is in it: when there are many, or memory is short.
#define COMPONENT_TARGET_CACHED 2u
// Each call has an instance of its own.
#define COMPONENT_TARGET_PER_CALL 4u

// One operation of a target. An action named "notFound" is asked when the target has no action of the name
// that was called; its parameters are `target`, `action`, `parameters`, `reason` and `message`.
typedef struct component_action {
  uint32_t abi, size;
  component_text target;   // a target that was added before
  component_text name;
  component_text summary;  // one line
  uint32_t flags;          // COMPONENT_ACTION_*
  uint32_t reserved;
  component_run run;
  void *COMPONENT_NULLABLE context;

  // Gives the context back: after shutdown, or when the registration is refused. May be null.
  //
  // OWNERSHIP: from a successful `add_action` on, the context is the host's to release, once.
  // THREADS: any one thread.
  void (*COMPONENT_NULLABLE release)(void *COMPONENT_NULLABLE context);

  // What the action takes and gives, in the language below: "(id: int, page: int = 1) -> Detail". The host then
  // refuses unknown, missing and mistyped parameters before the action runs. Empty: anything goes.
  component_text signature;

  // What the parameters mean: lines of the form "id: the book's number". May be empty.
  component_text parameter_notes;

  // What a text or bytes that it replies with is, for callers from outside: "text/csv", "image/svg+xml; charset=utf-8". A
  // caller that accepts the type gets the reply as it is, under that name, and any other the JSON of it. A signature
  // that says what the action replies with says text, bytes or any. "application/json" is no such type, since JSON is
  // what every other value comes as, nor is "text/event-stream". At most COMPONENT_MEDIA_TYPE_LIMIT bytes. May be empty.
  component_text media_type;
} component_action;

#define COMPONENT_MEDIA_TYPE_LIMIT 127

// Callers from outside the process may call it.
#define COMPONENT_ACTION_REMOTE 1u
// It reports progress.
#define COMPONENT_ACTION_PROGRESS 2u
// It only reads: a call changes nothing that a caller could tell, so it may be made again, or left out where the reply is
// known. HTTP's GET is allowed. The component promises it, and nobody checks it.
#define COMPONENT_ACTION_READS 4u

// A named type, for signatures of the same component and for its other types.
typedef struct component_type {
  uint32_t abi, size;
  component_text name;        // "Detail"; begins with an upper-case letter
  component_text definition;  // "{id: int, title: text, author: text?, parts: [Part]}"
  component_text summary;     // one line, may be empty
} component_type;

// The language of signatures and types:
//   signature = "(" [parameter {"," parameter}] ")" ["->" type]
//   parameter = name ":" type ["=" default]     the default is JSON; a parameter with one may be left out, or be null,
//                                               which the action gets as it is, and which says the same
//   type      = base ["?"]                      with "?" it may be null or left out
//   base      = "any" | "bool" | "int" | "double" | "text" | "bytes" | "date" | "object" | "function"
//             | "nothing"                       null, of an action that has nothing to say; "{}?" says the same, also
//                                               to hosts that don't know the word
//             | "[" type "]"                    a list
//             | "[text: type]"                  a map with any keys
//             | "{" [name ":" type {"," name ":" type}] "}"   a map with these keys
//             | value {"|" value}               one of these texts or integers, in JSON
//             | Name                            a named type
// A date is a text such as "2026-11-21T09:30:00Z", in the years 0 to 9999 of UTC; it may have a fraction behind the
// second and an offset in the place of Z, "2026-11-21T10:30:00.25+01:00". A day alone, "2026-11-21", becomes its first
// moment in UTC before a component sees it. Types may refer to themselves through a list, a map or "?".

// A path below a target that leads to one of its actions: "/books/:id<int>" of BookDetail answers
// app://BookDetail/books/1. Callers from outside come this way, so they get to it only if the action is
// COMPONENT_ACTION_REMOTE. Where the action declares its parameters, it takes all that the route gives.
//
// A pattern's parts are words, ":name" (any text), ":name<type>" with int, bool, double, date or text, either with
// "?" behind it at the end where it may be missing, and "*name" at the end for all that follows. "(/books/:id)" may be
// missing wherever it stands, and such groups lie within each other: "/read(/:id(/page/:page))". What "*name" gives is one
// text, and where a list is declared a list of its parts; ":name" gives a list of one then.
//
// Of what a URL fits, this goes first: what has the higher priority, which is 0 for actions and map keys; then a pattern
// of words, the action that the path names, the other patterns, the map key, a pattern that takes longer paths, and last
// what the program or its policy routes for any host part. An action that fails with COMPONENT_FAILURE_NOT_FOUND and the
// reason "declined" leaves the URL to the next one.
//
// What a URL's query says and the action does not declare is left out, and reported to whoever runs the host; a policy
// can have such a URL refused. A name that comes several times, or ends in "[]", is a list; where a list is declared one
// text is a list, too.
typedef struct component_route {
  uint32_t abi, size;
  component_text target;   // a target that was added before: the URL's host part
  component_text pattern;
  component_text action;   // of the same target
  component_text scheme;   // empty: any
  const component_entry *COMPONENT_NULLABLE fixed;  // parameters that the route itself gives
  size_t fixed_count;

  // What a URL's query calls otherwise than the action does: each key stands for the parameter that its text names. A
  // name that the action declares is left as it is, so none is renamed here, nor is anything to what it does not declare.
  // 1,024 at most.
  const component_entry *COMPONENT_NULLABLE renames;
  size_t rename_count;
  uint32_t flags;    // COMPONENT_ROUTE_*
  int32_t priority;  // of two that fit the higher one goes first; 0 for most
} component_route;

// A name in the query may differ by capital letters from what the action declares, or from what is renamed.
#define COMPONENT_ROUTE_FOLDS_CASE 1u
// It also takes longer paths, where nothing else does; what is behind its own is left out.
#define COMPONENT_ROUTE_TAKES_LONGER 2u
// A priority is at most so large, and at least so much below 0.
#define COMPONENT_PRIORITY_LIMIT 1000
// A component has at most this many routes at once, those from register and those that it has published.
#define COMPONENT_ROUTE_LIMIT 16384

// A short stable name of an action: the key "cover" of BookDetail is called as BookDetail_cover. A hint should have another
// name than the parameters of the action: a URL, and the shell, say the hint with it.
typedef struct component_key {
  uint32_t abi, size;
  component_text key;     // [A-Za-z][A-Za-z0-9_]*
  component_text target;  // a target that was added before
  component_text action;
  // Those that callers may give, with defaults of the same kind. Data that can be written down: no objects, no functions.
  const component_entry *COMPONENT_NULLABLE hints;
  size_t hint_count;
} component_key;

// Names are [A-Za-z][A-Za-z0-9_]*, at most this many bytes; a target's name has parts joined by dots.
#define COMPONENT_NAME_LIMIT 128
// A component registers at most this many actions.
#define COMPONENT_ACTION_LIMIT 4096

// ------------------------------------------------------------------------------------------- events

// Something that a component says has happened: "Library.changed" of the component Library. Its name begins with the
// component's, as a target's does. Nobody else publishes it, anybody observes it.
typedef struct component_event {
  uint32_t abi, size;
  component_text name;     // all of it
  component_text summary;  // one line
  // What is said of it, in the language of types: "{book: int}". The host then refuses what has another form. Empty:
  // anything. Objects and functions are no part of it: an event outlives who published it, and may go anywhere.
  component_text type;
  uint32_t flags;  // 0
  uint32_t reserved;
} component_event;

// What the host itself publishes, whose names no component can have. The value is a map with the component's "name"; with
// its "generation" where it was loaded, replaced or retired, and with "reason" and "message" where it was refused.
//
// "host:changed" is told of a file that is another than before, was written to or got other rights, loaded or not; and of a
// component that was refused for a library once that is there: in a plugin folder when it comes, elsewhere when the host
// looks at all of its folders again. Whether it may be loaded now the next call tells.
#define COMPONENT_EVENT_ADDED "host:added"        // its file appeared; nothing of it is loaded
#define COMPONENT_EVENT_CHANGED "host:changed"    // something may have become of it: its file, or a library it was refused for
#define COMPONENT_EVENT_REMOVED "host:removed"    // its file is gone, whether it was loaded or not
#define COMPONENT_EVENT_LOADED "host:loaded"      // it answers calls
#define COMPONENT_EVENT_REPLACED "host:replaced"  // the next generation answers calls
#define COMPONENT_EVENT_REFUSED "host:refused"    // the host will not load it, or not in the place of an earlier one
#define COMPONENT_EVENT_RETIRED "host:retired"    // it was taken out and shut down

// One event, as an observer hears it.
typedef struct component_notice {
  uint32_t abi, size;
  component_text event;  // its name
  component_value value;
  // How many events the observer has lost, just before this one: more came than could wait for it.
  uint64_t lost;
} component_notice;

// An observer of events. It hears those of one publisher in the order in which they were published, one at a time; there
// is no order between publishers. What it observes need not be loaded, nor there at all; it may come, go and come back.
//
// Nobody who publishes waits for it. What it has not heard yet waits in a queue; where that is full the oldest is lost.
typedef struct component_observer {
  uint32_t abi, size;
  const component_text *events;  // their names, whole
  size_t event_count;            // at least one
  // How many notices may wait. 0: COMPONENT_NOTICE_COUNT. Those that wait are no larger together than
  // COMPONENT_NOTICE_ROOM.
  uint32_t limit;
  uint32_t flags;  // 0

  // Hears an event. It may take its time, and make calls, publish and observe.
  //
  // OWNERSHIP: `notice` and all it points to are borrowed until the function returns.
  // THREADS: any, one at a time. Never inside the call that publishes, and never after the component's shutdown.
  void (*heard)(void *COMPONENT_NULLABLE context, const component_notice *notice);
  void *COMPONENT_NULLABLE context;

  // Gives the context back, once, after the last use. May be null.
  //
  // OWNERSHIP: the context is the host's from the moment the observer was taken.
  // THREADS: any one thread.
  void (*COMPONENT_NULLABLE release)(void *COMPONENT_NULLABLE context);
} component_observer;

#define COMPONENT_NOTICE_COUNT 256u
#define COMPONENT_NOTICE_COUNT_LIMIT 65536u
#define COMPONENT_NOTICE_ROOM (16 << 20)
// An event's value is at most this large, counted as in COMPONENT_SIZE_LIMIT.
#define COMPONENT_EVENT_SIZE_LIMIT (1 << 20)
// A component declares at most this many events, and an observer names at most this many.
#define COMPONENT_EVENT_LIMIT 256
// With `observe` a component observes at most this many events at once, where each of an observer's counts.
#define COMPONENT_OBSERVED_LIMIT 4096

// Hears how something ended: `reply` or `failure` is set, the other is null.
//
// OWNERSHIP: what is passed is borrowed until the function returns.
// THREADS: on the thread that asked, before its question returns.
typedef void (*component_outcome)(void *COMPONENT_NULLABLE context, const component_value *COMPONENT_NULLABLE reply,
                                  const component_failure *COMPONENT_NULLABLE failure);

// ---------------------------------------------------------------------------------------------- host

// How much a line of the log matters. A host takes a level that it does not know for the next lower one that it knows.
typedef uint32_t component_level;
#define COMPONENT_LEVEL_DEBUG 10u    // for the component's author
#define COMPONENT_LEVEL_INFO 20u     // for whoever runs the host
#define COMPONENT_LEVEL_WARNING 30u  // something is not as it should be, and the component goes on
#define COMPONENT_LEVEL_ERROR 40u    // something failed that no caller hears of
// A longer line is cut to as many bytes.
#define COMPONENT_LOG_LIMIT 4096

// The host's functions. Each component has a table of its own, by which the host knows it; `component_call.host`
// is the same table.
//
// OWNERSHIP: the table lives as long as the process.
// THREADS: the fields never change; the functions say where they may be called.
struct component_host {
  uint32_t abi, size;
  component_text name;       // the component's, empty for the program that embeds the host
  component_text directory;  // where the component's file lies, empty if it was linked in; for files beside it
  component_text host_name;  // the host's own, "host" for the program `host`: for the log, not to decide by
  component_version host_version;
  uint32_t reserved;

  // Says what the component is. Once, before the other registration functions.
  //
  // OWNERSHIP: `about` is borrowed and copied; its context is the host's if the result is COMPONENT_OK.
  // THREADS: only inside register, on its thread.
  int32_t (*describe)(component_registration *registration, const component_about *about);

  // Names a neighbour.
  //
  // OWNERSHIP: `need` is borrowed and copied.
  // THREADS: only inside register, on its thread.
  int32_t (*add_need)(component_registration *registration, const component_need *need);

  // Adds a target; every target needs at least one action.
  //
  // OWNERSHIP: `target` is borrowed and copied.
  // THREADS: only inside register, on its thread.
  int32_t (*add_target)(component_registration *registration, const component_target *target);

  // Names a type. Before or after the actions that use it.
  //
  // OWNERSHIP: `type` is borrowed and copied.
  // THREADS: only inside register, on its thread.
  int32_t (*add_type)(component_registration *registration, const component_type *type);

  // Adds an action to a target. The first refusal decides: the registration is then refused whole, whatever
  // register returns.
  //
  // OWNERSHIP: `action` is borrowed and copied; its context is the host's if the result is COMPONENT_OK.
  // THREADS: only inside register, on its thread.
  int32_t (*add_action)(component_registration *registration, const component_action *action);

  // Adds a route to a target.
  //
  // OWNERSHIP: `route` and all it points to are borrowed and copied.
  // THREADS: only inside register, on its thread.
  int32_t (*add_route)(component_registration *registration, const component_route *route);

  // Adds a map key.
  //
  // OWNERSHIP: `key` and all it points to are borrowed and copied.
  // THREADS: only inside register, on its thread.
  int32_t (*add_key)(component_registration *registration, const component_key *key);

  // Says why register is about to return a failure.
  //
  // OWNERSHIP: `message` is borrowed and copied.
  // THREADS: only inside register, on its thread.
  void (*explain)(component_registration *registration, component_text message);

  // Makes a call and returns when it has ended. The result is COMPONENT_OK after a reply, else the failure's code.
  // Only a request that is null, broken or without `ended` is answered without `ended` being called: with
  // COMPONENT_FAILURE_INVALID.
  //
  // OWNERSHIP: `request` and all it points to are borrowed until the function returns.
  // THREADS: any, also inside an action; not inside register.
  int32_t (*call)(const component_host *host, const component_request *request);

  // Makes a call and returns as soon as its action does; `ended` may come before or after, on any thread. It must not
  // wait for the end of a call that it starts itself: that may be told once it has returned.
  //
  // OWNERSHIP: `request` and what it points to are borrowed until the function returns; `request.context` must
  //            live until `ended`.
  // THREADS: any, also inside an action; not inside register.
  int32_t (*start)(const component_host *host, const component_request *request);

  // As `call`, but to a function value; the request's target and action only name it in messages. One that is null or
  // has nothing to run fails the call with COMPONENT_FAILURE_INVALID, one whose component was shut down with
  // COMPONENT_FAILURE_NOT_FOUND.
  //
  // OWNERSHIP: as `call`; `function` is borrowed until the function returns.
  // THREADS: as `call`.
  int32_t (*invoke)(const component_host *host, const component_function *function, const component_request *request);

  // As `invoke`, and returns as soon as the function does.
  //
  // OWNERSHIP: as `start`; `function` is borrowed until the function returns.
  // THREADS: as `call`.
  int32_t (*start_invoke)(const component_host *host, const component_function *function,
                          const component_request *request);

  // Opens a URL as a caller from outside would: only what is open to such callers is reached. The URL says all; the
  // request's target, action, parameters and hints are not looked at.
  //
  // OWNERSHIP: as `call`; `url` is borrowed until the function returns.
  // THREADS: as `call`.
  int32_t (*open)(const component_host *host, component_text url, const component_request *request);

  // As `open`, and returns as soon as the action does.
  //
  // OWNERSHIP: as `start`; `url` is borrowed until the function returns.
  // THREADS: as `call`.
  int32_t (*start_open)(const component_host *host, component_text url, const component_request *request);

  // Calls the action of a map key, "BookDetail_cover". The request's target and action are not looked at.
  //
  // OWNERSHIP: as `call`; `key` is borrowed until the function returns.
  // THREADS: as `call`.
  int32_t (*open_key)(const component_host *host, component_text key, const component_request *request);

  // As `open_key`, and returns as soon as the action does.
  //
  // OWNERSHIP: as `start`; `key` is borrowed until the function returns.
  // THREADS: as `call`.
  int32_t (*start_open_key)(const component_host *host, component_text key, const component_request *request);

  // Ends a call with a reply. The second end of a call is ignored and reported: COMPONENT_FAILURE_ENDED.
  // A value that breaks the contract (bad kind, invalid UTF-8, too deep, too large, a function without `run`) fails the
  // call: COMPONENT_FAILURE_INVALID.
  //
  // OWNERSHIP: `value` and all it points to are borrowed until the function returns.
  // THREADS: the action's own until it returns; any for a deferred call.
  int32_t (*reply)(component_call *call, const component_value *value);

  // Ends a call with a failure.
  //
  // OWNERSHIP: `failure` and all it points to are borrowed until the function returns.
  // THREADS: as `reply`.
  int32_t (*fail)(component_call *call, const component_failure *failure);

  // Reports progress. COMPONENT_FAILURE_ENDED once the call has ended. Cheap where the caller does not listen.
  //
  // OWNERSHIP: `progress` is borrowed until the function returns.
  // THREADS: as `reply`.
  int32_t (*progress)(component_call *call, const component_progress *progress);

  // Keeps a call beyond its action's return: the result is the same call with parameters of its own (a copy).
  // Null if the call has ended already.
  //
  // OWNERSHIP: the result belongs to the component until `release`; a second defer retains the same call again.
  // THREADS: the action's own, before it returns.
  component_call *COMPONENT_NULLABLE (*COMPONENT_NONNULL defer)(component_call *call);

  // Gives a deferred call back. If it has not ended and this was the last hold on it, it fails for its caller.
  //
  // OWNERSHIP: `deferred` must not be used any more.
  // THREADS: any.
  void (*release)(component_call *deferred);

  // Whether the caller has given the call up, or its deadline has passed.
  //
  // OWNERSHIP: `call` is borrowed.
  // THREADS: as `reply`.
  bool (*is_cancelled)(component_call *call);

  // Has a function called once when a deferred call is given up or its deadline passes, also before its action has
  // returned; at once if that has happened already; never if the component ends the call first. A later one replaces an
  // earlier one.
  //
  // OWNERSHIP: `context` is the host's until it calls `release` (may be null), once, after the last use.
  // THREADS: any; `function` and `release` are called on any thread.
  void (*when_cancelled)(component_call *deferred, void (*function)(void *COMPONENT_NULLABLE context),
                         void *COMPONENT_NULLABLE context,
                         void (*COMPONENT_NULLABLE release)(void *COMPONENT_NULLABLE context));

  // Makes a handle by which calls can be given up.
  //
  // OWNERSHIP: the result belongs to the caller until `release_cancellation`; calls under way hold their own.
  // THREADS: any.
  component_cancellation *COMPONENT_NONNULL (*COMPONENT_NONNULL make_cancellation)(const component_host *host);

  // Gives up every call made with the handle, and their nested calls: they end with COMPONENT_FAILURE_CANCELLED. Those
  // that are deferred, and those that wait for a turn or an instance, end at once; running actions see `is_cancelled`,
  // and a reply that comes then is ignored. A call that has not begun does not begin.
  //
  // OWNERSHIP: `cancellation` is borrowed.
  // THREADS: any.
  void (*cancel)(component_cancellation *cancellation);

  // OWNERSHIP: `cancellation` must not be used any more.
  // THREADS: any.
  void (*release_cancellation)(component_cancellation *cancellation);

  // Says something for the log of whoever runs the host: one line, or a few. What is no UTF-8 in it is repaired. Of a
  // component that says very much the host leaves lines out, and says so.
  //
  // OWNERSHIP: `message` is borrowed until the function returns.
  // THREADS: any, also inside register.
  void (*log)(const component_host *host, component_level level, component_text message);

  // As `open`, with things from here: the request's parameters, objects and functions among them, besides what the URL
  // says, and any reply. Only what is open to callers from outside is reached. What is added has its declared form, or
  // the call fails, also where it is not declared at all. A name that the URL gives as well fails the call with
  // COMPONENT_FAILURE_INVALID, so a link changes nothing of what the caller says. What is added fails a URL that another
  // program takes.
  //
  // OWNERSHIP: as `call`; `url` is borrowed until the function returns.
  // THREADS: as `call`.
  int32_t (*open_with)(const component_host *host, component_text url, const component_request *request);

  // As `open_with`, and returns as soon as the action does.
  //
  // OWNERSHIP: as `start`; `url` is borrowed until the function returns.
  // THREADS: as `call`.
  int32_t (*start_open_with)(const component_host *host, component_text url, const component_request *request);

  // Adds a route to a target of the component's own, while the program runs: it answers from then on, until it is
  // withdrawn, or the component is taken out or replaced. Fails where the route is wrong, as specific as another one of
  // its priority, or one more than COMPONENT_ROUTE_LIMIT; then nothing has changed. One that the component has already,
  // the very same, stays as it is: a component that goes on after it has saved its state is started once more. The reply
  // is whether it is new. In `start` and `restore` it is added to those of register: it answers once the component does,
  // and where another's is as specific, that is refused then.
  //
  // OWNERSHIP: `route` and all it points to are borrowed and copied; `context` is passed to `ended`, which may be null.
  // THREADS: any, also inside an action; not inside register.
  int32_t (*publish_route)(const component_host *host, const component_route *route,
                           component_outcome COMPONENT_NULLABLE ended, void *COMPONENT_NULLABLE context);

  // Takes out a route of the component's own, from register or published: the one of the same target, pattern, scheme and
  // priority. The reply is whether there was one.
  //
  // OWNERSHIP: as `publish_route`.
  // THREADS: as `publish_route`.
  int32_t (*withdraw_route)(const component_host *host, const component_route *route,
                            component_outcome COMPONENT_NULLABLE ended, void *COMPONENT_NULLABLE context);

  // Writes the URL that calls the request's action with its parameters, of this scheme: that of a route which leads
  // there, or else the one that names target and action. The reply is the URL as text. It is one that leads there: what no
  // URL reaches or can hold fails.
  //
  // OWNERSHIP: as `call`; `scheme` is borrowed until the function returns.
  // THREADS: as `call`.
  int32_t (*write_url)(const component_host *host, component_text scheme, const component_request *request);

  // Whether there is a target, and an action of it unless `action.bytes` is null. No component's code runs: the reply is
  // true, or null where that can't be told without loading the component; where there is none `ended` hears the failure of
  // a call. With COMPONENT_ASK_LOADING the component is loaded, and then it is known; where the time of the call that the
  // thread is in is up first, or that is given up, the reply is null. A stand-in does not count.
  //
  // OWNERSHIP: all is borrowed until the function returns; `context` is passed to `ended`, which may be null.
  // THREADS: any, also inside an action; not inside register.
  int32_t (*has)(const component_host *host, component_text target, component_text action, uint32_t flags,
                 component_outcome COMPONENT_NULLABLE ended, void *COMPONENT_NULLABLE context);

  // Whether `open` would call something for a URL; answers as `has` does, with the failure of a caller from outside.
  // Interceptors are not asked, but those that are components must be there, also where a call would skip them.
  //
  // OWNERSHIP: as `has`.
  // THREADS: as `has`.
  int32_t (*can_open)(const component_host *host, component_text url, uint32_t flags,
                      component_outcome COMPONENT_NULLABLE ended, void *COMPONENT_NULLABLE context);

  // Lets go of a target's instance, cached or kept; the next call has a new one. It is destroyed on another thread, when no
  // call is in it. The reply is true; where there is none COMPONENT_FAILURE_NOT_FOUND is the code.
  //
  // OWNERSHIP: as `has`.
  // THREADS: as `has`.
  int32_t (*release_instance)(const component_host *host, component_text target,
                              component_outcome COMPONENT_NULLABLE ended, void *COMPONENT_NULLABLE context);

  // Declares an event that the component publishes.
  //
  // OWNERSHIP: `event` is borrowed and copied.
  // THREADS: only inside register, on its thread.
  int32_t (*add_event)(component_registration *registration, const component_event *event);

  // Adds an observer, which hears from the moment the component is loaded until it is taken out. One of the same events in
  // the next generation takes its place, and hears what waited for it: at once, beside what that one is just in.
  //
  // OWNERSHIP: `observer` is borrowed and copied; its context is the host's if the result is COMPONENT_OK.
  // THREADS: only inside register, on its thread.
  int32_t (*add_observer)(component_registration *registration, const component_observer *observer);

  // Publishes an event that the component has declared, and waits for nobody. Where nobody observes it, its value is not
  // looked at. Fails with COMPONENT_FAILURE_DENIED where it is another's event, COMPONENT_FAILURE_NOT_FOUND where it was not
  // declared, COMPONENT_FAILURE_INVALID where the value can't be taken; the reply is null.
  //
  // OWNERSHIP: `value` and all it points to are borrowed and copied; `context` is passed to `ended`, which may be null.
  // THREADS: any, also inside an action or an observer; not inside register.
  int32_t (*publish)(const component_host *host, component_text event, const component_value *value,
                     component_outcome COMPONENT_NULLABLE ended, void *COMPONENT_NULLABLE context);

  // Observes events from now on, until the observation is ended or the component is taken out. `observation` is then set.
  // COMPONENT_FAILURE_INVALID where an event can't be named so, COMPONENT_FAILURE_DENIED where there would be more than
  // COMPONENT_OBSERVED_LIMIT, COMPONENT_FAILURE_ENDED where the component has been taken out, COMPONENT_FAILURE_REFUSED
  // where the host is closed.
  //
  // OWNERSHIP: `observer` is borrowed and copied; its context is the host's if the result is COMPONENT_OK. The observation
  //            belongs to the caller until `end_observation`, whether it still hears or not.
  // THREADS: any, also inside an action or an observer; not inside register.
  int32_t (*observe)(const component_host *host, const component_observer *observer,
                     component_observation *COMPONENT_NULLABLE *COMPONENT_NONNULL observation);

  // Ends an observation: nothing that waits is heard any more. It waits for nobody, so another thread may just be hearing
  // an event; the observer's `release` is called after that.
  //
  // OWNERSHIP: `observation` must not be used any more.
  // THREADS: any, also inside the observer.
  void (*end_observation)(component_observation *observation);

  // The place of a call in a trace that a caller from outside takes part in, as the field `traceparent` has it (W3C Trace
  // Context): "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01". What is called in the service of a call has the
  // same, however deep, and on whatever thread or in whatever process it runs. Empty where there is none.
  //
  // OWNERSHIP: the result lives as long as the call: until the action returns, or until `release`.
  // THREADS: as `reply`.
  component_text (*trace)(component_call *call);
};

// What has to be loaded to answer a question is loaded.
#define COMPONENT_ASK_LOADING 1u

// ---------------------------------------------------------------------------------- register and the note

// The one exported function of a component: describes the component and adds targets and actions, and has no
// other effect. COMPONENT_OK, or a code if the component does not want to be loaded.
//
// OWNERSHIP: `host` lives as long as the process; `registration` until the function returns.
// THREADS: called once, on any thread. Calls can't be made from it.
typedef int32_t (*component_register)(const component_host *host, component_registration *registration);

// `register` is a keyword in C and C++. This macro declares the function under its exported name; the body follows:
//
//   COMPONENT_REGISTER(host, registration) { ... return COMPONENT_OK; }
//
// It emits the note as well, so it must stand in exactly one file of a component.
#ifdef __cplusplus
#define COMPONENT_EXTERN_C extern "C"
#else
#define COMPONENT_EXTERN_C extern
#endif
#define COMPONENT_REGISTER(host, registration)                                                                         \
  COMPONENT_NOTE                                                                                                       \
  COMPONENT_EXTERN_C __attribute__((visibility("default"))) int32_t component_register_here(                           \
      const component_host *host, component_registration *registration) __asm__("register");                           \
  COMPONENT_EXTERN_C int32_t component_register_here(const component_host *host, component_registration *registration)

// The language that a component was written in, for people who inspect it.
#define COMPONENT_LANGUAGE_OTHER 0u
#define COMPONENT_LANGUAGE_C 1u
#define COMPONENT_LANGUAGE_CPP 2u
#define COMPONENT_LANGUAGE_SWIFT 3u
#define COMPONENT_LANGUAGE_RUST 4u

// The ELF note: owner "Component", type 1, 16 bytes of description.
#define COMPONENT_NOTE_SECTION ".note.component"
#define COMPONENT_NOTE_OWNER "Component"
#define COMPONENT_NOTE_TYPE 1u
typedef struct component_note {
  uint32_t name_size;         // 10: "Component" and its NUL
  uint32_t description_size;  // 16
  uint32_t type;              // COMPONENT_NOTE_TYPE
  char name[12];              // padded with NULs to a multiple of four
  uint32_t abi;               // COMPONENT_ABI_VERSION
  uint32_t language;          // COMPONENT_LANGUAGE_*
  uint32_t compiler[2];       // of Swift's: its version, 0x603 for 6.3, and its revision; 0 where there is none to tell
} component_note;

#define COMPONENT_NOTE_VALUE(language)                                                                                 \
  {10u, 16u, COMPONENT_NOTE_TYPE, COMPONENT_NOTE_OWNER, COMPONENT_ABI_VERSION, language, {0u, 0u}}

#ifndef COMPONENT_LANGUAGE
#ifdef __cplusplus
#define COMPONENT_LANGUAGE COMPONENT_LANGUAGE_CPP
#else
#define COMPONENT_LANGUAGE COMPONENT_LANGUAGE_C
#endif
#endif

#define COMPONENT_NOTE                                                                                                 \
  static const component_note component_note_here                                                                      \
      __attribute__((used, section(COMPONENT_NOTE_SECTION), aligned(4))) = COMPONENT_NOTE_VALUE(COMPONENT_LANGUAGE);

#ifdef __cplusplus
}
#endif

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
