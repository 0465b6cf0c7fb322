import ComponentABI

/// Any thing that lives in this process, passed as a value. Only the image that made it can look inside.
public struct Object: Sendable {
  let reference: ObjectReference

  /// Wraps an instance of one's own.
  public init(_ instance: some AnyObject & Sendable) {
    let box = ObjectBox(instance)
    reference = ObjectReference(
      owning: component_object(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_object>.size),
        type: component_text(bytes: UnsafePointer(box.type.baseAddress), length: box.type.count),
        instance: Unmanaged.passRetained(box).toOpaque(), retain: retainBox, release: releaseBox))
  }

  /// Keeps an object that was passed in.
  init(retaining object: component_object) {
    object.retain(object.instance)
    reference = ObjectReference(owning: object)
  }

  /// The name of its type, for people.
  public var type: String { String(decoding: reference.pointer.pointee.type.utf8, as: UTF8.self) }

  /// The instance, if this image made the object and it is of that type; a neighbour's object is nil to others.
  public func `as`<T>(_ type: T.Type) -> T? {
    let object = reference.pointer.pointee
    guard unsafeBitCast(object.release, to: UInt.self) == unsafeBitCast(releaseBox, to: UInt.self) else { return nil }
    return Unmanaged<ObjectBox>.fromOpaque(object.instance).takeUnretainedValue().instance as? T
  }
}

extension Object: Equatable {
  /// The same instance.
  public static func == (a: Object, b: Object) -> Bool {
    a.reference.pointer.pointee.instance == b.reference.pointer.pointee.instance
  }
}

/// One hold on a C object.
///
/// Sendable although it holds a pointer: what it points to never changes, and the contract lets retain and
/// release be called from any thread.
final class ObjectReference: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<component_object>

  init(owning object: component_object) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: object)
    pointer.pointee.size = UInt32(MemoryLayout<component_object>.size)
  }

  deinit {
    pointer.pointee.release(pointer.pointee.instance)
    pointer.deallocate()
  }
}

/// What the `instance` of an object of this image points to.
private final class ObjectBox: Sendable {
  let instance: any AnyObject & Sendable
  // Sendable although mutable: written in init only, freed in deinit.
  nonisolated(unsafe) let type: UnsafeMutableBufferPointer<CChar>

  init(_ instance: some AnyObject & Sendable) {
    self.instance = instance
    let name = String(reflecting: Swift.type(of: instance)).utf8.map { CChar(bitPattern: $0) }
    type = .allocate(capacity: name.count)
    _ = type.initialize(from: name)
  }

  deinit { type.deallocate() }
}

private let retainBox: @convention(c) (UnsafeMutableRawPointer) -> Void = {
  _ = Unmanaged<ObjectBox>.fromOpaque($0).retain()
}

private let releaseBox: @convention(c) (UnsafeMutableRawPointer) -> Void = {
  Unmanaged<ObjectBox>.fromOpaque($0).release()
}
