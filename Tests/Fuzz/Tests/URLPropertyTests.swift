import ComponentKit
import FuzzTargets
import Testing

@Suite struct URLPropertyTests {
  @Test func `any URL that is written reads as it was, and any other is one that can't be`() throws {
    var generator = SeededGenerator(seed: 11)
    var written = 0
    for _ in 0..<5000 {
      let url = generator.url()
      guard let text = try? url.written() else {
        #expect(!url.isWritable, "\(url)")
        continue
      }
      written += 1
      #expect(url.isWritable, "\(url)")
      let again = try CallURL(text, lengthLimit: .max)
      #expect(again == url)
      // Equal bytes say more than equal letters, and tell the order too.
      #expect(again.description == text && url.description == text)
      #expect(again.path.joined().utf8.elementsEqual(url.path.joined().utf8))
      #expect(again.parameters.keys.joined().utf8.elementsEqual(url.parameters.keys.joined().utf8))
    }
    // Both outcomes must have been met, or the test says nothing.
    #expect(written > 1000 && written < 4000)
  }

  @Test func `a spoiled URL is refused or is another URL, and a name never has controls`() throws {
    var generator = SeededGenerator(seed: 12)
    let urls = (0..<200).map { _ in generator.url() }.filter(\.isWritable).map { Array($0.description.utf8) }
    var accepted = 0
    for index in 0..<20_000 {
      let bytes = generator.mutation(of: urls[index % urls.count], telling: telling)
      do {
        if try bytes.withUnsafeBytes(FuzzTarget.url.check) { accepted += 1 }
      } catch {
        Issue.record("\(error): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      }
    }
    #expect(accepted > 1000 && accepted < 19_000)
  }

  private var telling: [UInt8] {
    Array("%%%%/?&=#[]:@+;.. \\<0f1\0\r\n\u{202E}\u{85}é".utf8) + [0xFF, 0xC0, 0xED, 0xF4, 0x80]
  }
}

extension SeededGenerator {
  /// A URL of texts, lists of texts and true, which now and then can't be written.
  fileprivate mutating func url() -> CallURL {
    var parameters: Fields = [:]
    for _ in 0..<Int.random(in: 0...4, using: &self) { parameters[piece()] = parameter() }
    return CallURL(
      scheme: ["app", "a", "web+app-1.0", "App", "é"][Int.random(in: 0..<60, using: &self) / 14],
      host: piece(), path: (0..<Int.random(in: 0...3, using: &self)).map { _ in piece() }, parameters: parameters)
  }

  private mutating func parameter() -> Value {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: true
    case 1:
      .list((0..<Int.random(in: 1...3, using: &self)).map { _ in Bool.random(using: &self) ? .text(piece()) : true })
    case 2: Int.random(in: 0..<8, using: &self) == 0 ? [] : ["one"]
    default: .text(piece())
    }
  }

  private mutating func piece() -> String {
    switch Int.random(in: 0..<24, using: &self) {
    case 0: [".", "..", "", "a[]", "[", "]", "\0", "a\u{202E}"].randomElement(using: &self)!
    case 1: ["...", "true", "a/b", "%41", "%", "a=b&c", "?", "#", "://", " ", "+"].randomElement(using: &self)!
    case 2: text()
    default: (0..<Int.random(in: 1...20, using: &self)).map { _ in letters.randomElement(using: &self)! }.joined()
    }
  }

  private var letters: [String] { ["a", "Z", "0", "-", ".", "é", "e\u{301}", "да", "\u{1F600}", "%", " ", "&", "/"] }
}

extension CallURL {
  // What the writer says in another way: which parts a URL can have.
  fileprivate var isWritable: Bool {
    let texts = parameters.flatMap { $0.value.list ?? [$0.value] }.compactMap(\.text)
    return ["app", "a", "web+app-1.0"].contains(scheme)
      && ([host] + parameters.keys).allSatisfy { !$0.isEmpty && !$0.unicodeScalars.contains(where: \.isUnseen) }
      && path.allSatisfy { !["", ".", ".."].contains($0) }
      && !(path + texts).contains { $0.unicodeScalars.contains("\0") }
      && parameters.allSatisfy { !$0.key.unicodeScalars.contains { "[]".unicodeScalars.contains($0) } }
      && parameters.allSatisfy { $0.value != [] }
  }
}

extension Unicode.Scalar {
  fileprivate var isUnseen: Bool {
    let isMark = [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    return isMark || properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
  }
}
