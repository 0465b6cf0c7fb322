public import ComponentKit

/// One int in, two fields out.
public struct Divide: Request {
  /// Another one where the component is loaded under another name.
  nonisolated(unsafe) public static var target = "Typed"  // Set at most once, by `register`.
  public static let summary = "Divides by ten"
  @Parameter("What is divided") public var number: Int
  public init() {}
  public typealias Reply = Quotient
}

public struct Quotient: RecordReply {
  public var quotient: Int
  public var rest: Int

  public init(quotient: Int, rest: Int) {
    self.quotient = quotient
    self.rest = rest
  }
}

extension Mediator {
  public func divide(_ number: Int) throws(Failure) -> Quotient { try call(Divide { $0.number = number }) }
}
