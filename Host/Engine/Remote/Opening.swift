import ComponentKit

/// A URL that is opened, with what is added to it.
struct Opening: Sendable {
  var url: CallURL
  /// Parameters besides those of the URL, with types of their own; nil where the URL says all.
  let added: Fields?
  let manner: Manner
  /// What goes with it besides, where it is a call from outside.
  let origin: OutsideOrigin?

  /// What is special about a URL that is opened.
  struct Manner: OptionSet {
    let rawValue: UInt8
    /// A caller in code has added something, if only that it takes any reply: what is added may be anything, also what no
    /// URL can hold.
    static let local = Manner(rawValue: 1)
    /// What was added came as JSON, where bytes are texts.
    static let json = Manner(rawValue: 2)
    /// Nothing may answer that may change something.
    static let reads = Manner(rawValue: 4)
    /// The owner of the host asks: what is not open to callers from outside answers as well.
    static let owner = Manner(rawValue: 8)
    /// Host and path name the action: nothing else may answer.
    static let byName = Manner(rawValue: 16)
  }

  init(url: CallURL, added: Fields?, _ manner: Manner, _ origin: OutsideOrigin? = nil) {
    self.url = url
    self.added = added
    self.manner = manner
    self.origin = origin
  }

  /// As a URL is opened that a caller in code adds to, or nobody.
  init(url: CallURL, added: Fields?) { self.init(url: url, added: added, added == nil ? [] : .local) }

  /// What is called while it is unknown where the URL leads, and where it leads nowhere: what its own words say.
  var nowhere: Candidate {
    let (target, action) = url.words
    return Candidate(target: target, action: action, Query(of: self))
  }

  /// The same with other parameters.
  func with(_ changed: Fields) -> Opening {
    var opening = Opening(
      url: url, added: added.map { $0.isEmpty ? $0 : Fields($0.filter { changed[$0.key] == $0.value }) }, manner, origin
    )
    opening.url.parameters = Fields(changed.filter { opening.added?[$0.key] == nil })
    return opening
  }
}

extension Host {
  /// Where the calls come in that a URL leads to.
  func seat(of opening: Opening) -> UnsafePointer<Seat> { outside.seat(opening.manner, isRouted: false) }

  func seat(of plain: PlainWay) -> UnsafePointer<Seat> { outside.seat(plain.manner, isRouted: false) }

  func seat(of candidate: Candidate) -> UnsafePointer<Seat> {
    outside.seat(candidate.manner, isRouted: candidate.isRouted)
  }
}
