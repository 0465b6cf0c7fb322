import ComponentHost
import ComponentKit
import Glibc

/// The process's arguments without the program's name, and what is wrong with them: they must be UTF-8.
func readArguments(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> (texts: [String], problem: Problem?) {
  var texts: [String] = []
  var problem: Problem?
  for index in 1..<max(1, Int(count)) {
    guard let argument = arguments[index] else { break }
    let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
    let text = String(decoding: bytes, as: UTF8.self)
    if !bytes.isValidUTF8, problem == nil { problem = .notUTF8(text) }
    texts.append(text)
  }
  return (texts, problem)
}

extension Problem {
  /// An argument that is no text.
  static func notUTF8(_ argument: String) -> Problem { .usage("the argument \(quoted(argument)) is not valid UTF-8") }
}
