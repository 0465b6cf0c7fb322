import ComponentKit
import HostNative

/// What a thread does for a component outside of its calls, or waits for while another does it. It is told while it
/// lasts, so that the message about a crash or a hang can name the component.
enum Doing {
  case load, register, hear, shutDown
  /// It waits for a step of the component.
  case step(LifeStep.Kind)
  /// It waits for the component's calls to end.
  case end

  func of<R, E: Error>(_ component: String, _ body: () throws(E) -> R) throws(E) -> R {
    var doing = host_doing()
    return try withUnsafeMutablePointer(to: &doing) { (doing) throws(E) in
      begin(doing, component)
      defer { host_doing_end(doing) }
      return try body()
    }
  }

  private func begin(_ doing: UnsafeMutablePointer<host_doing>, _ component: String) {
    var name = component
    name.withUTF8 { name in
      name.withMemoryRebound(to: CChar.self) { name in
        host_doing_begin(
          doing, name.baseAddress, name.count, UnsafeRawPointer(place.utf8Start).assumingMemoryBound(to: CChar.self))
      }
    }
  }

  // Read behind "component 'Reader' crashed".
  private var place: StaticString {
    switch self {
    case .load: " while it was loaded"
    case .register: " in its register"
    case .hear: " while it heard an event"
    case .shutDown: " while it was shut down"
    case .step(.start): " in its start"
    case .step(.save): " in its save"
    case .step(.restore): " in its restore"
    case .step(.memoryPressure): " in its memory_pressure"
    case .end: " while calls of it were under way"
    }
  }
}
