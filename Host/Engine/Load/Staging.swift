import ComponentABI
import ComponentKit

/// What a component's `register` says, collected and checked before any of it counts.
///
/// The first fault refuses the whole. A component_registration pointer is one of these; it lives on after `register`
/// has returned, closed, in case the component kept it.
final class Staging {
  let name: String
  /// Nothing is taken any more after one.
  private var fault: Refusal?
  private var phase = Phase.new
  var about = About()
  var declared = Declarations()

  private enum Phase { case new, described, closed }

  /// - Parameter isDescription: whether nobody will call what is said, so that nothing is made ready for the checks of calls.
  init(name: String, isDescription: Bool = false) {
    self.name = name
    declared.isDescription = isDescription
  }

  var handle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  static func of(_ handle: OpaquePointer) -> Staging? {
    handle.isNull ? nil : Unmanaged<Staging>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  var isOpen: Bool { phase != .closed }
  var isDescribed: Bool { phase == .described }

  /// Closes it, and moves out what was said if it is whole, after `register` returned that status.
  func close(status: Int32) throws(Refusal) -> Declarations {
    // `fault` is read only where the registration is closed: a copy of an optional refusal makes Swift's runtime build
    // its type.
    if !isOpen, let fault { throw fault }
    let isDescribed = isDescribed
    phase = .closed
    if status != COMPONENT_OK {
      let explanation = declared.explanation.map { ": \($0)" } ?? ""
      throw Refusal("register_failed", "its register returned the code \(status)" + explanation)
    }
    guard isDescribed else {
      throw Refusal("not_described", "its register did not describe the component", help: "call host->describe first")
    }
    return try declared.close()
  }

  /// Releases every context that the component handed over: those of the targets and actions that moved on to the
  /// generation, and its own.
  func release() {
    let all = declared.moveOut()
    for ending in all.endings { ending.release(ending.context) }
    about.release?(about.context)
  }

  /// Runs `body` with the struct and with what was said so far.
  ///
  /// One access to `said` covers the whole body, because the runtime checks each access for exclusivity. So none of the
  /// component's code may run in it.
  func lend<T: GrowingStruct>(
    _ function: String, _ pointer: UnsafePointer<T>, _ body: (inout Declarations, T) throws(Refusal) -> Void
  ) -> Int32 {
    take(function, pointer) { whole throws(Refusal) in try body(&declared, whole) }
  }

  // The struct is read once its own size says that it is whole.
  func take<T: GrowingStruct>(
    _ function: String, _ pointer: UnsafePointer<T>, _ body: (T) throws(Refusal) -> Void
  ) -> Int32 {
    guard isOpen else { return COMPONENT_FAILURE_ENDED }
    do throws(Refusal) {
      if pointer.isNull { throw Refusal("no_struct", "it calls \(function) with nothing: the pointer is null") }
      let taken: Void? = try withWholeStruct(pointer) { (whole) throws(Refusal) in
        if T.self != component_about.self, phase == .new {
          throw Refusal("not_described", "its register calls \(function) before describe")
        }
        try body(whole.pointee)
      }
      guard taken != nil else {
        let size = UnsafeRawPointer(pointer).load(fromByteOffset: MemoryLayout<UInt32>.size, as: UInt32.self)
        throw Refusal(
          "struct_size",
          "it calls \(function) with a struct of \(size) bytes; the contract's has \(MemoryLayout<T>.size)",
          help: "begin the struct with COMPONENT_HEAD(\(T.self))")
      }
      if phase == .new { phase = .described }
      return COMPONENT_OK
    } catch {
      fault = error
      phase = .closed
      return COMPONENT_FAILURE_INVALID
    }
  }

  static func text(
    _ text: component_text, _ what: String, limit: Int = Staging.textLimit
  ) throws(Refusal) -> String {
    guard text.bytes != nil || text.length == 0 else {
      throw Refusal("invalid_text", "\(what) is missing where it was announced")
    }
    guard UInt(bitPattern: text.length) <= UInt(limit) else {
      throw Refusal(
        "invalid_text", "\(what) is \(UInt(bitPattern: text.length)) bytes long; at most \(limit) are taken")
    }
    if text.length == 0 { return "" }
    guard BorderCheck.isUTF8(text) else { throw Refusal("invalid_text", "\(what) is not valid UTF-8") }
    return text.checkedString
  }

  // For a name or a line of text.
  private static let textLimit = 1024
}
