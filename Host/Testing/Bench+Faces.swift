import ComponentHost
public import ComponentKit

extension Bench {
  /// Where requests of a face, written by hand, differ from what the component registered: a sentence for each place, and
  /// none where they agree.
  ///
  ///     #expect(bench.disagreements(with: ShowDetail.self, Overview.self) == [])
  public func disagreements(with requests: any Request.Type...) -> [String] {
    requests.flatMap { disagreements(withOne: $0) }
  }

  private func disagreements<R: Request>(withOne request: R.Type) -> [String] {
    let path = "\(R.target).\(R.action)"
    guard let target = registered.targets.first(where: { $0.name == R.target }) else {
      return ["\(path): \(component) has no target '\(R.target)'\(meant(R.target, registered.targets.map(\.name)))"]
    }
    guard let action = target.action(R.action) else {
      return ["\(path): \(R.target) has no action '\(R.action)'\(meant(R.action, target.actions.map(\.name)))"]
    }
    guard let registeredForm = action.form else { return ["\(path): \(component) does not say what it takes"] }
    do throws(Failure) {
      let face = try Face(ActionDescription(R.self))
      let comparison = FormComparison(face: face.types, component: registered.typeNames)
      return comparison.sentences(face.form, registeredForm).map { "\(path): \($0)" }
    } catch {
      return ["\(path): \(error.message)"]
    }
  }
}

/// `, but 'page'?` for a name that does not exist.
func meant(_ name: String, _ names: [String]) -> String {
  nearNames(to: name, among: names).first.map { " (did you mean '\($0)'?)" } ?? ""
}

/// What a request says of itself, read.
private struct Face {
  let form: Signature
  let types: TypeNames

  init(_ description: ActionDescription) throws(Failure) {
    if let failure = description.failure { throw failure }
    do throws(SignatureFault) {
      types = try TypeNames(description.types.definitions.map { ($0.name, $0.definition) })
      form = try Signature(parsing: description.signature, types: types)
    } catch {
      throw Failure(.failed, "invalid_signature", "its description is invalid: \(error)")
    }
  }
}
