extension PolicyOptions {
  /// Those that say which URLs are taken: without effect on what is no URL.
  private static let ofURLs: [Option] = [.scheme, .allow, .deny]

  /// Refuses those that would have no effect: somebody who denies and is not obeyed would not know.
  static func check(_ arguments: Arguments, exclude what: String) throws(Problem) {
    guard let option = ofURLs.first(where: arguments.has) else { return }
    throw .usage(
      "\(what) and \(option.name) exclude each other",
      help: "it is for URLs; who stands before other calls is said with --policy")
  }
}
