/// The same component in four languages, and the example components.
enum Samples {
  /// Whether the one in Rust could be compiled.
  static let hasRust = Folder.names(in: Place.fixtures).contains("sample-rust")

  /// What is written in Swift: the example components and the sample.
  static let swiftComponents = examples.filter { $0 != "WordCount" } + ["Sample"]

  /// The example components: a folder each, by layer.
  static let examples: [String] = ["Base", "Shared", "Feature"].flatMap { layer in
    Folder.names(in: "\(Place.repository)/Plugins/\(layer)")
  }
}
