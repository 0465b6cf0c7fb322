package import ComponentABI
package import ComponentKit

/// The engine's looks at what a component passes, for what is passed on to the engine of another process: it is refused
/// here in the words that it would be refused in there, since what is broken can't be passed on.
package enum BorderView {
  /// Lends a whole request to `body`; COMPONENT_FAILURE_INVALID where it can't be one.
  package static func whole(
    _ request: UnsafePointer<component_request>, _ body: (UnsafePointer<component_request>) -> Int32
  ) -> Int32 {
    if request.isNull { return COMPONENT_FAILURE_INVALID }
    return withWholeStruct(request) { request in
      request.pointee.isHeard ? body(request) : COMPONENT_FAILURE_INVALID
    } ?? COMPONENT_FAILURE_INVALID
  }

  package static func whole(_ route: UnsafePointer<component_route>, _ body: (component_route) -> Int32) -> Int32? {
    route.isNull ? nil : withWholeStruct(route) { body($0.pointee) }
  }

  package static func whole(
    _ observer: UnsafePointer<component_observer>, _ body: (component_observer) -> Int32
  ) -> Int32? {
    observer.isNull ? nil : withWholeStruct(observer) { body($0.pointee) }
  }

  /// Reads a struct that a registration was given and has taken.
  package static func taken(_ about: UnsafePointer<component_about>) -> component_about? { read(about) }
  package static func taken(_ need: UnsafePointer<component_need>) -> component_need? { read(need) }
  package static func taken(_ target: UnsafePointer<component_target>) -> component_target? { read(target) }
  package static func taken(_ type: UnsafePointer<component_type>) -> component_type? { read(type) }
  package static func taken(_ action: UnsafePointer<component_action>) -> component_action? { read(action) }
  package static func taken(_ route: UnsafePointer<component_route>) -> component_route? { read(route) }
  package static func taken(_ key: UnsafePointer<component_key>) -> component_key? { read(key) }
  package static func taken(_ event: UnsafePointer<component_event>) -> component_event? { read(event) }
  package static func taken(_ observer: UnsafePointer<component_observer>) -> component_observer? { read(observer) }

  private static func read<T: GrowingStruct>(_ pointer: UnsafePointer<T>) -> T? {
    withWholeStruct(pointer) { $0.pointee }
  }

  /// What of a request can't be passed on.
  package static func fault(_ request: component_request) -> Failure? {
    if let fault = BorderCheck.fault(request.parameters, request.parameter_count) {
      return fault.failure(of: "parameters").byHost
    }
    if let fault = BorderCheck.fault(request.hints, request.hint_count) { return fault.failure(of: "hints").byHost }
    if let fault = BorderCheck.fault(names: request.skips, request.skip_count) {
      return fault.failure(of: "interceptors to skip").byHost
    }
    return nil
  }

  /// What of a route can't be passed on.
  package static func fault(_ route: component_route) -> Failure? {
    do throws(Refusal) { _ = try Staging.Path(route) } catch {
      return Failure(.invalidParameters, error.reason, error.message).byHost
    }
    return nil
  }

  package static func isText(_ text: component_text) -> Bool { BorderCheck.isText(text) }

  /// What is wrong with a value, in words.
  package static func fault(_ value: component_value) -> String? { BorderCheck.fault(value)?.words }
}

/// The end of a call that was started, told on the way that the engine tells such ends: one after the other on a thread.
package final class StartedEnd: Sendable {
  private let end: EndInLine

  package init(_ request: UnsafePointer<component_request>) { end = EndInLine(ofStarted: Sink(request)) }

  package func begin<R>(_ body: () -> R) -> R { end.begin(body) }

  package func progress(_ progress: UnsafePointer<component_progress>) { end.progress(progress) }

  package func hear(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    if let reply { end.hear(.borrowedReply(reply)) } else if let failure { end.hear(.borrowedFailure(failure)) }
  }
}
