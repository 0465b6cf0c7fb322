import ComponentABI
import ComponentKit
import Testing

@testable import ComponentHost

@Suite struct BorderCheckTests {
  static func entry(_ key: String, _ value: component_value = component_value()) -> component_entry {
    component_entry(key: ActionTableTests.text(key), value: value)
  }

  static func words(_ entries: [component_entry]) -> String? {
    entries.withUnsafeBufferPointer { BorderCheck.fault($0.baseAddress, $0.count)?.words }
  }

  @Test func `a key that occurs twice is found among few and many`() {
    for count in [1, 2, 15, 16, 17, 1000] {
      var entries = (0..<count).map { BorderCheckTests.entry("key\($0)") }
      #expect(BorderCheckTests.words(entries) == nil)
      entries.append(BorderCheckTests.entry("key\(count / 2)"))
      #expect(BorderCheckTests.words(entries) == "the key 'key\(count / 2)' occurs twice")
    }
  }

  @Test func `what was announced and is missing is a fault, and nothing is read`() {
    var value = component_value()
    value.count = 3
    for (kind, words) in [
      (COMPONENT_KIND_TEXT, "a text is missing where it was announced"),
      (COMPONENT_KIND_BYTES, "a run of bytes is missing where it was announced"),
      (COMPONENT_KIND_LIST, "a list is missing where it was announced"),
      (COMPONENT_KIND_MAP, "a map is missing where it was announced"),
      (COMPONENT_KIND_OBJECT, "an object is missing where it was announced"),
      (COMPONENT_KIND_FUNCTION, "a function is missing where it was announced"),
      (77, "a value is of the unknown kind 77"),
    ] {
      value.kind = kind
      #expect(BorderCheck.fault(value)?.words == words)
      #expect(BorderCheckTests.words([BorderCheckTests.entry("x", value)]) == "\(words), at 'x'")
    }
    #expect(BorderCheck.fault(nil, 2)?.words == "a list of parameters is missing where it was announced")
    let nothing = component_entry(key: component_text(bytes: nil, length: 4), value: component_value())
    #expect(BorderCheckTests.words([nothing]) == "a key is missing where it was announced")
  }

  @Test func `text must be UTF-8, short and long, at any place`() {
    for count in [1, 7, 8, 9, 16, 17, 100] {
      for place in [0, count / 2, count - 1] {
        var bytes = [CChar](repeating: 0x61, count: count)
        bytes[place] = CChar(bitPattern: 0xff)
        bytes.withUnsafeBufferPointer { bytes in
          var value = component_value()
          value.kind = COMPONENT_KIND_TEXT
          value.as.text = bytes.baseAddress
          value.count = count
          #expect(BorderCheck.fault(value)?.words == "a text is not valid UTF-8")
          let key = component_entry(
            key: component_text(bytes: bytes.baseAddress, length: count), value: component_value())
          #expect(BorderCheckTests.words([key]) == "a key is not valid UTF-8")
        }
      }
    }
  }
}
