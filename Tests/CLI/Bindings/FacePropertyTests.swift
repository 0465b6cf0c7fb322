import ComponentHost
import ComponentKit
import Foundation
import TestThreads
import Testing

@testable import HostCLI

@Suite(.offPool) struct FacePropertyTests {
  @Test(arguments: FaceLanguage.allCases)
  func `a printed face is read again, and up to date`(language: FaceLanguage) throws {
    for seed in 1...400 {
      var dice = FaceDice(seed: UInt64(seed))
      let description = dice.description()
      let text = language.file(description)
      let block = try FaceBlock(reading: text)
      #expect(block == FaceBlock(language: language, description: description), "seed \(seed)")
      #expect(block.drift(to: description).differences.isEmpty, "seed \(seed)")
      #expect(language.file(block.description) == text, "seed \(seed)")
    }
  }

  @Test func `a description is the same once a component has registered it`() throws {
    for seed in 1...100 {
      var dice = FaceDice(seed: UInt64(seed))
      var description = dice.description(target: "Random")
      // A line break ends a note.
      for target in description.targets.indices {
        for action in description.targets[target].actions.indices {
          description.targets[target].actions[action].notes = [:]
        }
      }
      let host = Host()
      try DescribedComponent.add(description, to: host)
      let loaded = try #require(try host.load("Random"))
      #expect(FaceDescription("Random", of: loaded) == description, "seed \(seed)")
    }
  }

  // A handful each: a compiler takes its time.
  @Test func `a printed face compiles, whatever it is made from`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "faces-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    var includes = ""
    var includesOfCpp = ""
    var modules = ""
    for seed in 1...12 {
      var dice = FaceDice(seed: UInt64(1000 + seed))
      let description = dice.description(target: "Shop\(seed)")
      let file = folder.appending(path: "Shop\(seed).swift")
      try FaceLanguage.swift.file(description).write(to: file, atomically: false, encoding: .utf8)
      files.append(file.path)
      try FaceLanguage.c.file(description)
        .write(to: folder.appending(path: "shop\(seed).h"), atomically: false, encoding: .utf8)
      try FaceLanguage.cpp.file(description)
        .write(to: folder.appending(path: "shop\(seed).hpp"), atomically: false, encoding: .utf8)
      includesOfCpp += "#include \"shop\(seed).hpp\"\n#include \"shop\(seed).hpp\"\n"
      try FaceLanguage.rust.file(description)
        .write(to: folder.appending(path: "shop\(seed).rs"), atomically: false, encoding: .utf8)
      modules += "mod shop\(seed);\n"
      includes += "#include \"shop\(seed).h\"\n#include \"shop\(seed).h\"\n"
    }
    let source = folder.appending(path: "shops.c").path
    try includes.write(toFile: source, atomically: false, encoding: .utf8)
    let repository = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path
    let include = "\(repository)/Host/ABI/include"
    let built = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "Modules").path
    try #expect(
      compile(
        ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-typecheck", "-I", built, "-Xcc", "-I\(include)"]
          + files) == "")
    let strict = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I\(include)", source]
    try #expect(compile(["clang", "-std=c11"] + strict) == "")
    try #expect(compile(["clang", "-std=c++17", "-x", "c++"] + strict) == "")
    let sourceOfCpp = folder.appending(path: "shops.cpp").path
    try includesOfCpp.write(toFile: sourceOfCpp, atomically: false, encoding: .utf8)
    try #expect(compile(["clang++", "-std=c++17"] + strict.dropLast() + [sourceOfCpp]) == "")
    guard try compile(["sh", "-c", "command -v rustc > /dev/null && echo there"]) == "there\n" else { return }
    let crate = folder.appending(path: "shops.rs").path
    try "#[path = \"\(repository)/Host/ABI/rust/mod.rs\"]\nmod component;\n\(modules)"
      .write(toFile: crate, atomically: false, encoding: .utf8)
    let metadata = folder.appending(path: "shops").path
    let rust = ["rustc", "--edition", "2021", "--crate-type", "lib", "-D", "warnings", "--emit", "metadata", "-o"]
    try #expect(compile(rust + [metadata, crate]) == "")
  }

  // What a compiler says. Not by Foundation's Process: it waits with a run loop, which in a process of this many threads
  // and descriptors may never hear of the end.
  private func compile(_ arguments: [String]) throws -> String {
    let words = arguments.map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }
    let stream = try #require(popen("exec \(words.joined(separator: " ")) 2>&1 </dev/null", "r"))
    var said: [UInt8] = []
    while true {
      let byte = getc(stream)
      if byte == EOF { break }
      said.append(UInt8(truncatingIfNeeded: byte))
    }
    return String(decoding: said, as: UTF8.self) + (pclose(stream) == 0 ? "" : "failed")
  }
}
