public import ComponentABI
public import ComponentHost
public import ComponentKit

// How the component under test gives way to its next generation, as it does in a host when its file is replaced.
extension Bench {
  /// What is under test just now.
  struct Current: Sendable {
    var registered: LoadedComponent
    /// The events that are written down, those of earlier generations among them.
    var heard: Set<String> = []
    var observations: [Observation] = []
  }

  /// Replaces the component by one that is linked into the test as well, the same or another: the one before saves its
  /// state, the next one restores it and starts, and then the one before is shut down.
  ///
  /// Where the next one is refused, its start fails say, the one before goes on, and what went wrong is thrown.
  public func replace<C: Component>(with next: C.Type) throws(Refusal) {
    if C.name != component { throw Bench.another(C.name, than: component) }
    try replaced { () throws(Refusal) in try host.replace(C.self) }
  }

  /// The same by a register function: one in C, say.
  public func replace(with entry: component_register) throws(Refusal) {
    try replaced { () throws(Refusal) in try host.replace(component, entry) }
  }

  /// The same by a file, `lib<Name>.so`, which may be the very file that is loaded.
  public func replace(file: String) throws(Refusal) {
    let last = ComponentName.lastPart(of: file)
    if ComponentName.name(ofFile: last) != component { throw Bench.another(last, than: component) }
    try replaced { () throws(Refusal) in _ = try host.load(file: file) }
  }

  /// Has the component give memory back, as where the system's memory is short. That this fails is among the `reports`.
  public func relieveMemory() { host.relieveMemory() }

  private func replaced(_ replace: () throws(Refusal) -> Void) throws(Refusal) {
    try replace()
    let next = try host.registered(component)
    current.withLock { $0.registered = next }
    observePublished()
  }

  private static func another(_ name: String, than component: String) -> Refusal {
    Refusal("wrong_name", "'\(name)' can't take the place of '\(component)'")
  }
}

extension Host {
  /// What is loaded under a name.
  func registered(_ name: String) throws(Refusal) -> LoadedComponent {
    if let registered = try load(name) { return registered }
    throw Refusal("not_registered", "the component '\(name)' is not there after it was loaded")
  }
}
