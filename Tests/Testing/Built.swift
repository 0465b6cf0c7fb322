import Glibc
import Testing

/// The sample in Swift, which is a package of its own and is built by Scripts/components.
enum Built {
  static let folder: String = {
    // …/Tests/Testing/Built.swift
    let repository = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "\(repository)/.build/components/debug"
  }()

  static func component(_ name: String) -> String { "\(folder)/lib\(name).so" }
}

extension Trait where Self == ConditionTrait {
  /// For what loads the sample.
  static var builtSample: ConditionTrait {
    .enabled(if: access(Built.component("Sample"), R_OK) == 0, "the sample is not built: Scripts/components builds it")
  }
}
