// The contract's types say that these pointers lead somewhere; a component in C may pass null all the same.

extension UnsafePointer {
  @inline(__always)
  var isNull: Bool { UInt(bitPattern: self) == 0 }
}

extension UnsafeMutablePointer {
  @inline(__always)
  var isNull: Bool { UInt(bitPattern: self) == 0 }
}

extension OpaquePointer {
  @inline(__always)
  var isNull: Bool { UInt(bitPattern: self) == 0 }
}
