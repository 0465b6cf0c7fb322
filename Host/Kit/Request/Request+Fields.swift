import ComponentABI

// A request as the parameters of a call, for code that looks at calls instead of making them.
extension Request {
  /// The parameters as a typed call sends them.
  package var sent: Fields {
    get throws(Failure) {
      try RequestLayout.of(Self.self).withEntries(of: self) { Fields(copying: UnsafeBufferPointer($0)) }
    }
  }

  /// The request that was sent with these parameters; parameters that it doesn't have fail, as the host would fail
  /// them.
  package init(sent parameters: Fields) throws(Failure) {
    let layout = try RequestLayout.of(Self.self)
    let names = layout.fields.map(\.name)
    if let unknown = parameters.keys.first(where: { !names.contains($0) }) {
      let near = nearNames(to: unknown, among: names)
      throw Failure(
        .invalidParameters, "unknown_parameter", "\(layout.target).\(layout.action) has no parameter '\(unknown)'",
        details: near.isEmpty ? [:] : ["suggestions": .list(near.map(Value.text))])
    }
    self = try parameters.withBorrowed { entries in
      Result { () throws(Failure) in try layout.read(Self.self, from: UnsafeBufferPointer(entries)) }
    }.get()
  }
}
