import Glibc
import Testing

@testable import ComponentHost

/// Compares what is read with what the tools of binutils say about the same compiled file.
@Suite struct ElfRealFileTests {
  private static let hasTools = ElfWorkshop.program("readelf") != nil && ElfWorkshop.program("nm") != nil
  private static let hasLibrary = loadedLibrary("libc.so.6") != nil

  private static func loadedLibrary(_ name: String) -> String? { LoadedLibraries.now().path(of: name) }

  private func read(_ path: String) throws -> (Elf, ElfDynamic) {
    let elf = try Elf(ByteSource(path: path))
    return (elf, try elf.dynamic())
  }

  /// The names that `nm` prints, without versions.
  private func names(_ flags: String, of path: String) -> Set<String> {
    let lines = ElfWorkshop.run("nm -D \(flags) '\(path)'").output.split(separator: "\n")
    return Set(
      lines.compactMap { line in
        line.split(separator: " ").last.map { String($0.prefix { $0 != "@" }) }
      })
  }

  private func compare(_ path: String) throws {
    let (elf, dynamic) = try read(path)
    let symbols = try elf.symbols(dynamic)
    #expect(symbols.isComplete)
    #expect(Set(symbols.exported) == names("--defined-only", of: path))
    #expect(Set(symbols.undefined) == names("--undefined-only", of: path))

    let lines = ElfWorkshop.run("readelf -Wd '\(path)'").output.split(separator: "\n")
    func texts(_ tag: String) -> [String] {
      lines.filter { $0.contains("(\(tag))") }.compactMap { line in
        line.split(separator: "[").last.map { String($0.prefix { $0 != "]" }) }
      }
    }
    #expect(dynamic.needed == texts("NEEDED"))
    #expect(dynamic.soname == texts("SONAME").first)
    #expect(dynamic.runpath == texts("RUNPATH").first)
    #expect(dynamic.rpath == texts("RPATH").first)
    let notes = ElfWorkshop.run("readelf -Wn '\(path)'").output
    if let identifier = try elf.buildIdentifier() {
      #expect(notes.contains("Build ID: " + identifier))
    } else {
      #expect(!notes.contains("Build ID"))
    }
  }

