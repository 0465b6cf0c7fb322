import ComponentABI
import ComponentKit

// How a component registers that speaks the contract itself.
extension HostTable {
  /// Describes the component and adds the target of its name, in a struct of so many bytes.
  func open(_ registration: Registration, targetSize: Int = MemoryLayout<component_target>.size) -> Int32 {
    var about = component_about()
    about.abi = COMPONENT_ABI_VERSION
    about.size = UInt32(MemoryLayout<component_about>.size)
    about.name = pointee.name
    let described = pointee.describe(registration, &about)
    guard described == COMPONENT_OK else { return described }
    var target = component_target()
    target.abi = COMPONENT_ABI_VERSION
    target.size = UInt32(MemoryLayout<component_target>.size)
    target.name = pointee.name
    return withSize(targetSize, of: target) { pointee.add_target(registration, $0) }
  }

  /// Adds an action of that target.
  func add(
    _ name: StaticString, to registration: Registration, flags: UInt32 = 0, run: @escaping component_run
  ) -> Int32 {
    var action = component_action(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_action>.size), target: pointee.name,
      name: Ear.text(name), summary: component_text(), flags: flags, reserved: 0, run: run, context: nil, release: nil,
      signature: component_text(), parameter_notes: component_text(), media_type: component_text())
    return pointee.add_action(registration, &action)
  }
}
