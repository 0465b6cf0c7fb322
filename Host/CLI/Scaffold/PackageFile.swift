/// One file of a new package.
struct PackageFile: Sendable, Equatable {
  /// Its place in the package, such as `include/component.h`.
  let path: String
  let text: String
  let isExecutable: Bool

  init(_ path: String, _ text: String, isExecutable: Bool = false) {
    self.path = path
    self.text = text
    self.isExecutable = isExecutable
  }
}
