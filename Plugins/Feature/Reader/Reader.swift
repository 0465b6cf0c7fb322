import ComponentKit

/// Opens a book and turns its pages.
struct Reader: Component {
  static let summary = "Opens a book and turns its pages"
  static let needs = ["Library", "Notes", "BookDetail", "Review"].map { Need($0, optional: true) }

  let neighbours: Neighbours
  let settings = Settings()

  init(mediator: Mediator) { neighbours = Neighbours(mediator: mediator) }

  var actions: [Action] {
    Action("showDetail", "A book, its details and the notes on it: id=1") { call in
      try showDetail(call.int("id"))
    }
    Action("overview", "All that can be found out about a book, asked of everybody at once: id=1") { call in
      try await overview(call)
    }
    Action("open", "Shows a page, the one last read if no other is named: id=1 [page=2]") { call in
      let page = call.has("page") ? try call.int("page") : nil
      return try .text(turning(call.int("id")).open(page))
    }
    Action("next", "Turns a page forward: id=1 [page=2]") { call in
      let page = call.has("page") ? try call.int("page") : nil
      return try .text(turning(call.int("id")).turn(by: 1, from: page))
    }
    Action("previous", "Turns a page back: id=1 [page=2]") { call in
      let page = call.has("page") ? try call.int("page") : nil
      return try .text(turning(call.int("id")).turn(by: -1, from: page))
    }
  }

  var targets: [Target] {
    Target("Settings", "How large a page is") { settings.actions }
  }

  private func turning(_ id: Int) throws(Failure) -> PageTurning {
    try PageTurning(id: id, neighbours: neighbours, size: settings.pageSize)
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Reader.register(host, registration)
}
