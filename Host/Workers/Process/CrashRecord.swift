import Glibc
import HostNative

/// What a worker wrote down when it crashed. It was written by a process that had just crashed, and perhaps by one that
/// means no good: nothing in it is more than its word.
package struct CrashRecord: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case signal
    /// The component called `exit`.
    case exit
    /// The component ended the thread of a call.
    case thread
    /// The component left a call with `longjmp`.
    case jump
  }

  /// A file that was loaded.
  package struct Module: Sendable, Equatable {
    package let name: String
    /// The identity of its build, in hexadecimal digits; empty where it has none.
    package let build: String
    let base: UInt64
  }

  /// A place in the code, the innermost first.
  package struct Frame: Sendable, Equatable {
    package let address: UInt64
    package let module: Module?

    /// The place in its file.
    package var offset: UInt64 { address &- (module?.base ?? 0) }
  }

  package let kind: Kind
  package let signal: Int32
  package let frames: [Frame]

  package init(_ kind: Kind, signal: Int32 = 0, frames: [Frame] = []) {
    self.kind = kind
    self.signal = signal
    self.frames = frames
  }

  /// How large a record is.
  static let size = MemoryLayout<host_crash_record>.size

  /// Nil where nothing is written there, or nothing that makes sense.
  init?(readingFrom descriptor: Int32) {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: CrashRecord.size, alignment: MemoryLayout<host_crash_record>.alignment)
    defer { bytes.deallocate() }
    guard pread(descriptor, bytes, CrashRecord.size, 0) == CrashRecord.size else { return nil }
    let record = bytes.assumingMemoryBound(to: host_crash_record.self)
    switch Int(record.pointee.kind) {
    case HOST_CRASH_SIGNAL: kind = .signal
    case HOST_CRASH_EXIT: kind = .exit
    case HOST_CRASH_THREAD: kind = .thread
    case HOST_CRASH_JUMP: kind = .jump
    default: return nil
    }
    signal = record.pointee.signal
    if kind == .signal, !(1...64).contains(signal) { return nil }
    frames = CrashRecord.frames(bytes, record)
  }

  private static func frames(
    _ bytes: UnsafeRawPointer, _ record: UnsafePointer<host_crash_record>
  ) -> [Frame] {
    guard let places = MemoryLayout<host_crash_record>.offset(of: \.frames),
      let files = MemoryLayout<host_crash_record>.offset(of: \.modules)
    else { return [] }
    let moduleCount = min(Int(record.pointee.module_count), Int(HOST_RECORD_MODULES))
    let modules = (bytes + files).assumingMemoryBound(to: host_crash_module.self)
    let known = (0..<moduleCount).map { Module(modules + $0) }
    let frameCount = min(Int(record.pointee.frame_count), Int(HOST_RECORD_FRAMES))
    let frames = (bytes + places).assumingMemoryBound(to: host_crash_frame.self)
    return (0..<frameCount).map { index in
      let number = Int(frames[index].module)
      return Frame(
        address: frames[index].address, module: (1...max(1, moduleCount)).contains(number) ? known.at(number - 1) : nil)
    }
  }
}

extension CrashRecord.Module {
  fileprivate init(_ module: UnsafePointer<host_crash_module>) {
    base = module.pointee.base
    let nameCount = min(Int(module.pointee.name_length), Int(HOST_RECORD_NAME))
    let buildCount = min(Int(module.pointee.build_length), Int(HOST_RECORD_BUILD))
    let written = withUnsafeBytes(of: module.pointee.name) {
      String(decoding: $0.prefix(nameCount), as: UTF8.self)
    }
    name = CrashRecord.Module.plain(written)
    build = withUnsafeBytes(of: module.pointee.build) { bytes in
      bytes.prefix(buildCount).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  // "/memfd:libReader.so (deleted)" is the sealed copy of libReader.so.
  private static func plain(_ name: String) -> String {
    let (begin, end) = ("/memfd:", " (deleted)")
    guard name.utf8.starts(with: begin.utf8), name.hasSuffix(end) else { return name }
    return String(decoding: name.utf8.dropFirst(begin.utf8.count).dropLast(end.utf8.count), as: UTF8.self)
  }
}

extension Array {
  fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
