import ComponentABI
package import ComponentKit

/// An action that answers in the place of one that is in no table.
package struct StandIn: Sendable {
  private let function: Function
  private let check: Result<ParameterCheck?, Failure>

  /// - Parameter action: of a target of that name; where it is described, its parameters are checked as in the table.
  package init(_ action: Action, of target: String) {
    function = action.function
    check = Result { () throws(Failure) in
      let isValid = ComponentName.isValidTarget(target.utf8)
      guard isValid, ComponentName.isValid(action.name.utf8) else {
        let message = "\(quoted(isValid ? action.name : target)) is not a valid name"
        throw Failure(.notFound, "invalid_name", message, details: ["rule": .text(ComponentName.rule)])
      }
      guard let description = action.description else { return nil }
      return try ParameterCheck(description, action: "\(target).\(action.name)")
    }
  }

  /// Runs it as if it had been found in the table.
  func run(_ dispatch: Dispatch) -> Int32 {
    let request = dispatch.request
    let parameters = UnsafeBufferPointer(start: request.pointee.parameters, count: request.pointee.parameter_count)
    switch check {
    case .success(let check):
      switch check?.check(parameters) {
      case nil: return invoke(dispatch)
      case .failed(let failure): return dispatch.end(failure)
      case .converted(let converted):
        return converted.withBorrowed(parameters) { parameters in
          var request = request.pointee
          request.parameters = parameters.baseAddress
          return withUnsafePointer(to: &request) { invoke(Dispatch(seat: dispatch.seat, request: $0, waits: false)) }
        }
      }
    case .failure(let failure): return dispatch.end(failure)
    }
  }

  private func invoke(_ dispatch: Dispatch) -> Int32 {
    Value.function(function).withBorrowed { value in
      value.pointee.as.function.map(dispatch.invoke) ?? COMPONENT_FAILURE_FAILED
    }
  }
}

extension InterceptedCall {
  /// As `proceed`, where a stand-in answers and no further interceptor is asked.
  package func proceed(to standIn: StandIn, ended: @escaping @Sendable (Result<Value, Failure>) -> Void) {
    interception.withParameters {
      interception.start(target, action, $0, standIn: standIn) { ended($0.result) }
    }
  }
}

extension ParameterCheck {
  /// Compiles what a request says of itself.
  fileprivate convenience init(_ description: ActionDescription, action: String) throws(Failure) {
    if let failure = description.failure { throw failure }
    do throws(SignatureFault) {
      let types = try TypeNames(description.types.definitions.map { ($0.name, $0.definition) })
      try self.init(Signature(parsing: description.signature, types: types), types, action: action)
    } catch {
      throw Failure(.failed, "invalid_signature", "the signature of '\(action)' is invalid: \(error)")
    }
  }
}
