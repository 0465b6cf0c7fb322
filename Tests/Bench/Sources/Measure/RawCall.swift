import ComponentABI
import ComponentKit

/// Calls in the lowest-level way that Swift has: all of it lies on the stack, and the reply is read.
struct RawCall {
  let host: HostTable
  let target: component_text
  /// A power of two of them.
  let actions: UnsafeMutableBufferPointer<component_text>
  let key: component_text
  /// One for each action, where they are used.
  var places: UnsafeMutableBufferPointer<component_place>?

  init(_ host: HostTable, _ target: String, _ actions: [String], _ key: String = "id") {
    self.host = host
    self.target = Kept(target).text
    self.actions = .allocate(capacity: actions.count)
    _ = self.actions.initialize(from: actions.map { Kept($0).text })
    self.key = Kept(key).text
  }

  /// The same by resolved handles.
  func resolved() -> RawCall {
    var resolved = self
    let places = UnsafeMutableBufferPointer<component_place>.allocate(capacity: actions.count)
    places.initialize(repeating: component_place())
    resolved.places = places
    return resolved
  }

  /// An int in, an int out. The int says which of the actions is called.
  @inline(__always)
  func int(_ number: Int) -> Int {
    var value = component_value()
    value.kind = COMPONENT_KIND_INT
    value.as.integer = Int64(number)
    var reply: Int64 = 0
    withUnsafeMutablePointer(to: &reply) {
      let index = number & (actions.count &- 1)
      send(value, actions[index], $0, places?.baseAddress.map { $0 + index }) { context, reply, _ in
        context?.assumingMemoryBound(to: Int64.self).pointee = reply?.pointee.as.integer ?? 0
      }
    }
    return Int(reply)
  }

  /// A text in, a text out, which is copied to where the caller wants it.
  @inline(__always)
  func text(_ text: UnsafeRawBufferPointer, to copy: UnsafeMutableRawPointer) {
    var value = component_value()
    value.kind = COMPONENT_KIND_TEXT
    value.as.text = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    value.count = text.count
    send(value, actions[0], copy) { context, reply, _ in
      guard let context, let reply, let text = reply.pointee.as.text else { return }
      context.copyMemory(from: text, byteCount: reply.pointee.count)
    }
  }

  /// Bytes in, bytes out; how many came back.
  func bytes(_ bytes: UnsafeRawBufferPointer) -> Int {
    var value = component_value()
    value.kind = COMPONENT_KIND_BYTES
    value.as.bytes = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    value.count = bytes.count
    var count = 0
    withUnsafeMutablePointer(to: &count) {
      send(value, actions[0], $0) { context, reply, _ in
        context?.assumingMemoryBound(to: Int.self).pointee = reply?.pointee.count ?? 0
      }
    }
    return count
  }

  /// Begins a call with an int; `ended` hears its end, maybe on another thread.
  func start(_ number: Int, _ context: UnsafeMutableRawPointer, _ ended: @escaping Ended) {
    var value = component_value()
    value.kind = COMPONENT_KIND_INT
    value.as.integer = Int64(number)
    send(value, actions[number & (actions.count &- 1)], context, waits: false, ended)
  }

  typealias Ended =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<component_value>?, UnsafePointer<component_failure>?
    ) -> Void

  @inline(__always)
  private func send(
    _ value: component_value, _ action: component_text, _ context: UnsafeMutableRawPointer,
    _ place: UnsafeMutablePointer<component_place>? = nil, waits: Bool = true, _ ended: @escaping Ended
  ) {
    var entry = component_entry(key: key, value: value)
    withUnsafePointer(to: &entry) { entry in
      var request = component_request(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_request>.size), target: target,
        action: action, parameters: entry, parameter_count: 1, ended: ended, progressed: nil, context: context,
        deadline: 0, cancellation: nil, parent: nil, flags: 0, reserved: 0, hints: nil, hint_count: 0, skips: nil,
        skip_count: 0, place: place)
      _ = waits ? host.pointee.call(host, &request) : host.pointee.start(host, &request)
    }
  }

  /// Calls with an int, over and over: each time with the reply of the time before.
  var ints: Loops.Loop {
    { count in
      var reply = 0
      for _ in 0..<count { reply = int(reply) }
      return reply
    }
  }
}