  @Test(
    .enabled(if: hasTools, "readelf and nm are needed"),
    arguments: [
      "-Wl,-soname,libReal.so.2 -Wl,--build-id -Wl,--hash-style=gnu -lm -Wl,--no-as-needed -ldl -lpthread",
      "-Wl,--hash-style=sysv -Wl,--enable-new-dtags -Wl,-rpath,'$ORIGIN:/nowhere'",
      "-Wl,--hash-style=both -Wl,--disable-new-dtags -Wl,-rpath,/somewhere -s",
      "-fuse-ld=lld -Wl,--build-id=sha1",
    ])
  func `a compiled library reads as the tools read it`(flags: String) throws {
    let workshop = try ElfWorkshop()
    let path = try workshop.compile(ElfWorkshop.component, to: "libReal.so", flags)
    try compare(path)
    let (elf, dynamic) = try read(path)
    #expect(try elf.componentNote() == ComponentNote(abi: 1, language: 1))
    for name in ["register", "softly", "guarded", "ask"] { #expect(try elf.defines(name, dynamic: dynamic)) }
    for name in ["hidden", "inner", "number", "wanted", "puts", "pointer", "absent"] {
      #expect(try !elf.defines(name, dynamic: dynamic))
    }
    #expect(elf.languageRuntime(dynamic) == .c)
  }

  @Test(
    .enabled(if: hasTools && hasLibrary, "readelf, nm and a loaded libc.so.6 are needed"),
    arguments: ["libc.so.6", "libm.so.6", "libswiftCore.so", "libstdc++.so.6", "libTesting.so"])
  func `a library of this process reads as the tools read it`(name: String) throws {
    guard let path = Self.loadedLibrary(name) else { return }
    let (elf, dynamic) = try read(path)
    let symbols = try elf.symbols(dynamic)
    #expect(Set(symbols.undefined) == names("--undefined-only", of: path))
    #expect(Set(symbols.exported).isSuperset(of: names("--defined-only", of: path).filter { $0.hasPrefix("_Z") }))
    #expect(try elf.componentNote() == nil)
    if name == "libswiftCore.so" { #expect(elf.languageRuntime(dynamic) == .swift) }
    // What counts as defined is what the loader finds, but for symbols whose version is hidden: `nm` writes one @.
    if name == "libm.so.6" {
      let current = ElfWorkshop.run("nm -D --defined-only '\(path)'").output
      let handle = try #require(dlopen(path, RTLD_NOW | RTLD_NOLOAD))
      defer { dlclose(handle) }
      for symbol in symbols.exported where try current.contains(" \(symbol)@@") && elf.defines(symbol, dynamic: dynamic)
      {
        if dlsym(handle, symbol) == nil { Issue.record("\(symbol) is not to be found") }
      }
    }
  }

  @Test func `without a hash table the section headers tell how many symbols there are`() throws {
    let workshop = try ElfWorkshop()
    let path = try workshop.compile(ElfWorkshop.component, to: "libBare.so", "-Wl,--hash-style=gnu")
    var bytes = try ElfWorkshop.content(of: path)
    let whole = ElfReading(bytes)
    let segment = try #require(Elf(ByteSource(bytes: bytes)).segments.first { $0.kind == .dynamic })
    let entries = stride(from: Int(segment.offset), to: Int(segment.fileEnd), by: 16)
    let tag = ElfBlueprint.little(UInt64(0x6fff_fef5))
    let entry = try #require(entries.first { Array(bytes[$0..<($0 + 8)]) == tag })
    bytes[entry] = 0xf4
    let bare = ElfReading(bytes)
    #expect(bare.faults.isEmpty && !bare.definesRegister)
    #expect(bare.symbols == whole.symbols)
    #expect(!bare.symbols.exported.isEmpty)
  }

  @Test func `a program that only looks like a library is a program`() throws {
    let workshop = try ElfWorkshop()
    guard let clang = ElfWorkshop.program("clang") else { throw ElfWorkshop.Problem(words: "no clang on PATH") }
    let source = try workshop.write(Array("int main(void) { return 0; }".utf8), to: "main.c")
    for (flags, isEarly) in [("-pie", false), ("-no-pie", true), ("-c", true)] {
      let path = workshop.path + "/program" + flags
      #expect(ElfWorkshop.run("'\(clang)' \(flags) -o '\(path)' '\(source)' 2>&1").status == 0)
      let fault = ElfFault.wrongType(flags == "-c" ? .relocatable : .executable)
      if isEarly {
        #expect(throws: fault) { try Elf(ByteSource(path: path)) }
      } else {
        let elf = try Elf(ByteSource(path: path))
        #expect(throws: fault) { try elf.dynamic() }
      }
    }
  }

  @Test func `a language is told by what it leaves in the file`() throws {
    let workshop = try ElfWorkshop()
    func runtime(_ source: String, _ name: String, _ flags: String = "") throws -> LanguageRuntime {
      let (elf, dynamic) = try read(try workshop.compile(source, to: name, flags))
      return elf.languageRuntime(dynamic)
    }
    let section = "__attribute__((used, section(\"swift5_types\"))) static const int types = 1;"
    #expect(try runtime(section, "libswift.so") == .swift)
    #expect(try runtime("__asm__(\".ident \\\"rustc version 1.80.0\\\"\");", "librust.so") == .rust)
    #expect(try runtime("int one(void) { return 1; }", "libplain.so") == .c)
    _ = try workshop.compile("int two(void) { return 2; }", to: "libstdc++.so.6", "-Wl,-soname,libstdc++.so.6")
    let cpp = try runtime(
      "int two(void); int three(void) { return two(); }", "libcpp.so", "'\(workshop.path)/libstdc++.so.6'")
    #expect(cpp == .cpp)
  }
}
