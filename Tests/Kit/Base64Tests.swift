import ComponentKit
import Testing

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of RFC 4648 hold`(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(plain.utf8))
  }

  @Test func `every letter has its place`() {
    let bytes: [UInt8] = [
      0x00, 0x10, 0x83, 0x10, 0x51, 0x87, 0x20, 0x92, 0x8B, 0x30, 0xD3, 0x8F, 0x41, 0x14, 0x93, 0x51, 0x55, 0x97, 0x61,
      0x96, 0x9B, 0x71, 0xD7, 0x9F, 0x82, 0x18, 0xA3, 0x92, 0x59, 0xA7, 0xA2, 0x9A, 0xAB, 0xB2, 0xDB, 0xAF, 0xC3, 0x1C,
      0xB3, 0xD3, 0x5D, 0xB7, 0xE3, 0x9E, 0xBB, 0xF3, 0xDF, 0xBF,
    ]
    #expect(Base64.encode(bytes) == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zm8", "Zg===", "=", "==", "===", "====", "Z===", "Zm9v=", "Zg==Zg==", "Zm=v", "=m9v", "Zm9v\n",
    " Zm9v", "Zm 9", "Zm9v Zm9v", "Zh==", "Zo==", "Zm9=", "Zm+=", "-_-_", "Zm9é", "Zm9\0", "Zm9.",
  ])
  func `what encode would not write is refused`(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func `any bytes come back`() {
    var generator = SeededGenerator(seed: 6)
    for count in 0..<300 {
      let bytes = generator.bytes(count: count)
      let text = Base64.encode(bytes)
      #expect(text.utf8.count == (count + 2) / 3 * 4)
      #expect(Base64.decode(text) == bytes)
    }
  }
}
