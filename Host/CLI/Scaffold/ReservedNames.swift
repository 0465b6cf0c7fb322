import ComponentKit
import ComponentHost

/// Names that the contract allows and a language does not.
enum ReservedNames {
  /// Refuses a name that can't be that of a module and a type in Swift, in a package that uses the SDK.
  static func checkSwift(_ name: PackageName, sdk: PackageSDK) throws(Problem) {
    let text = name.text
    if SwiftWords.hard.contains(text) || text == "Any" {
      throw taken(name, "is a word of Swift's own")
    }
    if SwiftWords.hard.union(SwiftWords.mediator).contains(name.property) {
      throw taken(name, "would be asked as mediator.\(name.property), which means something else")
    }
    if modules.contains(text) {
      throw taken(name, "is a module that comes with Swift")
    }
    if kit.contains(text) {
      throw taken(name, "is a module of the SDK")
    }
    if used.contains(text) {
      throw taken(name, "is the name of a type that the component's own code needs")
    }
    if sdk.identity.lowercased() == text.lowercased() {
      throw taken(name, "is the name of the SDK's folder, and packages are told apart by it")
    }
  }

  /// Refuses a name that can't be that of a crate in Rust.
  static func checkRust(_ name: PackageName) throws(Problem) {
    if name.text == "Self" { throw taken(name, "is a word of Rust's own") }
  }

  private static func taken(_ name: PackageName, _ why: String) -> Problem {
    .usage("\(quoted(name.text)) \(why)", help: "choose another name")
  }

  private static let modules: Set<String> = [
    "BlocksRuntime", "CoreFoundation", "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
    "Observation", "PackageDescription", "PackagePlugin", "RegexBuilder", "Runtime", "Swift", "SwiftOnoneSupport",
    "Synchronization", "Testing", "XCTest",
  ]

  /// The targets of the SDK: a package that depends on it can have none of these names.
  static let kit: Set<String> = [
    "ComponentABI", "ComponentCluster", "ComponentDoors", "ComponentHost", "ComponentKit", "ComponentTesting",
    "ComponentWorkers",
    "HostCLI", "HostCarried", "HostControl", "HostNative", "HostSchemas", "HostStart", "host",
  ]

  // What the package's code means something else by: types of the kit, some of Swift, and the example's request.
  private static let used: Set<String> = [
    "Action", "Bench", "Call", "Cancellation", "Component", "DeferredCall", "Failure", "Fields", "Function", "Greet",
    "HostTable", "Int32", "Mediator", "Need", "Object", "Parameter", "Registration", "Request", "String",
    "StringLiteralType", "Target", "Value", "Version", "Void",
  ]
}
