import ComponentHost
import Glibc
import Testing

@testable import ComponentWorkers

struct ConfiningTests {
  /// Settings with a folder for data that is not there yet, which goes with the test.
  private func withSettings(_ body: (inout Settings, _ folder: String) throws -> Void) throws {
    var template = Array("/tmp/confining-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var settings = Settings(directories: [folder])
    settings.dataDirectory = "\(folder)/data"
    try body(&settings, folder)
    for path in ["data/Notes", "data", "scratch", "file", ""] where unlink("\(folder)/\(path)") != 0 {
      rmdir("\(folder)/\(path)")
    }
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  @Test func `each component has a folder for its data that is the user's alone`() throws {
    try withSettings { settings, folder in
      let terms = try Confining.terms(Confinement(), of: "Notes", settings)
      #expect(terms.data == "\(folder)/data/Notes" && terms.folders == [folder])
      #expect(mode("\(folder)/data/Notes") == 0o700 && mode("\(folder)/data") == 0o700)
      // It stays, and is closed again where somebody opened it.
      chmod("\(folder)/data/Notes", 0o755)
      let again = try Confining.terms(Confinement(), of: "Notes", settings)
      #expect(again.data == "\(folder)/data/Notes")
      #expect(mode("\(folder)/data/Notes") == 0o700)
      let scratch = try Confining.terms(Confinement(), of: "Notes", settings, data: "\(folder)/scratch")
      #expect(scratch.data == "\(folder)/scratch")
      #expect(mode("\(folder)/scratch") == 0o700)
    }
  }

  @Test func `what is no folder is not taken for one`() throws {
    try withSettings { settings, folder in
      close(open("\(folder)/file", O_CREAT | O_WRONLY, 0o600))
      let refusal = #expect(throws: Refusal.self) {
        try Confining.terms(Confinement(), of: "Notes", settings, data: "\(folder)/file")
      }
      #expect(
        refusal?.message == "it can't be confined: the folder '\(folder)/file' for its data is no folder")
    }
  }

  @Test func `no link leads the data elsewhere, and nobody else can put one there`() throws {
    try withSettings { settings, folder in
      mkdir("\(folder)/data", 0o700)
      symlink("/", "\(folder)/data/Notes")
      let link = #expect(throws: Refusal.self) { try Confining.terms(Confinement(), of: "Notes", settings) }
      #expect(link?.message == "it can't be confined: the folder '\(folder)/data/Notes' for its data is no folder")
      unlink("\(folder)/data/Notes")
      chmod("\(folder)/data", 0o777)
      let open = #expect(throws: Refusal.self) { try Confining.terms(Confinement(), of: "Notes", settings) }
      #expect(
        open?.message
          == "it can't be confined: the folder '\(folder)/data' for its data is not used: others can write to it (mode 0777)"
      )
    }
  }

  @Test func `without Landlock nothing is confined, and what everything is granted is not confined at all`() throws {
    try withSettings { settings, folder in
      settings.landlockLimit = 0
      let refusal = #expect(throws: Refusal.self) { try Confining.terms(Confinement(), of: "Notes", settings) }
      #expect(refusal?.reason == "confinement")
      #expect(
        refusal?.message == "it can't be confined: this kernel has no Landlock, which keeps files from it")
      #expect(
        refusal?.help
          == "use Linux 5.13 or later, built with CONFIG_SECURITY_LANDLOCK; or let it run unconfined: \"all\": true in the policy's \"confine\""
      )
      #expect(mode("\(folder)/data") == nil)
      var free = Confinement()
      free.allowsEverything = true
      free.limits.files = 64
      let terms = try Confining.terms(free, of: "Notes", settings)
      #expect(terms.data == nil && terms.grants.limits.files == 64)
      #expect(mode("\(folder)/data") == nil)
    }
  }

  @Test func `processes are granted without signals only where the kernel tells them from others`() throws {
    try withSettings { settings, _ in
      var grants = Confinement()
      grants.processes = .any
      settings.landlockLimit = 5
      let refusal = #expect(throws: Refusal.self) { try Confining.terms(grants, of: "Notes", settings) }
      #expect(
        refusal?.message.hasPrefix(
          "it can't be confined: it may start processes, and this kernel's Landlock (version ") == true)
      #expect(
        refusal?.help?.contains(
          "use Linux 6.12 or later, or allow signals as well in the policy: \"confine\": {\"Notes\": {\"processes\": …, \"signals\": true}}"
        ) == true)
      grants.signals = true
      let terms = try Confining.terms(grants, of: "Notes", settings)
      #expect(terms.data != nil)
    }
  }
}
