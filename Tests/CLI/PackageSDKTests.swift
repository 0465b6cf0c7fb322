import ComponentKit
import Glibc
import Testing

@testable import HostCLI

@Suite struct PackageSDKTests {
  static let addresses = [
    ("https://example.org/x/component-host.git@1.2.3", "https://example.org/x/component-host.git", "component-host"),
    ("https://example.org/component-host@1.2.3", "https://example.org/component-host", "component-host"),
    ("ssh://git@example.org/component-host/@1.2.3", "ssh://git@example.org/component-host/", "component-host"),
    ("git@example.org:x/sdk.git@1.2.3", "git@example.org:x/sdk.git", "sdk"),
    ("git@example.org:sdk.git@1.2.3", "git@example.org:sdk.git", "sdk"),
    ("file:///srv/a\"b/sdk@1.2.3", "file:///srv/a\"b/sdk", "sdk"),
  ]

  @Test(arguments: addresses)
  func `an address has a version behind it`(_ text: String, _ url: String, _ identity: String) throws {
    let sdk = try PackageSDK(text)
    #expect(sdk == .repository(url: url, version: "1.2.3"))
    #expect(sdk.identity == identity)
  }

  @Test func `a version may be one before a release`() throws {
    let sdk = try PackageSDK("https://example.org/sdk@0.10.0-beta.2")
    #expect(sdk.dependency == ".package(url: \"https://example.org/sdk\", from: \"0.10.0-beta.2\")")
    #expect(sdk.product("ComponentKit") == ".product(name: \"ComponentKit\", package: \"sdk\")")
  }

  @Test(
    arguments: [
      "", "@", "@1", "@1.2", "@1.2.x", "@v1.2.3", "@1.2.3.4", "@1.02.3", "@1.2.3-", "@1.2.3-a..b", "@1.2.3-ü",
      "@-1.2.3",
      "@99999999999999999999.0.0", "@1.2.3@",
    ])
  func `an address without a version is refused`(_ version: String) {
    let address = "https://me@example.org/sdk\(version)"
    let ran = run("new", "Greeter", "--sdk", address)
    let text = """
      error: the SDK's address '\(address)' has no version behind it
      help: write --sdk URL@VERSION, such as @1.2.3

      """
    #expect(ran == Ran(.usage, err: text))
  }

  @Test(arguments: ["https://exam ple.org/sdk", "https://example.org/sdk\n", "://", "https://x/.git"])
  func `what is no address is refused`(_ address: String) {
    let ran = run("new", "Greeter", "--sdk", address + "@1.2.3")
    #expect(ran == Ran(.usage, err: "error: \(quoted(address)) is no address of a repository\n"))
  }

  @Test func `a path must lead to a checkout`() {
    let missing = """
      error: there is no checkout of the SDK at '/no/such': No such file or directory
      help: write --sdk PATH, or --sdk URL@VERSION for one that is not here

      """
    #expect(run("new", "Greeter", "--sdk", "/no/such") == Ran(.usage, err: missing))
    let other = "error: '/tmp' is no checkout of the SDK: it has no Package.swift\n"
    #expect(run("new", "Greeter", "--sdk", "/tmp") == Ran(.usage, err: other))
    #expect(run("new", "Greeter", "--sdk", "").exit == .usage)
    #expect(run("new", "Greeter", "--sdk=../x@1.2.3").exit == .usage)
  }

  @Test func `a path stays as it was given, seen from the new folder`() throws {
    let checkout = Repository.path
    #expect(try PackageSDK(checkout) == .checkout(path: checkout, identity: Repository.name))
    // The tests run in the repository, or anywhere else.
    let up = String(repeating: "../", count: try #require(realPath(".")).utf8.count { $0 == UInt8(ascii: "/") })
    let relative = up + checkout.dropFirst()
    #expect(try PackageSDK(relative) == .checkout(path: "../" + relative, identity: Repository.name))
  }

  @Test func `a path through a link is told whole where names alone mislead`() throws {
    let folder = try #require(TemporaryFolder())
    let current = try #require(realPath("."))
    // <folder>/link leads to <repository>/Tests; above that lies the repository, above the link's name does not.
    try #require(symlink("\(Repository.path)/Tests", "\(folder.path)/link") == 0)
    let up = String(repeating: "../", count: current.utf8.count { $0 == UInt8(ascii: "/") })
    let sdk = try PackageSDK("\(up)\(folder.path.dropFirst())/link/..")
    #expect(sdk == .checkout(path: try #require(realPath(Repository.path)), identity: Repository.name))
  }

  @Test func `a program knows the checkout that it was built in`() throws {
    let around = Checkout.around("\(Repository.path)/Tests/CLI/PackageSDKTests.swift")
    #expect(around == .checkout(path: try #require(realPath(Repository.path)), identity: Repository.name))
    #expect(Checkout.around("/usr/bin/env") == nil)
    #expect(Checkout.around("/no/such/program") == nil)
  }

  @Test func `a path is written as Swift writes it`() {
    let sdk = PackageSDK.checkout(path: "a\\(b)\"\nü", identity: "sdk")
    #expect(sdk.dependency == ".package(name: \"component-host\", path: \"a\\\\(b)\\\"\\nü\")")
  }

  private func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
