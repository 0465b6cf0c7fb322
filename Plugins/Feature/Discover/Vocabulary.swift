import ComponentKit
import LibraryFace
import Synchronization

/// The vocabularies of the books that were compared.
final class Vocabularies: Sendable {
  private let known = Mutex<[Int: Vocabulary]>([:])

  /// That of a book.
  func of(_ id: Int, _ mediator: Mediator) throws(Failure) -> Vocabulary {
    if let vocabulary = known.withLock({ $0[id] }) { return vocabulary }
    let vocabulary = Vocabulary(try mediator.library.text(id: id))
    known.withLock { $0[id] = vocabulary }
    return vocabulary
  }
}

/// The longer words of a text, by which texts are compared.
struct Vocabulary {
  private let words: Set<String>

  init(_ text: String) {
    words = Set(text.split { !$0.isLetter }.filter { $0.count >= 5 }.map { $0.lowercased() })
  }

  /// The part of all words that both have, from 0 to 1.
  func likeness(to other: Vocabulary) -> Double {
    let shared = words.intersection(other.words).count
    let all = words.count + other.words.count - shared
    return all == 0 ? 0 : Double(shared) / Double(all)
  }
}

extension Double {
  func rounded(toPlaces places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
    return (self * scale).rounded() / scale
  }
}
