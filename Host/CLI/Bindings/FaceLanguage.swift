import ComponentHost

/// The languages that faces can be printed in.
enum FaceLanguage: String, CaseIterable, Sendable {
  case swift, c, cpp, rust

  /// The whole file: the description, and the face below it.
  func file(_ description: FaceDescription) -> String {
    let face =
      switch self {
      case .swift: SwiftFace(description).text
      case .c: CFace(description).text
      case .cpp: CppFace(description).text
      case .rust: RustFace(description).text
      }
    return FaceBlock(language: self, description: description).text + "\n" + face
  }
}
