import ComponentABI
import ComponentKit

/// What a component's `register` says, collected and checked before any of it counts.
///
/// The first fault refuses the whole. A component_registration pointer is one of these; it lives on after `register`
/// has returned, closed, in case the component kept it.
final class Staging {
  let name: String
  var about: About?
  var needs: [Need] = []
  var types = TypeNames()
  /// What the types mean, by their names.
  var typeSummaries: [String: String] = [:]
  var definitions: [(name: String, definition: String)] = []
  var targets: [Target] = []
  /// Of the actions.
  var endings: [Ending] = []
  var paths: [Path] = []
  var keys: [String: Key] = [:]
  /// Nothing is taken any more after one.
  var fault: Refusal?
  var explanation: String?
  var isOpen = true
  var count = 0

  init(name: String) { self.name = name }

  var handle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  static func of(_ handle: OpaquePointer) -> Staging {
    Unmanaged<Staging>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  /// Gives all contexts back.
  func release() {
    for ending in endings { ending.release(ending.context) }
    for target in targets { target.maker?.release() }
    if let about { about.release?(about.context) }
  }

  // The struct is read once its own size says that it is whole.
  func take<T: Grown>(
    _ function: String, _ pointer: UnsafePointer<T>, _ body: (T) throws(Refusal) -> Void
  ) -> Int32 {
    guard isOpen else { return COMPONENT_FAILURE_ENDED }
    do throws(Refusal) {
      let taken: Void? = try withGrown(pointer) { (whole) throws(Refusal) in
        if T.self != component_about.self, about == nil {
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
      return COMPONENT_OK
    } catch {
      fault = error
      isOpen = false
      return COMPONENT_FAILURE_INVALID
    }
  }

  func text(
    _ text: component_text, _ what: String, limit: Int = Staging.textLimit
  ) throws(Refusal) -> String {
    guard text.bytes != nil || text.length == 0 else {
      throw Refusal("invalid_text", "\(what) is missing where it was announced")
    }
    guard text.length <= limit else {
      throw Refusal("invalid_text", "\(what) is \(text.length) bytes long; at most \(limit) are taken")
    }
    guard text.utf8.isValidUTF8 else { throw Refusal("invalid_text", "\(what) is not valid UTF-8") }
    return text.checkedString
  }

  // For a name or a line of text.
  private static let textLimit = 1024
}
