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
    for seed in 1...12 {
      var dice = FaceDice(seed: UInt64(1000 + seed))
      let description = dice.description(target: "Shop\(seed)")
      let file = folder.appending(path: "Shop\(seed).swift")
      try FaceLanguage.swift.file(description).write(to: file, atomically: false, encoding: .utf8)
      files.append(file.path)
      try FaceLanguage.c.file(description)
        .write(to: folder.appending(path: "shop\(seed).h"), atomically: false, encoding: .utf8)
      includes += "#include \"shop\(seed).h\"\n#include \"shop\(seed).h\"\n"
    }
    let source = folder.appending(path: "shops.c").path
    try includes.write(toFile: source, atomically: false, encoding: .utf8)
    let repository = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path
    let include = "\(repository)/Host/ABI/include"
    let modules = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "Modules").path
    try #expect(
      compile(
        ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-typecheck", "-I", modules, "-Xcc", "-I\(include)"]
          + files) == "")
    let strict = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I\(include)", source]
    try #expect(compile(["clang", "-std=c11"] + strict) == "")
    try #expect(compile(["clang", "-std=c++17", "-x", "c++"] + strict) == "")
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
