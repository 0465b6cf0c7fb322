import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Suites of what watches: one after the other, since the system gives each user few queues.
@Suite(.serialized, .offPool) struct WatchTests {}

/// A host whose folder is watched, and what it tells.
final class WatchedHost: Sendable {
  /// With all folders in it.
  let workshop: ElfWorkshop
  let host: Host
  private let told = Guarded<[String]>([])
  private let reported = Guarded<[String]>([])

  /// - Parameter folders: plugin folders in the workshop; they are not made.
  init(
    _ folders: String..., in workshop: ElfWorkshop? = nil, _ adjust: (inout Settings) -> Void = { _ in }
  ) throws {
    let workshop = try workshop ?? ElfWorkshop()
    self.workshop = workshop
    var settings = Settings(directories: folders.map { $0.isEmpty ? workshop.path : "\(workshop.path)/\($0)" })
    settings.watches = true
    let (told, reported) = (told, reported)
    settings.changed = { change in told.withLock { $0.append(change.description) } }
    settings.report = { report in
      if report.kind == .unwatched { reported.withLock { $0.append(report.message) } }
    }
    adjust(&settings)
    host = Host(settings)
  }

  deinit { host.close() }

  /// What was told of changes, in order.
  var changes: [String] { told.withLock { $0 } }
  var reports: [String] { reported.withLock { $0 } }

  /// Waits until exactly this was told.
  func hears(_ changes: String...) -> Bool { hears(changes) }
  func hears(_ changes: [String]) -> Bool { eventually { self.changes == changes } || self.changes == changes }

  /// Waits until the folders are watched.
  var isWatched: Bool { eventually { host.loader.watch?.edition != nil } }

  /// Which version of Reader answers; nil where none does.
  var version: Int? { (try? host.mediator.call("Reader", "version"))?.int }
  var miss: String? { miss("Reader") }

  func miss(_ name: String) -> String? {
    failure { () throws(Failure) in try host.mediator.call(name, "version") }?.reason
  }

  /// Why the host's list says that Reader is refused; nil where it is ready.
  var listed: String? {
    guard case .refused(let refusal) = host.list().first(where: { $0.name == "Reader" })?.state else { return nil }
    return refusal.reason
  }

  // MARK: files

  func path(_ name: String) -> String { "\(workshop.path)/\(name)" }

  /// Puts a version of Reader into place as an operator would: written aside, then renamed.
  func put(_ version: Int, as name: String = "libReader.so") throws {
    try workshop.write(WatchedHost.versions[version], to: "aside")
    #expect(rename(path("aside"), path(name)) == 0)
  }

  func make(_ folder: String) { #expect(mkdir(path(folder), 0o755) == 0) }

  func link(_ target: String, as name: String) { #expect(symlink(target, path(name)) == 0) }

  /// Puts a link in the place of another one at once.
  func flip(_ name: String, to target: String) {
    link(target, as: "aside.link")
    #expect(rename(path("aside.link"), path(name)) == 0)
  }

  func remove(_ name: String) { #expect(unlink(path(name)) == 0) }

  /// Versions of Reader, by number; 0 is no library.
  static let versions: [[UInt8]] = {
    let workshop = try! ElfWorkshop()
    return [Array("no library".utf8)]
      + (1...4).map { version in
        try! ElfWorkshop.content(of: compile("-DVERSION=\(version)", in: workshop))
      }
  }()

  static func compile(_ flags: String, in workshop: ElfWorkshop) throws -> String {
    let headers = String(#filePath.dropLast("Tests/Engine/Watch/WatchedHost.swift".count)) + "Host/ABI/include"
    return try workshop.compile(source, to: "made", "-O1 -I '\(headers)' \(flags)")
  }

  private static let source = """
    #include "component_author.h"
    #include <fcntl.h>
    #include <pthread.h>
    #include <stdio.h>
    #include <unistd.h>
    // Says that it has begun, and goes on when a file is gone.
    static inline void hold(const char *file, const char *begun) {
      close(open(begun, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
      while (access(file, F_OK) == 0) usleep(500);
    }
    static int32_t version(void *context, component_call *call) {
      (void)context;
      return component_reply_int(call, VERSION);
    }
    static int32_t linger(void *context, component_call *call) {
      (void)context;
    #ifdef LINGER
      hold(LINGER, LINGER ".begun");
    #endif
      return component_reply_int(call, VERSION);
    }
    #ifdef START_HOLD
    static int32_t start(void *context, component_call *call) {
      (void)context;
      hold(START_HOLD, START_HOLD ".begun");
      return component_reply_null(call);
    }
    #endif
    #ifdef KEEPS_STATE
    static int32_t save(void *context, component_call *call) {
      (void)context;
      return component_fail(call, COMPONENT_FAILURE_FAILED, "", "not now");
    }
    #endif
    #ifdef SHUTDOWN_HOLD
    static void shutdown_slowly(void *context) {
      (void)context;
      hold(SHUTDOWN_HOLD, SHUTDOWN_HOLD ".begun");
    }
    #endif
    static const component_row rows[] = {{"version", "", "", version, "", 0, 0}, {"linger", "", "", linger, "", 0, 0}};
    #ifndef NAME
    #define NAME "Reader"
    #endif
    #ifdef CONSTRUCTOR_HOLD
    __attribute__((constructor)) static void construct(void) { hold(CONSTRUCTOR_HOLD, CONSTRUCTOR_HOLD ".begun"); }
    #endif
    COMPONENT_REGISTER(host, registration) {
    #ifdef EXITS
      pthread_exit(0);
    #endif
    #ifdef HOLD
      hold(HOLD, HOLD ".begun");
    #endif
      component_about about = {
        COMPONENT_HEAD(component_about), .name = component_text_of(NAME), .version = {1, 0, 0},
    #ifdef START_HOLD
        .start = start,
    #endif
    #ifdef SHUTDOWN_HOLD
        .shutdown = shutdown_slowly,
    #endif
    #ifdef LINGER
        // Its state is the version.
        .save = version,
    #endif
    #ifdef KEEPS_STATE
        .save = save,
    #endif
      };
      int32_t status = host->describe(registration, &about);
      if (status == COMPONENT_OK) status = component_add_target(host, registration, NAME, "", 0);
    #ifdef NEED
      if (status == COMPONENT_OK) status = component_add_need(host, registration, NEED, 0);
    #endif
      return status == COMPONENT_OK ? component_add_actions(host, registration, NAME, rows, 2) : status;
    }
    """
}
