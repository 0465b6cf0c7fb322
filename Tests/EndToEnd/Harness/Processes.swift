import Glibc
import TestThreads

/// The processes of a test, known by what they have in their environment: all that they start has it as well.
enum Processes {
  static let variable = "TEST_PROCESSES"

  static func marked(_ mark: String) -> [Int32] {
    Folder.names(in: "/proc").compactMap { Int32($0) }.filter { number in
      environment(of: number).split(separator: 0).contains { $0.elementsEqual("\(variable)=\(mark)".utf8) }
    }
  }

  /// Waits until there are so many; whether there are.
  static func wait(for count: (Int) -> Bool, marked mark: String) -> Bool {
    eventually { count(marked(mark).count) }
  }

  /// Those that a process has started, and those that it was given.
  static func children(of number: Int32) -> [Int32] {
    Folder.names(in: "/proc").compactMap { Int32($0) }.filter { parent(of: $0) == number }
  }

  private static func parent(of number: Int32) -> Int32? {
    guard let file = fopen("/proc/\(number)/stat", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 1024)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.split(separator: ")").last.flatMap { Int32($0.split(separator: " ")[1]) }
  }

  private static func environment(of number: Int32) -> [UInt8] {
    let file = open("/proc/\(number)/environ", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: 1 << 17) { buffer, count in
      while count < buffer.count {
        let got = read(file, buffer.baseAddress! + count, buffer.count - count)
        if got <= 0 { return }
        count += got
      }
    }
  }
}
