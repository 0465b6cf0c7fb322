import ComponentKit

/// A URL that is opened, with what a caller in code adds to it.
struct Opening: Sendable {
  var url: CallURL
  /// Parameters that may be anything, also what no URL can hold; nil where the URL says all.
  let added: Fields?

  /// What is called while it is unknown where the URL leads, and where it leads nowhere: what its own words say.
  var nowhere: Candidate {
    let (target, action) = url.words
    return Candidate(target: target, action: action, Query(of: self))
  }

  /// The same with other parameters.
  func with(_ changed: Fields) -> Opening {
    var opening = Opening(
      url: url, added: added.map { $0.isEmpty ? $0 : Fields($0.filter { changed[$0.key] == $0.value }) })
    opening.url.parameters = Fields(changed.filter { opening.added?[$0.key] == nil })
    return opening
  }
}

extension Host {
  /// Where the calls come in that a URL leads to.
  func seat(of opening: Opening) -> UnsafePointer<Seat> { opening.added == nil ? remoteSeat : localRemoteSeat }

  func seat(of candidate: Candidate) -> UnsafePointer<Seat> {
    if candidate.isLocal { return candidate.isRouted ? localRoutedSeat : localRemoteSeat }
    return candidate.isRouted ? routedSeat : remoteSeat
  }
}
