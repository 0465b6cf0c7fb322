extension Carried {
  /// Makes the dynamic loader take the program for each of them: a name that is loaded already is not looked for.
  ///
  /// Before any other of Swift's libraries is opened, which would bring its own of these.
  static let areKnown: Bool = {
    guard isByProgram else { return false }
    do throws(Refusal) {
      for name in libraries { _ = try Image(LoaderPath(StubLibrary(named: name, needing: []).file())) }
      return true
    } catch {
      return false
    }
  }()
}
