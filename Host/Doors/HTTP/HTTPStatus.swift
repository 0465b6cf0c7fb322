/// A status of an HTTP answer, with the words that go with it.
public struct HTTPStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let ok = HTTPStatus(rawValue: 200)
  public static let noContent = HTTPStatus(rawValue: 204)
  public static let seeOther = HTTPStatus(rawValue: 303)
  public static let notModified = HTTPStatus(rawValue: 304)
  public static let badRequest = HTTPStatus(rawValue: 400)
  public static let unauthorized = HTTPStatus(rawValue: 401)
  public static let forbidden = HTTPStatus(rawValue: 403)
  public static let notFound = HTTPStatus(rawValue: 404)
  public static let methodNotAllowed = HTTPStatus(rawValue: 405)
  public static let notAcceptable = HTTPStatus(rawValue: 406)
  public static let requestTimeout = HTTPStatus(rawValue: 408)
  public static let contentTooLarge = HTTPStatus(rawValue: 413)
  public static let targetTooLong = HTTPStatus(rawValue: 414)
  public static let unsupportedMediaType = HTTPStatus(rawValue: 415)
  public static let expectationFailed = HTTPStatus(rawValue: 417)
  public static let misdirected = HTTPStatus(rawValue: 421)
  public static let unprocessable = HTTPStatus(rawValue: 422)
  public static let tooManyRequests = HTTPStatus(rawValue: 429)
  public static let headerFieldsTooLarge = HTTPStatus(rawValue: 431)
  public static let internalError = HTTPStatus(rawValue: 500)
  public static let notImplemented = HTTPStatus(rawValue: 501)
  public static let badGateway = HTTPStatus(rawValue: 502)
  public static let unavailable = HTTPStatus(rawValue: 503)
  public static let gatewayTimeout = HTTPStatus(rawValue: 504)
  public static let versionNotSupported = HTTPStatus(rawValue: 505)

  /// What stands behind the number in the status line; empty for a number without a name here.
  public var phrase: String {
    switch rawValue {
    case 100: "Continue"
    case 200: "OK"
    case 204: "No Content"
    case 303: "See Other"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    default: ""
    }
  }

  /// Whether an answer with this status has no body, whatever it says of one.
  public var isBodiless: Bool { rawValue < 200 || rawValue == 204 || rawValue == 304 }
}

extension HTTPStatus: CustomStringConvertible {
  /// As in the status line: `404 Not Found`, or the number alone where it has no name.
  public var description: String { phrase.isEmpty ? "\(rawValue)" : "\(rawValue) \(phrase)" }
}
