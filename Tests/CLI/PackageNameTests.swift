import Testing

@testable import HostCLI

@Suite struct PackageNameTests {
  static let forms = [
    ("Greeter", "greeter", "greeter"), ("BookDetail", "bookDetail", "book_detail"),
    ("HTTPReader", "httpReader", "http_reader"), ("URL", "url", "url"), ("X", "x", "x"), ("X2", "x2", "x2"),
    ("ReaderV2", "readerV2", "reader_v2"), ("Book_Detail", "book_Detail", "book_detail"), ("AB_c", "ab_c", "ab_c"),
    ("Base64Codec", "base64Codec", "base64_codec"), ("MD5Sum", "md5Sum", "md5_sum"),
  ]

  @Test(arguments: forms) func `a name has its form in every language`(
    _ name: String, _ property: String, _ file: String
  )
    throws
  {
    let name = try PackageName(name)
    #expect(name.property == property)
    #expect(name.snake == file)
  }

  static let refused = [
    ("", "a component needs a name", "write a name such as Greeter"),
    (
      "a/b", "'a/b' is a path, and a name is needed",
      "the package is made in the current folder: go to where it shall lie, and give only the name"
    ),
    (
      "..", "'..' is a path, and a name is needed",
      "the package is made in the current folder: go to where it shall lie, and give only the name"
    ),
    (
      "my-reader",
      "'my-reader' can't be a component's name, which is made of ASCII letters, digits and '_', a letter first",
      "write MyReader"
    ),
    (
      "Lese\u{308}r",
      "'Lese\u{308}r' can't be a component's name, which is made of ASCII letters, digits and '_', a letter first",
      "write a name such as Greeter"
    ),
    (
      "😀", "'😀' can't be a component's name, which is made of ASCII letters, digits and '_', a letter first",
      "write a name such as Greeter"
    ),
    (
      "A\u{1B}[2J\n",
      "'A\\u{1b}[2J\\u{a}' can't be a component's name, which is made of ASCII letters, digits and '_', a letter first",
      "write a name such as Greeter"
    ),
    (
      "9Lives", "'9Lives' can't be a component's name, which is made of ASCII letters, digits and '_', a letter first",
      "write a name such as Greeter"
    ),
    (
      "_Private",
      "'_Private' can't be a component's name, which is made of ASCII letters, digits and '_', a letter first",
      "write Private"
    ),
    ("greeter", "'greeter' begins with a small letter, and components are named like types", "write Greeter"),
    ("Swift", "'Swift' is a module that comes with Swift", "choose another name"),
    ("Self", "'Self' is a word of Swift's own", "choose another name"),
    ("Any", "'Any' is a word of Swift's own", "choose another name"),
    ("Init", "'Init' would be asked as mediator.init, which means something else", "choose another name"),
    (
      "Directory", "'Directory' would be asked as mediator.directory, which means something else", "choose another name"
    ),
    ("Fresh", "'Fresh' would be asked as mediator.fresh, which means something else", "choose another name"),
    (
      "Mediator", "'Mediator' is the name of a type that the component's own code needs", "choose another name"
    ),
    ("ComponentKit", "'ComponentKit' is a module of the SDK", "choose another name"),
    ("HostNative", "'HostNative' is a module of the SDK", "choose another name"),
    ("Host", "'Host' would be asked as mediator.host, which means something else", "choose another name"),
  ]

  @Test(arguments: refused)
  func `a name that can't be one is refused, and says what to do`(_ name: String, _ message: String, _ help: String) {
    #expect(run("new", name) == Ran(.usage, err: "error: \(message)\nhelp: \(help)\n"))
  }

  @Test func `a name has at most 128 letters`() throws {
    let long = "A" + String(repeating: "b", count: 127)
    #expect(try PackageName(long).text == long)
    let ran = run("new", long + "b")
    let shown = "A" + String(repeating: "b", count: 59)
    #expect(
      ran == Ran(.usage, err: "error: '\(shown)… (129 bytes)' is too long for a name, which has at most 128 letters\n"))
  }

  @Test func `the targets of the SDK are taken, and they are all that its manifest has but tests`() throws {
    let manifest = try #require(TemporaryFolder.text(at: "\(Repository.path)/Package.swift"))
    let targets = manifest.matches(of: /\.(?:target|executableTarget)\(\s*name: "(\w+)"/).map { String($0.output.1) }
    #expect(targets.sorted() == ReservedNames.kit.sorted())
  }

  @Test(arguments: ["NotFound", "Library", "Reader", "WordCount", "Sample", "FuzzTargets", "TestThreads", "Engine"])
  func `what lies beside the SDK takes no names`(_ name: String) throws {
    let sdk = PackageSDK.repository(url: "https://example.org/sdk", version: "1.0.0")
    try ReservedNames.checkSwift(PackageName(name), sdk: sdk)
  }

  @Test func `what only Swift does not allow is allowed in C and in Rust`() throws {
    let name = try PackageName("Mediator")
    let sdk = PackageSDK.repository(url: "https://example.org/sdk", version: "1.0.0")
    #expect(throws: Problem.self) { try ReservedNames.checkSwift(name, sdk: sdk) }
    try ReservedNames.checkRust(name)
    #expect(throws: Problem.self) { try ReservedNames.checkRust(PackageName("Self")) }
    #expect(throws: Problem.self) { try ReservedNames.checkSwift(PackageName("Sdk"), sdk: sdk) }
    try ReservedNames.checkSwift(PackageName("Greeter"), sdk: sdk)
  }
}
