import ComponentKit
import Glibc

/// The process's arguments without the program's name, which must be UTF-8.
func readArguments(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) throws(Problem) -> [String] {
  var texts: [String] = []
  for index in 1..<max(1, Int(count)) {
    guard let argument = arguments[index] else { break }
    let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.isValidUTF8 else {
      throw .usage("the argument \(quoted(text)) is not valid UTF-8")
    }
    texts.append(text)
  }
  return texts
}
