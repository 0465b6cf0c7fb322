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

  init(mediator: Mediator) {
    self.mediator = mediator
    inquiry = BookInquiry(mediator: mediator, details: mediator.service((any BookDetailService).self))
  }

  var actions: [Action] {
    on(ShowDetail.self) { request in try inquiry.detail(request.id) }
    on(ShowOverview.self) { request, call in
      call.progress(0, "asking the neighbours")
      let overview = try await inquiry.overview(request.id)
      call.progress(1, "done")
      return overview
    }
    on(OpenBook.self) { request, call in
      var turning = try turning(request.id)
      turning.isHeaded = call.hints["headed"]?.bool ?? true
      return try turning.open(request.page)
    }
    on(ShowVolume.self) { request in
      let turning = try PageTurning(volume: request.volume, mediator: mediator, size: mediator.reader.settings.show())
      let page = try request.page ?? turning.place()
      let shown = try turning.open(page)
      if let turned = request.turned {
        _ = try mediator.call(turned, ["book": .int(turning.id), "page": .int(page), "pages": .int(turning.count)])
      }
      return shown
    }
    on(TurnForward.self) { request in try turning(request.id).turn(by: 1, from: request.page) }
    on(TurnBack.self) { request in try turning(request.id).turn(by: -1, from: request.page) }
  }

  var targets: [Target] {
    // One change at a time; the host makes the settings when they are first asked for.
    Target("Settings", "How large a page is", isSerial: true, lifetime: .kept, instance: { Settings() }) { settings in
      settings.on(ShowPageSize.self) { settings, _ in settings.pageSize }
      settings.on(SetPageSize.self) { settings, request in try settings.set(request) }
    }
  }

  // app://Reader/books/1/3; without a page the one last read.
  var paths: [Path] { [Path("/books/:id<int>/:page<int>?", OpenBook.action)] }

  // Reader_page, with its head unless the caller has one of its own.
  var keys: [Key] { [Key("page", OpenBook.action, hints: ["headed": true])] }

  private func turning(_ id: Int) throws(Failure) -> PageTurning {
    try PageTurning(id: id, mediator: mediator, size: mediator.reader.settings.show())
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Reader.register(host, registration)
}
