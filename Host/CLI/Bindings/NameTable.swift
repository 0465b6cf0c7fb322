/// The names of one scope of generated code: nothing gets a name that is taken.
struct NameTable {
  private var taken: Set<String>

  init(taken: Set<String> = []) { self.taken = taken }

  /// The wanted name, or else one made of it: `List`, `ListRequest`, `ListRequest2`.
  ///
  /// `parts` are the names that come with it: all of them must be free.
  mutating func take(_ wanted: String, or suffix: String, with parts: (String) -> [String] = { _ in [] }) -> String {
    var name = wanted
    var number = 1
    while !([name] + parts(name)).allSatisfy({ !taken.contains($0) }) {
      name = wanted + suffix + (number == 1 ? "" : "\(number)")
      number += 1
    }
    taken.insert(name)
    taken.formUnion(parts(name))
    return name
  }

  /// Names for texts, made by `name`; a text that can be a name itself is it, whatever comes before it.
  mutating func take(_ texts: [String], or suffix: String, name: (String) -> String = { $0 }) -> [String] {
    let wanted = texts.map(name)
    var own: [Int: String] = [:]
    for place in texts.indices where wanted[place] == texts[place] && !taken.contains(wanted[place]) {
      own[place] = take(wanted[place], or: suffix)
    }
    return texts.indices.map { own[$0] ?? take(wanted[$0], or: suffix) }
  }
}

// The words of a name, for a name in another style.
extension String {
  /// "showDetail" as "ShowDetail".
  var upperFirst: String { prefix(1).uppercased() + dropFirst() }

  /// "ShowDetail" as "showDetail", "URLOpener" as "urlOpener", "TTS" as "tts".
  var lowerFirst: String {
    let letters = Array(self)
    let capitals = letters.prefix { $0.isASCII && $0.isUppercase }.count
    let begun = capitals > 1 && capitals < letters.count && letters[capitals].isLowercase ? capitals - 1 : capitals
    return String(letters.prefix(begun)).lowercased() + String(letters.dropFirst(begun))
  }

  /// "showDetail" as "show_detail"; letters, digits and '_' only, none of the last at its ends.
  var snake: String {
    var snake = ""
    var before: Character?
    let letters = Array(self)
    for (place, letter) in letters.enumerated() {
      let isUpper = letter.isUppercase
      let begins =
        before.map {
          $0.isLowercase || $0.isNumber || $0.isUppercase && letters.dropFirst(place + 1).first?.isLowercase == true
        }
        ?? false
      if isUpper, begins { snake += "_" }
      snake += letter.lowercased()
      before = letter
    }
    return snake.split(separator: "_").joined(separator: "_")
  }
}
