import ComponentKit

/// The way of a URL to the action that its path names, where nothing else can answer and nothing becomes of its query.
struct PlainWay {
  let entry: UnsafeMutablePointer<Entry>
  let manner: Opening.Manner
  /// The parameters, with types of their own; nil where the URL says them.
  let added: Fields?

  /// What the action declares; nil where anything goes.
  var check: Unmanaged<ParameterCheck>? { entry.pointee.check }
}
