import ComponentHost
import Glibc
import ComponentKit

/// A face in a file, read for the check.
struct FaceFile {
  let path: String
  let text: String
  let block: FaceBlock

  // Far more than any face has.
  private static let sizeLimit = 256 << 20

  init(_ path: String, _ context: Context) throws(Problem) {
    self.path = path
    let bytes = try FaceFile.bytes(path, context)
    guard bytes.withUnsafeBytes(\.isValidUTF8) else {
      throw FaceFile.problem("not_text", path, "is not valid UTF-8, so it is no face")
    }
    text = String(decoding: bytes, as: UTF8.self)
    do throws(FaceBlock.Fault) {
      block = try FaceBlock(reading: text)
    } catch {
      var problem = FaceFile.problem(error.reason, path, error.message)
      problem.help =
        error.reason == "no_description"
        ? [
          "only what 'host bindings TARGET' printed can be checked, as it was printed",
          "a face written by hand is checked by the tests of the component that owns it",
        ] : ["print it again with 'host bindings TARGET'"]
      throw problem
    }
  }

  /// Whether the rest of the file is what this host prints for its description.
  var isAsPrinted: Bool { text == block.language.file(block.description) }

  private static func bytes(_ path: String, _ context: Context) throws(Problem) -> [UInt8] {
    // Not waited for: the file may be a pipe without a writer.
    let descriptor = context.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR {
        throw Problem(.notFound, "no_such_file", "no file named \(quoted(path))")
      }
      throw problem("unreadable_file", path, "can't be read: \(systemReason(errno))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw problem("no_file", path, status.st_mode & S_IFMT == S_IFDIR ? "is a folder" : "is not a file")
    }
    guard status.st_size <= sizeLimit else {
      throw problem("too_big", path, "has \(status.st_size) bytes, so it is no face")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    while bytes.count <= sizeLimit {
      var number: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
        let result = read(descriptor, buffer.baseAddress, buffer.count)
        number = result < 0 ? errno : 0
        count = max(0, result)
      }
      if number == EINTR { continue }
      if number != 0 { throw problem("unreadable_file", path, "can't be read: \(systemReason(number))") }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  private static func problem(_ reason: String, _ path: String, _ message: String) -> Problem {
    Problem(.usage, reason, "\(quoted(path)) \(message)")
  }
}
