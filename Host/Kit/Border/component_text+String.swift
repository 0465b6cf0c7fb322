public import ComponentABI

extension component_text {
  /// Borrowed bytes as text.
  @inlinable public init(_ utf8: UnsafeBufferPointer<UInt8>) {
    self.init(
      bytes: UnsafeRawPointer(utf8.baseAddress)?.assumingMemoryBound(to: CChar.self), length: utf8.count)
  }

  /// The borrowed bytes.
  @inlinable public var utf8: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : length)
  }

  /// A string of one's own.
  @inlinable public var string: String { String(decoding: utf8, as: UTF8.self) }

  /// A string of one's own, of bytes that the host has checked: they are not checked again.
  @inlinable public var checkedString: String {
    unsafe String(copying: UTF8Span(unchecked: Span(_unsafeBytes: utf8)))
  }

  /// Whether it is the same text, byte for byte.
  @inlinable public func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    let own = utf8
    guard own.count == other.count else { return false }
    var index = 0
    while index < own.count {
      if own[index] != other[index] { return false }
      index += 1
    }
    return true
  }
}
