import ComponentABI
import ComponentKit

// A route that a component publishes while it runs.
extension WireWriter {
  mutating func route(_ route: component_route) throws(WireFault) {
    for part in [route.target, route.pattern, route.action, route.scheme] { try text(part) }
    try entries(route.fixed, route.fixed_count)
    try entries(route.renames, route.rename_count)
    pair(route.flags, UInt32(bitPattern: route.priority))
  }
}

extension WireReader {
  mutating func route() throws(WireFault) -> component_route {
    let (target, pattern, action, scheme) = (try text(), try text(), try text(), try text())
    let (fixed, renames) = (try entries(), try entries())
    let (flags, priority) = try pair()
    return component_route(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_route>.size), target: target, pattern: pattern,
      action: action, scheme: scheme, fixed: fixed.baseAddress, fixed_count: fixed.count, renames: renames.baseAddress,
      rename_count: renames.count, flags: flags, priority: Int32(bitPattern: priority))
  }
}
