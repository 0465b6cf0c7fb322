import ComponentDoors
import Testing

struct HTTPStatusTests {
  @Test(arguments: [HTTPStatus.ok, .badRequest, .unprocessable, .tooManyRequests, .internalError, .gatewayTimeout])
  func `a status that answers have goes with words`(status: HTTPStatus) {
    #expect(!status.phrase.isEmpty)
    #expect(!status.isBodiless)
  }

  @Test func `a number without a name has no words`() {
    #expect(HTTPStatus(rawValue: 799).phrase == "")
  }

  @Test func `it is shown as in the status line`() {
    #expect("\(HTTPStatus.notFound)" == "404 Not Found" && "\(HTTPStatus(rawValue: 799))" == "799")
  }

  @Test func `answers that only inform, and those that say nothing is new, have no body`() {
    #expect([100, 199, 204, 304].allSatisfy { HTTPStatus(rawValue: $0).isBodiless })
  }
}
