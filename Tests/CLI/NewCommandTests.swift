import ComponentKit
import Testing

@testable import HostCLI

@Suite struct NewCommandTests {
  @Test func `a command line that makes no sense is refused`() {
    let one = "help: write host new NAME [--language swift|c|cpp|rust]\n"
    #expect(run("new") == Ran(.usage, err: "error: new needs the component's name\n\(one)"))
    #expect(run("new", "A", "B") == Ran(.usage, err: "error: new makes one component at a time\n\(one)"))
    #expect(
      run("new", "Greeter", "--language", "pascal")
        == Ran(.usage, err: "error: unknown language 'pascal'\nhelp: write one of swift, c, cpp, rust\n"))
    #expect(
      run("new", "Greeter", "--layer", "feture")
        == Ran(.usage, err: "error: unknown layer 'feture'\nhelp: a layer with a similar name exists: 'feature'\n"))
    #expect(
      run("new", "Greeter", "--language", "rust", "--sdk", ".")
        == Ran(
          .usage,
          err: """
            error: a package in Rust takes no --sdk: what it needs of the SDK is copied into it
            help: leave --sdk out

            """))
    #expect(
      run("new", "Greeter", "--language", "c", "--lean")
        == Ran(.usage, err: "error: a package in C is lean without --lean\nhelp: leave --lean out\n"))
    #expect(run("list", "--layer", "base").exit == .usage)
  }

  private static let sdk = PackageSDK.checkout(path: "../sdk", identity: "sdk")

  private static func templates(_ name: String, _ layer: Layer) throws -> [any PackageTemplate] {
    let name = try PackageName(name)
    return [
      SwiftPackage(name: name, layer: layer, sdk: sdk, isLean: false),
      SwiftPackage(name: name, layer: layer, sdk: sdk, isLean: true), CPackage(name: name, layer: layer),
      RustPackage(name: name, layer: layer), CppPackage(name: name, layer: layer),
    ]
  }

  @Test(arguments: Layer.allCases) func `the layer is seen in each language`(_ layer: Layer) throws {
    let folder = ["base": "Plugins/Base/", "shared": "Plugins/Shared/", "feature": "Plugins/Feature/"][layer.rawValue]
    let places = ["Greeter/Greeter.swift", "Greeter/greeter.c", "Greeter/greeter.cpp"].map { (folder ?? "") + $0 }
    let templates = try NewCommandTests.templates("Greeter", layer)
    #expect(templates[0].files.contains { $0.path == places[0] })
    #expect(templates[1].files.contains { $0.path == places[0] })
    #expect(templates[2].files.contains { $0.path == places[1] })
    #expect(templates[4].files.contains { $0.path == places[2] })
    #expect(templates[3].files.contains { $0.text.contains("layer = \"\(layer.rawValue)\"\n") })
  }

  @Test func `a face in Swift has a protocol, which its calls over the mediator are`() throws {
    let package = SwiftPackage(name: try PackageName("Greeter"), layer: .base, sdk: Self.sdk, isLean: false)
    #expect(package.files.contains { $0.path == "Plugins/Base/Greeter/Face/GreeterService.swift" })
    #expect(package.service.contains("public protocol GreeterService: Service {\n"))
    #expect(package.service.contains("(any GreeterService).Type) -> any GreeterService { greeter }\n"))
    #expect(package.service.contains("  public static let greeter = Neighbour(\"Greeter\")\n"))
    #expect(package.calls.contains("public struct GreeterCalls: GreeterService {\n"))
    #expect(package.component.contains("[Path(\"/hello/:name\", Greet.action)]"))
    #expect(package.component.contains("[Key(\"greeting\", Greet.action)]"))
  }

  @Test func `a path and a map key are in each language`() throws {
    for template in try NewCommandTests.templates("Greeter", .base) {
      let text = template.files.map(\.text).joined()
      for way in ["\"/hello/:name\"", "\"greeting\"", "Greeter_greeting, a map key", "app://Greeter/hello/Ann"] {
        #expect(text.contains(way), "\(type(of: template).language): \(way)")
      }
    }
  }

  @Test func `the README says how to call it by its name, its path and its map key`() throws {
    let calls = """

          host --plugins DIR call Greeter greet name=Ann
          host --plugins DIR open app://Greeter/hello/Ann
          host --plugins DIR open --key Greeter_greeting name=Ann

      """
    for template in try NewCommandTests.templates("Greeter", .base) {
      let text = try #require(template.files.first { $0.path == "README.md" }?.text)
      #expect(text.contains(calls), "\(type(of: template).language)")
    }
  }

  @Test func `the fallback answers what nobody else does, and no other component says that it does`() throws {
    for (template, other) in zip(
      try NewCommandTests.templates("NotFound", .base), try NewCommandTests.templates("Found", .base))
    {
      let texts = [template, other].map { template in
        template.files.filter { !$0.path.contains("component/") && !$0.path.contains("include/") }
      }
      for what in ["\"notFound\"", "host --plugins DIR call Nowhere run", "Nobody answers Nowhere.run"] {
        let holding = texts.map { $0.filter { $0.text.contains(what) }.map(\.path) }
        #expect(!holding[0].isEmpty && holding[1].isEmpty, "\(type(of: template).language): \(what)")
      }
    }
  }

  @Test func `every file stands once and ends with its line, at whatever length of the name`() throws {
    for name in ["X", "NotFound", "A" + String(repeating: "b", count: 127)] {
      for template in try NewCommandTests.templates(name, .base) {
        let paths = template.files.map(\.path)
        #expect(Set(paths).count == paths.count)
        #expect(paths.allSatisfy { $0.split(separator: "/").allSatisfy { $0.utf8.count <= 200 } })
        #expect(template.files.allSatisfy { $0.text.hasSuffix("\n") && !$0.text.contains(" \n") })
      }
    }
  }

  @Test func `a package in Swift has no flags of its own, and a lean one has one for the compiler`() throws {
    let templates = try NewCommandTests.templates("Greeter", .feature)
    let manifests = templates.prefix(2).compactMap { $0.files.first { $0.path == "Package.swift" }?.text }
    #expect(manifests.map { $0.split(separator: "unsafeFlags", omittingEmptySubsequences: false).count } == [1, 2])
    #expect(templates[0].files.map(\.path) == templates[1].files.map(\.path))
    #expect(
      templates[0].files.allSatisfy {
        $0.path.hasSuffix(".swift") || $0.path.hasSuffix(".md") || $0.path == ".gitignore"
      })
    #expect(manifests[0].split(separator: "\n").count <= 30)
  }

  @Test func `a property that is a word of Swift's own is in backticks`() throws {
    let package = SwiftPackage(name: try PackageName("Default"), layer: .base, sdk: NewCommandTests.sdk, isLean: false)
    #expect(package.calls.contains("public var `default`: DefaultCalls {"))
    #expect(package.tests.contains("bench.mediator.`default`.greet"))
  }

  @Test func `a package in C or Rust carries all there is of the SDK for it`() {
    let include = TemporaryFolder.files(below: "\(Repository.path)/Host/ABI/include").filter {
      $0.hasSuffix(".h") || $0.hasSuffix(".hpp")
    }
    #expect(CarriedFiles.files(below: "include/", in: "").map(\.path).sorted() == include)
    let rust = TemporaryFolder.files(below: "\(Repository.path)/Host/ABI/rust")
    #expect(CarriedFiles.files(below: "rust/", in: "").map(\.path).sorted() == rust)
    for file in CarriedFiles.files(below: "include/", in: "\(Repository.path)/Host/ABI/include/") {
      #expect(TemporaryFolder.text(at: file.path) == file.text)
    }
  }
}
