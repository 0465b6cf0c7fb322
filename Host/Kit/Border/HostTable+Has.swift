import ComponentABI

extension UnsafePointer<component_host> {
  /// Whether the host has a function that came later: an older one's table ends before it.
  func has(_ function: PartialKeyPath<component_host>) -> Bool {
    guard let offset = MemoryLayout<component_host>.offset(of: function) else { return false }
    return Int(pointee.size) >= offset + MemoryLayout<UnsafeRawPointer>.size
  }
}

extension Failure {
  /// What a component can't have of a host that is older than itself.
  static func hostTooOld(_ what: String) -> Failure { Failure(.failed, "host_too_old", "the host can't \(what)") }
}
