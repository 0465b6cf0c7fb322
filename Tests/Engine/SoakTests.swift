import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

@testable import ComponentHost

/// Calls of every kind for a while, from several threads, while the components come, change and go.
///
/// Scripts/soak runs this alone and for longer, and has it look after memory and descriptors as well.
@Suite(.offPool) struct SoakTests {
  private static let seconds = getenv("SOAK").flatMap { Double(String(cString: $0)) }

  @Test func `what is called is answered as it should be, whatever becomes of the components`() throws {
    let soak = try Soak()
    let limit = Duration.seconds(SoakTests.seconds ?? 1)
    let start = ContinuousClock.now
    var early: Soak.Use?
    let callers = (1...4).map { seed in Thread { soak.call(seed: UInt64(seed)) } }
    while ContinuousClock.now - start < limit {
      soak.change()
      if early == nil, ContinuousClock.now - start > limit / 5 { early = soak.use }
    }
    soak.end()
    for caller in callers { caller.join() }
    #expect(eventually { soak.running == 0 }, "\(soak.running) calls have not ended")
    let use = soak.use
    soak.host.close()
    #expect(soak.complaints.isEmpty, "\(soak.complaints.joined(separator: "\n"))")
    #expect(soak.calls > 1000 && soak.changes > 5)
    guard SoakTests.seconds != nil, let early else { return }
    print("soak: \(soak.calls) calls, \(soak.changes) changes, \(use.generations) components were loaded")
    let loaded = use.generations - early.generations
    #expect(use.descriptors - early.descriptors <= loaded + 8)
    // A component takes 9.5 KB besides its image, which has 20, and its copy.
    #expect(use.bytes - early.bytes < loaded * 65536 + (16 << 20), "\(use.bytes - early.bytes) bytes for \(loaded)")
  }
}

/// One host, whose folder changes, and what is known of how its calls end.
private final class Soak: Sendable {
  let host: Host
  private let workshop: ElfWorkshop
  private let versions: [[UInt8]]
  private let isOver = Atomic(false)
  private let started = Atomic(0)
  private let ended = Atomic(0)
  private let said = Guarded<[String]>([])
  private let changer: Guarded<Changer>

  /// What only the thread that changes the folder knows.
  private struct Changer {
    var dice = Dice(seed: 7)
    var count = 0
    var loaded: Int?
    var generations = 0
  }

  struct Use {
    let generations, descriptors, bytes: Int
  }

