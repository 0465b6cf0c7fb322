package import ComponentHost
public import ComponentKit
import Glibc
import HostNative

/// Where a component crashed: at first in numbers, as a call must not wait for more; with names once somebody reads it.
package enum Backtrace {
  /// "libReader.so+0x1f20 (4d3a…)" for each place: the file, the place in it, and the build of the file, where it has one.
  ///
  /// What comes behind the last place in the component is the worker's own, and left out.
  static func numbers(_ record: CrashRecord, of component: String) -> [String] {
    let file = "lib\(component).so"
    let end = record.frames.lastIndex { $0.module?.name.hasSuffix(file) == true }
    return record.frames.prefix(end.map { $0 + 1 } ?? 32).map { frame in
      guard let module = frame.module else { return "0x\(String(frame.address, radix: 16))" }
      let build = module.build.isEmpty ? "" : " (\(module.build))"
      return "\(module.name)+0x\(String(frame.offset, radix: 16))\(build)"
    }
  }

  /// The same with the names of functions, where they can be found: "showDetail+16 (libReader.so)".
  ///
  /// - Parameter copy: opens what was loaded of a build, or of a file without such an identity; nil where nobody has it any
  ///   more.
  package static func named(_ lines: [String], copy: (_ build: String) -> SymbolNames?) -> [String] {
    let places = lines.map(Place.init)
    var names = [String?](repeating: nil, count: lines.count)
    for file in Set(places.compactMap { $0?.source }) {
      let own = places.indices.filter { places[$0]?.source == file }
      guard let symbols = copy(file.build ?? file.name) ?? file.open() else { continue }
      let found = symbols.names(of: own.map { places[$0]?.offset ?? 0 })
      for (index, name) in zip(own, found) {
        guard let name, let place = places[index] else { continue }
        names[index] = "\(demangled(name.symbol))+\(place.offset - name.start) (\(file.shortName))"
      }
    }
    return zip(lines, names).map { $1 ?? $0 }
  }

  private struct Source: Hashable {
    let name: String
    let build: String?

    /// The last part of the path.
    var shortName: String { String(Substring(name.utf8.split(separator: UInt8(ascii: "/")).last ?? name.utf8[...])) }

    // What a worker names is not opened unless it is a whole path of a file, and of the build that was loaded.
    func open() -> SymbolNames? {
      guard let build, name.utf8.first == UInt8(ascii: "/") else { return nil }
      // To open a device may do something: what is none of a regular file is not.
      let place = Glibc.open(name, host_path_only | O_CLOEXEC)
      guard place >= 0 else { return nil }
      defer { close(place) }
      var status = stat()
      guard fstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return SymbolNames(path: "/proc/self/fd/\(place)", build: build)
    }
  }

  private struct Place {
    let source: Source
    let offset: UInt64

    // "FILE+0xOFFSET", and behind it " (BUILD)" where the file has one.
    init?(_ line: String) {
      let bytes = Array(line.utf8)
      var end = bytes.count
      var build: String?
      if bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")), open > 0,
        bytes[open - 1] == UInt8(ascii: " ")
      {
        build = Place.digits(bytes[(open + 1)..<(end - 1)])
        if build == nil { return nil }
        end = open - 1
      }
      guard let plus = bytes[..<end].lastIndex(of: UInt8(ascii: "+")), plus > 0,
        bytes[(plus + 1)..<end].starts(with: "0x".utf8), let digits = Place.digits(bytes[(plus + 3)..<end]),
        let offset = UInt64(digits, radix: 16)
      else { return nil }
      source = Source(name: String(decoding: bytes[..<plus], as: UTF8.self), build: build)
      self.offset = offset
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> String? {
      let isNumber = bytes.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
      return isNumber && !bytes.isEmpty ? String(decoding: bytes, as: UTF8.self) : nil
    }
  }

  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  // Swift's names are made readable where its standard library has what does that.
  private static func demangled(_ name: String) -> String {
    guard name.hasPrefix("$s"), let function = dlsym(nil, "swift_demangle") else { return name }
    guard let text = unsafeBitCast(function, to: Demangle.self)(name, name.utf8.count, nil, nil, 0) else { return name }
    defer { free(text) }
    return String(cString: text)
  }
}

extension Failure {
  /// The same failure, with the names of functions in its details' `backtrace` where a component crashed in a process of
  /// its own: looking for them takes a while, so a call fails without them.
  public var withNamedBacktrace: Failure {
    guard code == .crashed, let list = details["backtrace"]?.list else { return self }
    var failure = self
    let lines = list.compactMap(\.text)
    failure.details["backtrace"] = .list(Backtrace.named(lines, copy: CrashedCopies.symbols).map(Value.text))
    return failure
  }
}

/// The copies of components that have crashed lately, for the names in them.
enum CrashedCopies {
  // Behind these the oldest is let go of.
  private static let limit = 16
  private static let copies = Guarded<[(build: String, component: ComponentToIsolate)]>([])

  static func keep(_ component: ComponentToIsolate, build: String) {
    copies.withLock { copies in
      copies.removeAll { $0.build == build }
      if copies.count == limit { copies.removeFirst() }
      copies.append((build, component))
    }
  }

  static func symbols(_ build: String) -> SymbolNames? {
    let component = copies.withLock { copies in copies.first { $0.build == build }?.component }
    return component.flatMap { $0.symbolNames }
  }
}
