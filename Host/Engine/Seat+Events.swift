import ComponentABI
import ComponentKit

// The functions of the table for events; what they do is in the types they hand over to.

let publishEvent:
  @convention(c) (
    UnsafePointer<component_host>, component_text, UnsafePointer<component_value>, component_outcome?,
    UnsafeMutableRawPointer?
  ) -> Int32 = { table, name, value, ended, context in
    if table.isNull || value.isNull { return COMPONENT_FAILURE_INVALID }
    // Nothing of it is looked at where nobody hears it.
    if table.seat.pointee.isOpen, let generation = table.seat.pointee.generation,
      let event = generation._withUnsafeGuaranteedRef({ $0.events.find(name) }),
      event._withUnsafeGuaranteedRef({ !$0.topic.isObserved })
    {
      if let ended {
        var nothing = component_value()
        ended(context, &nothing, nil)
      }
      return COMPONENT_OK
    }
    return publishHeard(table.seat, name, value, ended, context)
  }

@inline(never)
private func publishHeard(
  _ seat: UnsafePointer<Seat>, _ name: component_text, _ value: UnsafePointer<component_value>,
  _ ended: component_outcome?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  do throws(Failure) {
    guard seat.pointee.isOpen else { throw .eventTooEarly }
    let generation = seat.pointee.generation?.takeUnretainedValue()
    guard let event = generation?.events.find(name) else { throw .noEvent(name, of: generation) }
    try event.takeUnretainedValue().publish(value.pointee)
  } catch {
    let failure = error.byHost
    if let generation = seat.pointee.generation?.takeUnretainedValue() {
      generation.host.settings.eventRefused(generation.name, failure)
    }
    if let ended { failure.withBorrowed { ended(context, nil, $0) } }
    return failure.code.rawValue
  }
  if let ended {
    var nothing = component_value()
    ended(context, &nothing, nil)
  }
  return COMPONENT_OK
}

let observeEvents:
  @convention(c) (
    UnsafePointer<component_host>, UnsafePointer<component_observer>, UnsafeMutablePointer<OpaquePointer?>
  ) -> Int32 = { table, observer, result in
    if table.isNull || observer.isNull || result.isNull { return COMPONENT_FAILURE_INVALID }
    result.pointee = nil
    return table.seat.observe(observer, result)
  }

let endObservation: @convention(c) (OpaquePointer) -> Void = {
  if $0.isNull { return }
  Unmanaged<Observation>.fromOpaque(UnsafeRawPointer($0)).takeRetainedValue().end()
}

extension UnsafePointer<Seat> {
  fileprivate func observe(
    _ observer: UnsafePointer<component_observer>, _ result: UnsafeMutablePointer<OpaquePointer?>
  ) -> Int32 {
    guard pointee.isOpen else { return COMPONENT_FAILURE_INVALID }
    let host = pointee.core.pointee.host.takeUnretainedValue()
    // Nothing is published any more.
    if host.loader.isClosed { return Failure.closed.code.rawValue }
    do throws(Failure) {
      let checked = try withWholeStruct(observer) { (whole) throws(Failure) in
        try Observation.Observer(whole.pointee)
      }
      guard let checked else { return COMPONENT_FAILURE_INVALID }
      if HostNews.areOfFiles(checked.events) { host.loader.beginTelling() }
      func begin() -> Observation { host.events.observe(checked.events) { Observation(checked, $0, of: self) } }
      guard let generation = pointee.generation?.takeUnretainedValue() else {
        result.pointee = begin().handOut()
        return COMPONENT_OK
      }
      do throws(Observations.NotBegun) {
        result.pointee = try generation.observations.add(checked.events.count, begin).handOut()
        return COMPONENT_OK
      } catch {
        if error == .over { return COMPONENT_FAILURE_ENDED }
        host.report(tooManyObservedBy: generation.name)
        return COMPONENT_FAILURE_DENIED
      }
    } catch {
      return error.code.rawValue
    }
  }
}

extension Host {
  // A component that never ends what it observes would otherwise hear nothing more, and nobody would know why.
  fileprivate func report(tooManyObservedBy name: String) {
    let message =
      "\(name) can't observe more: it observes \(COMPONENT_OBSERVED_LIMIT) events already, each observer's counted, and has to "
      + "end what it does not need any more"
    if let report = Report(.stepFailed, message, by: seldom) { settings.report(report) }
  }
}
