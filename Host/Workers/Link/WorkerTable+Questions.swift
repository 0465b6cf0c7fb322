import ComponentABI
import ComponentHost
import ComponentKit

// What the component here asks of the mediator besides calls.
extension WorkerTable {
  static func question(_ table: inout component_host) {
    table.log = { host, level, text in
      guard BorderView.isText(text) else { return WorkerTable.say(level, text.string) }
      WorkerService.current?.ask(.log) { (writer) throws(WireFault) in
        writer.pair(level, 0)
        try writer.text(text)
      }
    }
    table.publish_route = { host, route, ended, context in
      WorkerTable.change(host, route, .publishRoute, ended, context)
    }
    table.withdraw_route = { host, route, ended, context in
      WorkerTable.change(host, route, .withdrawRoute, ended, context)
    }
    table.has = { host, target, action, flags, ended, context in
      if UInt(bitPattern: host) == 0 { return COMPONENT_FAILURE_INVALID }
      guard BorderView.isText(target), BorderView.isText(action) else {
        return WorkerTable.fail(
          .notFound, "invalid_name", "the target or the action is not valid UTF-8", ended, context)
      }
      return WorkerTable.ask(.has, ended, context) { (writer) throws(WireFault) in
        writer.pair(flags, action.bytes == nil ? 1 : 0)
        try writer.text(target)
        try writer.text(action)
      }
    }
    table.can_open = { host, url, flags, ended, context in
      if UInt(bitPattern: host) == 0 { return COMPONENT_FAILURE_INVALID }
      guard BorderView.isText(url) else {
        return WorkerTable.fail(.invalidParameters, "invalid_url", "the URL is not valid UTF-8", ended, context)
      }
      return WorkerTable.ask(.canOpen, ended, context) { (writer) throws(WireFault) in
        writer.pair(flags, 0)
        try writer.text(url)
      }
    }
    table.release_instance = { host, target, ended, context in
      if UInt(bitPattern: host) == 0 { return COMPONENT_FAILURE_INVALID }
      guard BorderView.isText(target) else {
        return WorkerTable.fail(.notFound, "invalid_name", "the target is not valid UTF-8", ended, context)
      }
      return WorkerTable.ask(.releaseInstance, ended, context) { (writer) throws(WireFault) in try writer.text(target) }
    }
    table.publish = { host, event, value, ended, context in
      if UInt(bitPattern: host) == 0 || UInt(bitPattern: value) == 0 { return COMPONENT_FAILURE_INVALID }
      guard BorderView.isText(event) else {
        return WorkerTable.fail(
          .invalidParameters, "invalid_name", "the event's name is not valid UTF-8", ended, context)
      }
      if let words = BorderView.fault(value.pointee) {
        return WorkerTable.fail(
          .invalidParameters, "invalid_value", "the value of the event '\(event.string)' is invalid: \(words)", ended,
          context)
      }
      return WorkerTable.ask(.publish, ended, context) { (writer) throws(WireFault) in
        try writer.text(event)
        try writer.value(value.pointee)
      }
    }
    table.observe = { host, observer, result in
      if UInt(bitPattern: host) == 0 || UInt(bitPattern: result) == 0 { return COMPONENT_FAILURE_INVALID }
      result.pointee = nil
      return BorderView.whole(observer) { WorkerTable.observe($0, result) } ?? COMPONENT_FAILURE_INVALID
    }
    table.end_observation = { observation in
      if UInt(bitPattern: observation) == 0 { return }
      WorkerService.current?.ask(.endObservation) { (writer) throws(WireFault) in
        writer.integer(Int64(Int(bitPattern: observation)))
      }
    }
  }

  private static func say(_ level: component_level, _ repaired: String) {
    repaired.withBytes { text in
      _ = WorkerService.current?.ask(.log) { (writer) throws(WireFault) in
        writer.pair(level, 0)
        try writer.text(text)
      }
    }
  }

  private static func change(
    _ host: UnsafePointer<component_host>, _ route: UnsafePointer<component_route>, _ verb: WorkerVerb,
    _ ended: component_outcome?,
    _ context: UnsafeMutableRawPointer?
  ) -> Int32 {
    if UInt(bitPattern: host) == 0 || UInt(bitPattern: route) == 0 { return COMPONENT_FAILURE_INVALID }
    return BorderView.whole(route) { route in
      if let fault = BorderView.fault(route) { return fail(fault.code, fault.reason, fault.message, ended, context) }
      return ask(verb, ended, context) { (writer) throws(WireFault) in try writer.route(route) }
    } ?? fail(.invalidParameters, "struct_size", "the route's struct can't be of that size", ended, context)
  }

  private static func observe(_ observer: component_observer, _ result: UnsafeMutablePointer<OpaquePointer?>) -> Int32 {
    guard let service = WorkerService.current, observer.event_count > 0, observer.event_count <= COMPONENT_EVENT_LIMIT,
      unsafeBitCast(observer.heard, to: UInt.self) != 0, UInt(bitPattern: observer.events) != 0
    else { return COMPONENT_FAILURE_INVALID }
    let events = UnsafeBufferPointer(start: observer.events, count: observer.event_count)
    guard events.allSatisfy(BorderView.isText) else { return COMPONENT_FAILURE_INVALID }
    // Before the host takes it: it may hear at once.
    let number = service.observers.add(observer, gives: true)
    let answer = service.ask(.observe) { (writer) throws(WireFault) in
      writer.integer(number)
      writer.pair(observer.limit, UInt32(events.count))
      for event in events { try writer.text(event) }
    }
    var code = COMPONENT_FAILURE_ENDED
    if case .reply(let message)? = answer, let said = try? message.integer() { code = Int32(truncatingIfNeeded: said) }
    guard code == COMPONENT_OK else {
      service.observers.forget(number)
      return code
    }
    result.pointee = OpaquePointer(bitPattern: Int(number))
    return COMPONENT_OK
  }

  // MARK: outcomes

  private static func ask(
    _ verb: WorkerVerb, _ ended: component_outcome?, _ context: UnsafeMutableRawPointer?, _ write: Channel.Writing
  ) -> Int32 {
    guard let service = WorkerService.current else { return COMPONENT_FAILURE_INVALID }
    let answer: Answer?
    do throws(ChannelFault) {
      answer = try service.begin(verb, write).wait()
    } catch {
      guard case .refused(let fault) = error else { return gone(ended, context) }
      return fail(.invalidParameters, "cant_cross", "it can't leave its process: \(fault.words)", ended, context)
    }
    let arrivals = service.ports.arrivals()
    defer { withExtendedLifetime(arrivals) {} }
    switch answer {
    case .reply(let message)?:
      var reader = message.reader(functions: arrivals.function)
      guard let value = try? reader.valueInPlace() else { break }
      ended?(context, value, nil)
      return COMPONENT_OK
    case .failure(let message)?:
      var reader = message.reader(functions: arrivals.function)
      guard var failure = try? reader.failure() else { break }
      ended?(context, nil, &failure)
      return failure.code
    case .over?, nil: break
    }
    return gone(ended, context)
  }

  private static func gone(_ ended: component_outcome?, _ context: UnsafeMutableRawPointer?) -> Int32 {
    fail(.failed, "host_gone", "the host is gone", ended, context)
  }

  private static func fail(
    _ code: Failure.Code, _ reason: String, _ message: String, _ ended: component_outcome?,
    _ context: UnsafeMutableRawPointer?
  ) -> Int32 {
    if let ended { Failure(code, reason, message).hosts.withBorrowed { ended(context, nil, $0) } }
    return code.rawValue
  }
}
