import ComponentABI

/// A value that a component may pass and must not: each has one fault.
enum Odd: CaseIterable {
  case endlessText, endlessBytes, endlessList, endlessMap, sharedNodes, notUTF8
  case functionWithoutRun, objectWithoutRetain, objectWithoutRelease, smallObject, smallFunction

  /// What is said of it.
  var words: String {
    switch self {
    case .endlessText, .endlessBytes, .endlessList, .endlessMap, .sharedNodes:
      "it is larger than 1 GiB, where each value counts 64 bytes besides its text"
    case .notUTF8: "a text is not valid UTF-8"
    case .functionWithoutRun: "a function has no 'run'"
    case .objectWithoutRetain: "an object has no 'retain'"
    case .objectWithoutRelease: "an object has no 'release'"
    case .smallObject: "an object's struct has 8 bytes, too few"
    case .smallFunction: "a function's struct has 8 bytes, too few"
    }
  }

  /// What it points to is never freed.
  var value: component_value {
    var value = component_value()
    switch self {
    case .endlessText:
      value.kind = COMPONENT_KIND_TEXT
      value.as.text = UnsafePointer(Odd.lasting(CChar(0x61)))
      value.count = -1
    case .endlessBytes:
      value.kind = COMPONENT_KIND_BYTES
      value.as.bytes = UnsafePointer(Odd.lasting(UInt8(1)))
      value.count = -1
    case .endlessList:
      value.kind = COMPONENT_KIND_LIST
      value.as.items = UnsafePointer(Odd.lasting(component_value()))
      value.count = -1
    case .endlessMap:
      value.kind = COMPONENT_KIND_MAP
      value.as.entries = UnsafePointer(Odd.lasting(component_entry()))
      value.count = -1
    case .sharedNodes:
      for _ in 0..<120 {
        let items = UnsafeMutablePointer<component_value>.allocate(capacity: 2)
        items.initialize(repeating: value, count: 2)
        value = component_value()
        value.kind = COMPONENT_KIND_LIST
        value.as.items = UnsafePointer(items)
        value.count = 2
      }
    case .notUTF8:
      let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: 3)
      for (index, byte) in [0xFF, 0xFE, 0xFD].enumerated() { bytes[index] = CChar(truncatingIfNeeded: byte) }
      value.kind = COMPONENT_KIND_TEXT
      value.as.text = UnsafePointer(bytes)
      value.count = 3
    case .functionWithoutRun, .smallFunction:
      var function = component_function(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_function>.size), context: nil,
        run: { _, _ in COMPONENT_OK }, retain: nil, release: nil, host: nil)
      if self == .smallFunction { function.size = 8 }
      let pointer = Odd.lasting(function)
      if self == .functionWithoutRun { Odd.erase(\component_function.run, of: pointer) }
      value.kind = COMPONENT_KIND_FUNCTION
      value.as.function = UnsafePointer(pointer)
    case .objectWithoutRetain, .objectWithoutRelease, .smallObject:
      var object = component_object(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_object>.size), type: component_text(),
        instance: UnsafeMutableRawPointer(Odd.lasting(0)), retain: { _ in }, release: { _ in })
      if self == .smallObject { object.size = 8 }
      let pointer = Odd.lasting(object)
      if self == .objectWithoutRetain { Odd.erase(\component_object.retain, of: pointer) }
      if self == .objectWithoutRelease { Odd.erase(\component_object.release, of: pointer) }
      value.kind = COMPONENT_KIND_OBJECT
      value.as.object = UnsafePointer(pointer)
    }
    return value
  }

  private static func lasting<T>(_ value: T) -> UnsafeMutablePointer<T> {
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: 1)
    pointer.initialize(to: value)
    return pointer
  }

  // A null that Swift's view of the header does not know.
  private static func erase<T>(_ field: PartialKeyPath<T>, of pointer: UnsafeMutablePointer<T>) {
    guard let offset = MemoryLayout<T>.offset(of: field) else { return }
    UnsafeMutableRawPointer(pointer).storeBytes(of: 0, toByteOffset: offset, as: UInt.self)
  }
}
