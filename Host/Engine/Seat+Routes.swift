import ComponentABI
import ComponentKit

// The functions of the table that change routes and write URLs; what they do is in the types they hand over to.

typealias RouteFunction =
  @convention(c) (
    UnsafePointer<component_host>, UnsafePointer<component_route>, component_outcome?, UnsafeMutableRawPointer?
  ) -> Int32

let publishRoute: RouteFunction = { host, route, ended, context in
  changed(host, route, ended, context) { (host, path, generation) throws(Failure) in
    .bool(try host.publish(path, by: generation))
  }
}

let withdrawRoute: RouteFunction = { host, route, ended, context in
  changed(host, route, ended, context) { (host, path, generation) throws(Failure) in
    .bool(try host.withdraw(path, by: generation))
  }
}

private func changed(
  _ table: UnsafePointer<component_host>, _ route: UnsafePointer<component_route>, _ ended: component_outcome?,
  _ context: UnsafeMutableRawPointer?, _ body: (Host, Staging.Path, Generation?) throws(Failure) -> Value
) -> Int32 {
  if table.isNull || route.isNull { return COMPONENT_FAILURE_INVALID }
  return table.seat.answer(ended, context) { (host) throws(Failure) in
    var path: Staging.Path?
    do throws(Refusal) {
      path = try withWholeStruct(route) { (route) throws(Refusal) in try Staging.Path(route.pointee) }
    } catch {
      throw Failure(.invalidParameters, error.reason, error.message)
    }
    guard let path else {
      throw Failure(.invalidParameters, "struct_size", "the route's struct can't be of that size")
    }
    return try body(host, path, table.seat.pointee.generation?.takeUnretainedValue())
  }
}

let writeURL:
  @convention(c) (UnsafePointer<component_host>, component_text, UnsafePointer<component_request>) -> Int32 = {
    table, scheme, request in
    if table.isNull || request.isNull { return COMPONENT_FAILURE_INVALID }
    return withWholeStruct(request) { request in
      guard request.pointee.isHeard else { return COMPONENT_FAILURE_INVALID }
      let dispatch = Dispatch(seat: table.seat, request: request, waits: true)
      return dispatch.holding {
        table.seat.answer(request.pointee.ended, request.pointee.context) { (host) throws(Failure) in
          let (parameters, count) = (request.pointee.parameters, request.pointee.parameter_count)
          if let failure = BorderCheck.fault(parameters, count)?.failure(of: "parameters") { throw failure }
          guard request.pointee.hasNames, BorderCheck.isText(scheme) else {
            throw Failure(.invalidParameters, "invalid_name", "a name of the call is not valid UTF-8")
          }
          guard let known = CallURL.scheme(named: scheme.string) else {
            throw Failure(
              .invalidParameters, "invalid_scheme", "\(quoted(scheme.string)) is no scheme: \(CallURL.schemeRule)")
          }
          let fields = Fields(copying: UnsafeBufferPointer(start: parameters, count: parameters == nil ? 0 : count))
          return .text(
            try host.url(
              for: request.pointee.target.string, request.pointee.action.string, fields, scheme: known,
              Patience(dispatch)
            ))
        }
      }
    } ?? COMPONENT_FAILURE_INVALID
  }

extension UnsafePointer<Seat> {
  /// Answers a question of whoever has the seat, at once.
  func answer(
    _ ended: component_outcome?, _ context: UnsafeMutableRawPointer?, _ body: (Host) throws(Failure) -> Value
  ) -> Int32 {
    let host = pointee.core.pointee.host.takeUnretainedValue()
    do throws(Failure) {
      if !pointee.isOpen { throw .tooEarly }
      let value = try body(host)
      if let ended { value.withBorrowed { ended(context, $0, nil) } }
      return COMPONENT_OK
    } catch {
      let failure = error.byHost
      if let ended { failure.withBorrowed { ended(context, nil, $0) } }
      return failure.code.rawValue
    }
  }
}
