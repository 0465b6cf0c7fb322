import ComponentKit

/// A request to Reader. They change nothing but where a reader is in a book, so that all may come from outside.
public protocol ReaderRequest: Request {}

extension ReaderRequest {
  public static var target: String { "Reader" }
  public static var isRemote: Bool { true }
}

public struct ShowDetail: ReaderRequest {
  public static let summary = "Shows a book, its details and the notes on it"
  public static let reads = true
  @Parameter("the book's number") public var id: Int
  public typealias Reply = Detail
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct ShowOverview: ReaderRequest {
  public static let action = "overview"
  public static let summary = "Shows all that can be found out about a book, asked of everybody at once"
  public static let tellsProgress = true
  public static let reads = true
  @Parameter("the book's number") public var id: Int
  public typealias Reply = Overview
  public init() {}
  public init(id: Int) { self.id = id }
}

public struct OpenBook: ReaderRequest {
  public static let action = "open"
  public static let summary = "Shows a page, the one last read if none is said"
  @Parameter("the book's number") public var id: Int
  @Parameter("the page's number") public var page: Int?
  public typealias Reply = String
  public init() {}
  public init(id: Int, page: Int? = nil) {
    self.id = id
    self.page = page
  }
}

/// Local: a volume is an object, and `turned` a function.
public struct ShowVolume: ReaderRequest {
  public static let action = "show"
  public static let summary = "Shows a page of a volume that Library has lent"
  public static let isRemote = false
  @Parameter("the volume") public var volume: Object
  @Parameter("the page's number; the one last read if none is said") public var page: Int?
  @Parameter("is told which page is shown: book, page and pages") public var turned: Function?
  public typealias Reply = String
  public init() {}
  public init(volume: Object, page: Int? = nil, turned: Function? = nil) {
    self.volume = volume
    self.page = page
    self.turned = turned
  }
}

public struct TurnForward: ReaderRequest {
  public static let action = "next"
  public static let summary = "Turns a page forward"
  @Parameter("the book's number") public var id: Int
  @Parameter("from which page; the one last read if none is said") public var page: Int?
  public typealias Reply = String
  public init() {}
  public init(id: Int, page: Int? = nil) {
    self.id = id
    self.page = page
  }
}

public struct TurnBack: ReaderRequest {
  public static let action = "previous"
  public static let summary = "Turns a page back"
  @Parameter("the book's number") public var id: Int
  @Parameter("from which page; the one last read if none is said") public var page: Int?
  public typealias Reply = String
  public init() {}
  public init(id: Int, page: Int? = nil) {
    self.id = id
    self.page = page
  }
}

/// A request to the target `Reader.Settings`.
public protocol ReaderSettingsRequest: Request {}

extension ReaderSettingsRequest {
  public static var target: String { "Reader.Settings" }
}

public struct ShowPageSize: ReaderSettingsRequest {
  public static let action = "show"
  public static let summary = "Tells how large a page is"
  public static let isRemote = true
  public static let reads = true
  public typealias Reply = PageSize
  public init() {}
}

public struct SetPageSize: ReaderSettingsRequest {
  public static let action = "set"
  public static let summary = "Makes a page larger or smaller; what is not said stays as it is"
  @Parameter("from 20 to 200") public var columns: Int?
  @Parameter("from 5 to 200") public var lines: Int?
  public typealias Reply = PageSize
  public init() {}
  public init(columns: Int? = nil, lines: Int? = nil) {
    self.columns = columns
    self.lines = lines
  }
}