  init() throws {
    let workshop = try ElfWorkshop()
    let headers = String(#filePath.dropLast("Tests/Engine/SoakTests.swift".count)) + "Host/ABI/include"
    func component(_ flags: String) throws -> [UInt8] {
      try ElfWorkshop.content(of: workshop.compile(Soak.source, to: "made", "-O1 -I '\(headers)' \(flags)"))
    }
    versions = try (1...2).map { try component(#"-DNAME='"Changing"' -DVERSION=\#($0)"#) }
    try workshop.write(component(#"-DNAME='"Steady"' -DVERSION=0"#), to: "libSteady.so")
    self.workshop = workshop
    host = Host(Settings(directories: [workshop.path]))
    changer = Guarded(Changer())
  }

  var calls: Int { ended.load(ordering: .relaxed) }
  var running: Int { started.load(ordering: .acquiring) - ended.load(ordering: .acquiring) }
  var changes: Int { changer.withLock { $0.count } }
  var complaints: [String] { said.withLock { $0 } }
  func end() { isOver.store(true, ordering: .releasing) }

  var use: Use {
    var count = 0
    if let folder = opendir("/proc/self/fd") {
      while readdir(folder) != nil { count += 1 }
      closedir(folder)
    }
    let status = (try? Descriptor(opening: "/proc/self/statm").bytes(at: 0, count: 16)) ?? []
    let pages = String(decoding: status, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return Use(
      generations: changer.withLock { $0.generations }, descriptors: count,
      bytes: (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE)))
  }

  private func complain(_ words: String) {
    said.withLock { if $0.count < 20 { $0.append(words) } }
  }

  // MARK: the folder

  /// Puts another version there, or rubbish, or takes the file out, and looks whether the host has noticed.
  func change() {
    usleep(2000)
    let (what, before, count): (Int, Int?, Int) = changer.withLock {
      $0.count += 1
      return (Int($0.dice.roll(5)), $0.loaded, $0.count)
    }
    // Calls in between go through an interceptor.
    if count % 40 == 20 { host.add(Interceptor("pass") { $0.proceed() }) }
    if count % 40 == 30 { host.removeInterceptor("pass") }
    let now: Int?
    switch what {
    case 0, 1, 2, 3:
      // What is broken is left where it is, and the one before goes on.
      place(what < 2 ? versions[what] : what == 2 ? [1, 2, 3] : Array(versions[0].prefix(5000)))
      now = what < 2 ? what + 1 : before
    default:
      unlink("\(workshop.path)/libChanging.so")
      now = nil
    }
    let changes = host.refresh()
    let answer = Result { () throws(Failure) in try host.mediator.call("Changing", "version") }
    switch (now, answer) {
    case (let version?, .success(let value)) where value == [.int(version), .int(version)]: break
    case (nil, .failure(let failure)) where failure.code == .notFound || failure.code == .refused: break
    default: complain("after change \(what) from \(before ?? 0) Changing.version was \(answer); \(changes)")
    }
    changer.withLock {
      if now != nil, now != before || what < 2 { $0.generations += 1 }
      $0.loaded = now
    }
  }

  private func place(_ bytes: [UInt8]) {
    guard (try? workshop.write(bytes, to: "new")) != nil,
      rename("\(workshop.path)/new", "\(workshop.path)/libChanging.so") == 0
    else { return complain("the file can't be written") }
  }

  // MARK: the calls

  func call(seed: UInt64) {
    var dice = Dice(seed: seed)
    let (mediator, version) = (host.mediator, host.mediator.resolved("Changing", "version"))
    while !isOver.load(ordering: .acquiring) {
      let number = Int(dice.roll(1000))
      let text = String(repeating: "ä\(number)", count: Int(dice.roll(20)))
      switch dice.roll(14) {
      case 0: expect(mediator, "Steady", "echo", ["text": .text(text)]) { $0 == .text(text) }
      case 1: expect(mediator, "Changing", "version") { self.isVersion($0) }
      case 2: ask({ () throws(Failure) in try version.call() }, isVersion)
      case 3: expect(mediator, "Changing", "ask", ["text": .text(text)]) { $0 == .text(text) }
      case 4: expect(mediator, "Missing\(number % 100)", "run") { _ in false }
      case 5:
        ask({ () throws(Failure) in try mediator.open("app://Steady/echo?text=x\(number)") }) {
          $0 == .text("x\(number)")
        }
      case 6: expect(mediator, "Changing", "nap", ["us": .int(number)], .microseconds(500)) { self.isVersion($0) }
      case 7: start(mediator, number, cancelled: false)
      case 8: start(mediator, number, cancelled: true)
      case 9: expect(mediator, "Changing.Serial", "use", [:], nil, isVersion)
      case 10: expect(mediator, "Changing.Cached", "use", [:], nil, isVersion)
      case 11: expect(mediator, "Changing.Fresh", "use", [:], nil, isVersion)
      case 12: ask({ () throws(Failure) in try mediator.open("app://Changing/number/\(number)") }, isVersion)
      default: _ = host.list()
      }
    }
  }

  private func isVersion(_ value: Value) -> Bool { value == [1, 1] || value == [2, 2] }

  private func expect(
    _ mediator: Mediator, _ target: String, _ action: String, _ parameters: Fields = [:], _ limit: Duration? = nil,
    _ isGood: (Value) -> Bool
  ) {
    ask({ () throws(Failure) in try mediator.call(target, action, parameters, timeLimit: limit) }, isGood)
  }

  private func ask(_ call: () throws(Failure) -> Value, _ isGood: (Value) -> Bool) {
    started.add(1, ordering: .relaxed)
    take(Result { () throws(Failure) in try call() }, isGood)
  }

  // Deferred: it is answered on another thread, perhaps after its component has been taken out.
  private func start(_ mediator: Mediator, _ number: Int, cancelled: Bool) {
    started.add(1, ordering: .relaxed)
    let cancellation = Cancellation(mediator)
    mediator.start("Changing", "later", ["us": .int(number)], cancellation: cancellation) {
      self.take($0, self.isVersion)
    }
    if cancelled { cancellation.cancel() }
  }

  private func take(_ result: Result<Value, Failure>, _ isGood: (Value) -> Bool) {
    switch result {
    case .success(let value): if !isGood(value) { complain("a call was answered \(value)") }
    case .failure(let failure):
      let known: [Failure.Code] = [.notFound, .refused, .timedOut, .cancelled]
      if !known.contains(failure.code) { complain("a call failed: \(failure)") }
    }
    ended.add(1, ordering: .releasing)
  }

  private static let source = """
    #include "component_author.h"
    #include <pthread.h>
    #include <stdlib.h>
    #include <unistd.h>
    static int32_t reply_version(component_call *call) {
      component_value both[2] = {component_int(VERSION), component_int(VERSION)};
      return component_reply(call, component_list(both, 2));
    }
    static int32_t version(void *context, component_call *call) { (void)context; return reply_version(call); }
    static int32_t echo(void *context, component_call *call) {
      component_text text;
      (void)context;
      if (!component_text_parameter(call, "text", &text)) return COMPONENT_OK;
      return component_reply_text(call, text);
    }
    static int32_t ask(void *context, component_call *call) {
      (void)context;
      return component_call_action(call->host, "Steady", "echo", call->parameters, call->parameter_count,
                                   component_pass_on, call);
    }
    static int32_t nap(void *context, component_call *call) {
      int64_t us;
      (void)context;
      if (!component_int_parameter(call, "us", &us)) return COMPONENT_OK;
      usleep((useconds_t)us);
      return reply_version(call);
    }
    typedef struct job { component_call *call; int64_t us; } job;
    static void *work(void *context) {
      job *job = context;
      usleep((useconds_t)job->us);
      reply_version(job->call);
      job->call->host->release(job->call);
      free(job);
      return NULL;
    }
    static int32_t later(void *context, component_call *call) {
      int64_t us;
      (void)context;
      if (!component_int_parameter(call, "us", &us)) return COMPONENT_OK;
      job *job = malloc(sizeof *job);
      pthread_t thread;
      *job = (struct job){call->host->defer(call), us};
      if (pthread_create(&thread, NULL, work, job) != 0) work(job); else pthread_detach(thread);
      return COMPONENT_OK;
    }
    typedef struct thing { int alive, busy; } thing;
    static void *make(void *context) {
      thing *made = malloc(sizeof *made);
      (void)context;
      *made = (thing){77, 0};
      return made;
    }
    static void destroy(void *context, void *instance) {
      (void)context;
      ((thing *)instance)->alive = 0;
      free(instance);
    }
    static char alone;
    static int32_t use(void *context, component_call *call) {
      thing *thing = call->instance;
      int bad = thing->alive != 77 || (context && thing->busy++ != 0);
      usleep(20);
      if (context) thing->busy--;
      return bad ? component_reply_int(call, 0) : reply_version(call);
    }
    static int32_t add_things(const component_host *host, component_registration *registration, const char *name,
                              uint64_t flags, void *context) {
      component_target target = {COMPONENT_HEAD(component_target), .name = component_text_of(name), .flags = flags,
                                 .make = make, .destroy = destroy};
      component_row row = {"use", "", "", use, "", 0, context};
      int32_t status = host->add_target(registration, &target);
      return status == COMPONENT_OK ? component_add_actions(host, registration, name, &row, 1) : status;
    }
    static const component_row rows[] = {
      {"version", "", "", version, "", COMPONENT_ACTION_REMOTE, 0}, {"echo", "(text: text)", "", echo, "", COMPONENT_ACTION_REMOTE, 0},
      {"ask", "", "", ask, "", 0, 0}, {"nap", "", "", nap, "", 0, 0}, {"later", "", "", later, "", 0, 0}};
    COMPONENT_REGISTER(host, registration) {
      int32_t status = component_describe(host, registration, NAME, "", 1, 0, 0);
      if (status == COMPONENT_OK) status = component_add_target(host, registration, NAME, "", 0);
      if (status == COMPONENT_OK)
        status = component_add_actions(host, registration, NAME, rows, COMPONENT_COUNT(rows));
      if (status == COMPONENT_OK)
        status = add_things(host, registration, NAME ".Serial", COMPONENT_TARGET_SERIAL, &alone);
      if (status == COMPONENT_OK)
        status = add_things(host, registration, NAME ".Cached", COMPONENT_TARGET_CACHED, NULL);
      if (status == COMPONENT_OK)
        status = add_things(host, registration, NAME ".Fresh", COMPONENT_TARGET_PER_CALL, &alone);
      component_route route = {COMPONENT_HEAD(component_route), .target = component_text_of(NAME),
                               .action = component_text_of("version"), .pattern = component_text_of("/number/:n<int>")};
      return status == COMPONENT_OK ? host->add_route(registration, &route) : status;
    }
    """
}

/// Numbers that are the same in each run.
private struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

  mutating func roll(_ limit: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % limit
  }
}
