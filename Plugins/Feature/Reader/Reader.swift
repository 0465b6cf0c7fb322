import BookDetailFace
import ComponentKit
import ReaderFace
import ReaderInquiry

/// Opens a book and turns its pages.
struct Reader: Component {
  static let summary = "Opens a book and turns its pages"
  static let needs = ["Library", "Notes", "BookDetail", "Review"].map { Need($0, optional: true) }

  let mediator: Mediator
  let inquiry: BookInquiry
  let settings = Settings()

  init(mediator: Mediator) {
    self.mediator = mediator
    inquiry = BookInquiry(mediator: mediator, details: mediator.service((any BookDetailing).self))
  }

  var actions: [Action] {
    on(ShowDetail.self) { request in try inquiry.detail(request.id) }
    on(ShowOverview.self) { request, call in
      call.progress(0, "asking the neighbours")
      let overview = try await inquiry.overview(request.id)
      call.progress(1, "done")
      return overview
    }
    on(OpenBook.self) { request in try turning(request.id).open(request.page) }
    on(TurnForward.self) { request in try turning(request.id).turn(by: 1, from: request.page) }
    on(TurnBack.self) { request in try turning(request.id).turn(by: -1, from: request.page) }
  }

  var targets: [Target] {
    Target("Settings", "How large a page is") {
      on(ShowPageSize.self) { _ in settings.pageSize }
      on(SetPageSize.self) { request in try settings.set(request) }
    }
  }

  private func turning(_ id: Int) throws(Failure) -> PageTurning {
    try PageTurning(id: id, mediator: mediator, size: settings.pageSize)
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Reader.register(host, registration)
}
