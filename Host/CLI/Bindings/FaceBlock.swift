import ComponentHost
import ComponentKit

/// The first lines of a face: what it was made for, for people and for the check.
///
///     // bindings 1 swift Reader {"target":"Reader","version":"1.2.0",…}
///
/// The description is a line of JSON in the form of `describe --json`, as far as callers see it.
struct FaceBlock: Equatable {
  let language: FaceLanguage
  let description: FaceDescription

  /// Of the form in which the description is written.
  private static let version = "1"
  private static let beginning = "// bindings "

  /// Why there is no description to read.
  struct Fault: Error, Equatable {
    /// One word for programs.
    let reason: String
    /// Reads after the file's name.
    let message: String
  }

  init(language: FaceLanguage, description: FaceDescription) {
    self.language = language
    self.description = description
  }

  var text: String {
    let target = description.target
    let option = language == .swift ? "" : " --language \(language.rawValue)"
    return """
      // The face of \(target) \(description.version), printed by: host bindings \(target)\(option)
      // Print it again instead of editing it. Whether it still fits says: host bindings --check FILE \(target)
      //
      \(FaceBlock.beginning)\(FaceBlock.version) \(language.rawValue) \(WrittenFace(description).json)

      """
  }

  /// Reads what stands in the comment at the start of a file.
  init(reading text: String) throws(Fault) {
    // By bytes: characters of Swift can hide a line's end.
    var rest = text.utf8[...]
    var number = 0
    while rest.starts(with: "//".utf8) {
      number += 1
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      guard line.starts(with: FaceBlock.beginning.utf8) else { continue }
      let words = line.dropFirst(FaceBlock.beginning.utf8.count).split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard words.count == 3, words[0].elementsEqual(FaceBlock.version.utf8),
        let language = FaceLanguage(rawValue: String(Substring(words[1])))
      else {
        throw Fault(
          reason: "unknown_description", message: "has a description that this host does not know, in line \(number)")
      }
      do throws(WrittenFace.Damage) {
        self.init(language: language, description: try WrittenFace(reading: words[2]).description())
      } catch {
        throw Fault(
          reason: "damaged_description", message: "has a damaged description, in line \(number): \(error.message)")
      }
      return
    }
    throw Fault(reason: "no_description", message: "has no description in its first lines")
  }
}
