import ComponentHost
import ComponentKit
import Glibc

/// The policy for callers from outside, as the options say.
struct PolicyOptions: Sendable {
  static let all: [Option] = [.policy, .scheme, .allow, .deny]

  private let file: String?
  private let schemes: [String]
  private let allowed: [String]
  private let denied: [String]

  init(_ arguments: Arguments) throws(Problem) {
    file = arguments.value(.policy)
    schemes = arguments.values(.scheme)
    allowed = arguments.values(.allow)
    denied = arguments.values(.deny)
  }

  /// The policy of the file, with what the other options say in the place of what it says.
  func policy() throws(Problem) -> Policy {
    var policy = Policy()
    if let file {
      do throws(PolicyFault) {
        policy = try Policy(json: try read(file), file: file)
      } catch {
        throw Problem(.usage, "invalid_policy", "the policy file \(quoted(file)) is invalid: \(error)")
      }
    }
    if !schemes.isEmpty { policy.schemes = Set(schemes.map { $0.lowercased() }) }
    if !allowed.isEmpty { policy.allowedTargets = allowed }
    if !denied.isEmpty { policy.deniedTargets = denied }
    return policy
  }

  // A policy is short; what is longer is none.
  private static let sizeLimit = 1 << 20

  private func read(_ path: String) throws(PolicyFault) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw PolicyFault("it can't be read: \(systemReason(errno))") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = piece.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if got == 0 { return bytes }
      guard got > 0 else {
        if errno == EINTR { continue }
        throw PolicyFault("it can't be read: \(systemReason(errno))")
      }
      bytes += piece[..<got]
      if bytes.count > PolicyOptions.sizeLimit {
        throw PolicyFault("it has more than \(PolicyOptions.sizeLimit) bytes")
      }
    }
  }
}
