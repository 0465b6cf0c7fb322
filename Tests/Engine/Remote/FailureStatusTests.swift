import ComponentKit
import Testing

@testable import ComponentHost

/// The one table of statuses.
@Suite struct FailureStatusTests {
  @Test(
    arguments: [
      (Failure(.invalidParameters, "", "x"), 400), (Failure(.denied, "", "x"), 403),
      (Failure(.denied, "rate_limited", "x"), 429), (Failure(.denied, "may_change", "x"), 405),
      (Failure(.notFound, "", "x"), 404), (Failure(.timedOut, "", "x"), 504), (Failure(.crashed, "", "x"), 502),
      (Failure(.refused, "", "x"), 503), (.closed, 503), (Failure(.cancelled, "", "x"), 503),
      (Failure(.failed, "", "x"), 422),
      (Failure(Failure.Code(rawValue: 77), "", "x"), 422), (Failure(.failed, "no_reply", "x").byHost, 500),
      (Failure(.failed, "invalid_reply", "x").byHost, 500), (Failure(.ended, "", "x").byHost, 500),
    ])
  func `each failure has its status`(failure: Failure, status: Int) {
    #expect(failure.status == status)
  }
}
