import Foundation

/// One run, as it is written to a file. A field may be added; whatever changes the meaning of one raises the schema.
///
///     {"schema": 1,
///      "machine": {"cpu": "…", "architecture": "…", "processors": "2", "kernel": "…", "swift": "…", "governor": "…",
///                  "load": "0.52"},
///      "build": {"commit": "…", "dirty": "no", "configuration": "release", "flags": "-c release", "cc": "…",
///                "binaries": "…"},
///      "figures": [{"name": "call", "unit": "ns", "repetitions": 31,
///                   "figure": {"median": 22.6, "lower": …, "upper": …, "min": …, "max": …},
///                   "floor": {…}, "ratio": {…}, "allocations": 0, "instructions": 480, "floorInstructions": 153}]}
///
/// A unit is "ns" or "bytes", for each call or whatever is counted, or "gain": how much more two threads do than one.
/// `lower` and `upper` are the quartiles, `ratio` is that of figure and floor within a repetition. What was not found
/// out is missing: the governor, the last three. `binaries` is a hash of what was measured.
struct Report: Codable {
  static let schema = 1

  let schema: Int
  let machine: [String: String]
  let build: [String: String]
  let figures: [Measured]

  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try (try encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw Complaint("\(file.shown) can't be written")
    }
  }

  static func read(_ file: String) throws -> Report {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw Complaint("\(file.shown) can't be read: no such file, or not yours to read")
    }
    struct Head: Decodable { let schema: Int }
    guard (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil else {
      throw Complaint("\(file.shown) is not JSON")
    }
    guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
      throw Complaint("\(file.shown) is not what `Scripts/bench --json` writes: it has no schema")
    }
    guard head.schema == schema else {
      throw Complaint("\(file.shown) has the schema \(head.schema), this script reads \(schema); measure again")
    }
    do {
      return try JSONDecoder().decode(Report.self, from: data)
    } catch {
      throw Complaint("\(file.shown) is not what `Scripts/bench --json` writes: \(fault(error).shown)")
    }
  }

  private static func fault(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "'\((context.codingPath + [key]).map(\.stringValue).joined(separator: "."))' is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' is of another kind"
    default: "\(error)"
    }
  }
}
