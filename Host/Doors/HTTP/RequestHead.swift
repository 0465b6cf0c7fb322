public import ComponentKit

/// What the head of a request says. Its places are in the bytes that it was read from, and are good as long as those are.
public struct RequestHead: Sendable {
  public internal(set) var method = HTTPMethod.unknown
  public internal(set) var form = Form.path
  /// Whether it is HTTP/1.1; else it is HTTP/1.0.
  public internal(set) var isCurrent = true
  public internal(set) var body = Body.none
  /// Whether the client waits for `100 Continue` before it sends the body.
  public internal(set) var expectsContinue = false
  /// Whether the connection may serve another request.
  public internal(set) var keepsAlive = true
  public internal(set) var accept = Accept()

  /// The path with the query; empty where the target has none.
  public internal(set) var path = Place.nowhere
  /// What stands for the host in the target itself.
  public internal(set) var authority = Place.nowhere
  // The fields' values.
  public internal(set) var host = Place.nowhere
  public internal(set) var origin = Place.nowhere
  public internal(set) var fetchSite = Place.nowhere
  public internal(set) var contentType = Place.nowhere
  public internal(set) var contentEncoding = Place.nowhere
  public internal(set) var traceParent = Place.nowhere
  public internal(set) var requestID = Place.nowhere
  public internal(set) var lastEventID = Place.nowhere
  public internal(set) var cookie = Place.nowhere
  public internal(set) var authorization = Place.nowhere
  /// How many seconds the client would wait, from `Prefer`.
  public internal(set) var wait: Int?
  /// Whether it asks for the action that the path names and nothing else, from `Prefer`.
  public internal(set) var isByName = false

  /// The place of the request in a trace that others began; nil where it says none.
  public func trace(in bytes: UnsafeRawBufferPointer) -> TraceParent? {
    traceParent.isThere ? TraceParent(traceParent.bytes(in: bytes)) : nil
  }

  /// How the target is written.
  public enum Form: UInt8, Sendable {
    /// `/Reader/showDetail`
    case path
    /// `http://localhost/Reader/showDetail`
    case absolute
    /// `*`, which only `OPTIONS` has.
    case asterisk
    /// `example.org:443`, which only `CONNECT` has.
    case authority
  }

  /// How long its body is.
  public enum Body: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
  }

  /// A part of the bytes.
  public struct Place: Sendable, Equatable {
    let start: UInt32
    let count: UInt32

    /// No part: a request begins with its method, so nothing else is there.
    static let nowhere = Place(0..<0)

    init(_ range: Range<Int>) {
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      count = UInt32(truncatingIfNeeded: range.count)
    }

    public var isThere: Bool { start != 0 }

    public func bytes(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(start) + Int(count)])
    }
  }
}
