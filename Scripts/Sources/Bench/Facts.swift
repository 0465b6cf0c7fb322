import Foundation

/// What the script found out about the machine and the build: lines of "machine cpu AMD EPYC".
struct Facts {
  private(set) var machine: [String: String] = [:]
  private(set) var build: [String: String] = [:]

  init(_ file: String) throws {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw Complaint("\(file) can't be read")
    }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count == 3 else { continue }
      if words[0] == "machine" { machine[words[1]] = words[2] } else { build[words[1]] = words[2] }
    }
  }
}
