import ComponentKit
import FuzzTargets
import Testing

/// Reads a URL and compares what came of it with what should: `app Reader ["show"] {"id":"1"}`, or the reason, place
/// and message of the fault.
func expect(
  _ url: String, _ expected: String, lengthLimit: Int = CallURL.lengthLimit,
  parameterLimit: Int = CallURL.parameterLimit, sourceLocation: SourceLocation = #_sourceLocation
) {
  let outcome: String
  do throws(URLFault) {
    let url = try CallURL(url, lengthLimit: lengthLimit, parameterLimit: parameterLimit)
    let path = try? Value.list(url.path.map { .text($0) }).json()
    let parameters = try? Value.map(url.parameters).json()
    outcome = "\(url.scheme) \(url.host) \(path ?? "-") \(parameters ?? "-")"
  } catch {
    outcome = "\(error.reason.rawValue), \(error)"
  }
  // Byte by byte: equal letters may be written in several ways.
  #expect(Array(outcome.utf8) == Array(expected.utf8), "\(outcome)", sourceLocation: sourceLocation)
  var url = url
  #expect(throws: Never.self, sourceLocation: sourceLocation) {
    try url.withUTF8 { try FuzzTarget.url.check(UnsafeRawBufferPointer($0)) }
  }
}
