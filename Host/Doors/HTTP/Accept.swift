public import ComponentHost

/// Which forms of an answer a client takes, from its fields `Accept`.
public struct Accept: Sendable, Equatable {
  private var json = Wish()
  private var text = Wish()
  private var bytes = Wish()
  private var events = Wish()
  // What is said of all texts, and of all that is for programs.
  private var anyText = Wish()
  private var anyApplication = Wish()
  // The rest that is named, in lower case, as far as it is no more than anybody would name: "text/csv", "image/*".
  private var others: [(name: String, quality: UInt16)] = []

  private static let othersLimit = 64

  // How much a form is wanted, from 0 to 1000, and how exactly it was named: 1 by */*, 2 by text/*, 3 by itself.
  private struct Wish: Sendable, Equatable {
    var quality: UInt16 = 0
    var exactness: UInt8 = 0

    mutating func take(_ quality: UInt16, _ exactness: UInt8) {
      if exactness > self.exactness { self = Wish(quality: quality, exactness: exactness) }
    }
  }

  public init() {}

  /// Whether a text is to come as `text/plain`: the client names that, or `text/*`, and does not want JSON more.
  ///
  /// A client that takes anything gets JSON, so that whatever comes can be read in one way.
  public var takesText: Bool { prefers(text) }

  /// Whether bytes are to come as `application/octet-stream`.
  public var takesBytes: Bool { prefers(bytes) }

  /// Whether progress is to come as events ahead of the reply: the client names `text/event-stream` itself.
  public var takesEvents: Bool { events.exactness == 3 && prefers(events) }

  /// Whether a text or bytes are to come as the type that an action declares, by the same rule.
  public func takes(_ type: MediaType) -> Bool {
    if type.essence == "text/plain" { return takesText }
    if type.essence == "application/octet-stream" { return takesBytes }
    let family = "\(type.essence.prefix { $0 != "/" })/*"
    var wish = family == "text/*" ? anyText : family == "application/*" ? anyApplication : Wish()
    for other in others where other.name == type.essence || other.name == family {
      wish.take(other.quality, other.name == family ? 2 : 3)
    }
    return prefers(wish)
  }

  /// Progress is not to come as events, whatever the client names.
  mutating func leaveEvents() { events = Wish() }

  private func prefers(_ wish: Wish) -> Bool { wish.exactness > 1 && wish.quality > 0 && wish.quality >= json.quality }

  /// Takes in one field's value. What can't be read in it says nothing.
  mutating func read(_ value: UnsafeRawBufferPointer) {
    value.eachPart(by: UInt8(ascii: ",")) { read(part: $0) }
  }

  private mutating func read(part: UnsafeRawBufferPointer) {
    var quality: UInt16? = 1000
    var name: UnsafeRawBufferPointer?
    part.eachPart(by: UInt8(ascii: ";")) { piece in
      if name == nil {
        name = piece
      } else if piece.count >= 2, piece[0].lowercased == UInt8(ascii: "q"), piece[1] == UInt8(ascii: "=") {
        // Other parameters, such as a charset, change nothing: there is one of each form.
        quality = Accept.quality(piece.part(2..<piece.count))
      }
    }
    guard let name, let quality else { return }
    if name.isWord("*/*") {
      json.take(quality, 1)
      text.take(quality, 1)
      bytes.take(quality, 1)
      events.take(quality, 1)
    } else if name.isWord(anyCase: "text/*") {
      text.take(quality, 2)
      events.take(quality, 2)
      anyText.take(quality, 2)
    } else if name.isWord(anyCase: "application/*") {
      json.take(quality, 2)
      bytes.take(quality, 2)
      anyApplication.take(quality, 2)
    } else if name.isWord(anyCase: "application/json") {
      json.take(quality, 3)
    } else if name.isWord(anyCase: "text/plain") {
      text.take(quality, 3)
    } else if name.isWord(anyCase: "application/octet-stream") {
      bytes.take(quality, 3)
    } else if name.isWord(anyCase: "text/event-stream") {
      events.take(quality, 3)
    } else if others.count < Accept.othersLimit {
      others.append((String(decoding: name.lazy.map(\.lowercased), as: UTF8.self), quality))
    }
  }

  public static func == (one: Accept, other: Accept) -> Bool {
    one.json == other.json && one.text == other.text && one.bytes == other.bytes && one.events == other.events
      && one.anyText == other.anyText && one.anyApplication == other.anyApplication
      && one.others.elementsEqual(other.others) { $0 == $1 }
  }

  // In thousandths; nil for what is none: 0, 1, 0.5, 0.125, 1.000
  private static func quality(_ text: UnsafeRawBufferPointer) -> UInt16? {
    guard let first = text.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1"), text.count <= 5 else {
      return nil
    }
    var quality = UInt16(first & 1) * 1000
    guard text.count > 1 else { return quality }
    guard text[1] == UInt8(ascii: "."), text.part(2..<text.count).allSatisfy({ $0.isDigit }) else { return nil }
    var worth: UInt16 = 100
    for digit in text.part(2..<text.count) {
      quality += UInt16(digit & 0x0F) * worth
      worth /= 10
    }
    return quality <= 1000 ? quality : nil
  }
}
