import ComponentKit

/// Local: who calls what is nobody's business outside.
public struct ListPassed: Request {
  public static let target = "Audit"
  public static let action = "list"
  public static let summary = "Lists the last calls, the newest last"
  public static let reads = true
  @Parameter("how many at most, from 1 to 100") public var n = 20
  public typealias Reply = [Passed]
  public init() {}
  public init(n: Int? = nil) { if let n { self.n = n } }
}
