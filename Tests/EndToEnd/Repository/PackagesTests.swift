import ComponentKit
import TestThreads
import Testing

/// The packages of this repository: the product, and what depends on it as any author's package would.
@Suite(.offPool) struct PackagesTests {
  /// A package's manifest, as Swift reads it; in a scratch folder of its own, for somebody may be building.
  private static func manifest(of package: String) throws -> Value {
    let folder = Folder()
    let words = ["package", "--package-path", "\(Place.repository)/\(package)", "--scratch-path", folder("scratch")]
    let run = Run.program("/usr/bin/env", ["swift"] + words + ["dump-package"], limit: .seconds(120))
    try #require(run.code == 0, "\(run.err)")
    return try Value(json: run.outBytes)
  }

  private static func names(_ list: Value?) -> [String] { list?.list?.compactMap { $0["name"]?.text } ?? [] }

  @Test func `the product offers a program and six libraries, and needs no other package`() throws {
    let manifest = try PackagesTests.manifest(of: ".")
    #expect(
      PackagesTests.names(manifest["products"]).sorted() == [
        "ComponentCluster", "ComponentDoors", "ComponentHost", "ComponentKit", "ComponentTesting", "ComponentWorkers",
        "host",
      ])
    #expect(manifest["dependencies"] == [])
  }

  @Test func `the product is built without knowing any component, and without the tests' helpers`() throws {
    let targets = try #require(try PackagesTests.manifest(of: ".")["targets"]?.list)
    for target in targets {
      let path = try #require(target["path"]?.text)
      #expect(path.hasPrefix(target["type"] == "test" ? "Tests/" : "Host/"), "\(path)")
    }
    let packages = ["Plugins", "Tests/Fixtures/SampleSwift", "Tests/Fuzz"]
    #expect(targets.allSatisfy { target in !packages.contains { target["path"]?.text?.hasPrefix($0) == true } })
  }

  @Test(arguments: ["Plugins", "Tests/Fixtures/SampleSwift", "Tests/Fuzz"])
  func `every other package depends on the product as an author's does`(_ package: String) throws {
    let dependencies = try #require(try PackagesTests.manifest(of: package)["dependencies"]?.list)
    let place = try #require(dependencies.first?["fileSystem"]?[0])
    #expect(dependencies.count == 1 && place["nameForTargetDependencyResolutionOnly"] == "component-host")
    #expect(place["path"]?.text == Place.repository)
  }

  @Test func `every example component is a product of its own, one file`() throws {
    let products = try #require(try PackagesTests.manifest(of: "Plugins")["products"]?.list)
    let files = products.filter { $0["type"]?["library"] == ["dynamic"] }
    #expect(PackagesTests.names(.list(files)).sorted() == Samples.examples.sorted())
    #expect(files.allSatisfy { $0["targets"] == [$0["name"] ?? nil] })
  }

  @Test(.builtComponents) func `the components are built where nothing of the program is`() {
    let built = Folder.names(in: Place.components)
    let modules = Folder.names(in: "\(Place.components)/Modules")
    #expect(Samples.examples.allSatisfy { built.contains("lib\($0).so") })
    #expect(modules.contains("ComponentKit.swiftmodule"))
    #expect(!built.contains("host") && !modules.contains("HostCLI.swiftmodule"))
  }
}
