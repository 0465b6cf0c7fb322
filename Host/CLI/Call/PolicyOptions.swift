import ComponentHost
import ComponentKit
import Glibc

/// The policy for callers from outside, as the options say.
struct PolicyOptions: Sendable {
  static let all: [Option] = [.policy, .scheme, .allow, .deny]

  private let file: String?
  private let schemes: Set<String>?
  private let allowed: [String]?
  private let denied: [String]

  init(_ arguments: Arguments) throws(Problem) {
    file = arguments.value(.policy)
    let schemes = try arguments.values(.scheme).map { name throws(Problem) in
      if let scheme = CallURL.scheme(named: name) { return scheme }
      throw .usage(
        "the option --scheme takes a URL's scheme, not \(quoted(name))", help: CallURL.schemeRule)
    }
    self.schemes = schemes.isEmpty ? nil : Set(schemes)
    let allowed = try PolicyOptions.targets(.allow, arguments)
    self.allowed = allowed.isEmpty ? nil : allowed
    denied = try PolicyOptions.targets(.deny, arguments)
  }

  private static func targets(_ option: Option, _ arguments: Arguments) throws(Problem) -> [String] {
    let names = arguments.values(option)
    if let wrong = names.first(where: { !ComponentName.isValidTarget($0.utf8) }) {
      throw .usage(
        "the option \(option.name) takes a target's name, not \(quoted(wrong))", help: ComponentName.rule)
    }
    return names
  }

  /// The policy of the file, without what the other options take away from it.
  func policy() throws(Problem) -> Policy {
    var policy = Policy()
    if let file {
      var help = "name a file that can be read, of JSON, with --policy FILE"
      do throws(PolicyFault) {
        let json = try read(file)
        help = "is it the right file? Take out what the policy does not need, or name another one with --policy FILE"
        if json.count > PolicyOptions.sizeLimit {
          throw PolicyFault("it has more than \(PolicyOptions.sizeLimit) bytes")
        }
        help = "see what a policy may say with 'host help open'"
        policy = try Policy(json: json, file: file)
      } catch {
        throw Problem(
          .usage, "invalid_policy", "the policy file \(quoted(file)) is invalid: \(error)", help: [help])
      }
    }
    policy.narrow(schemes: schemes, allowed: allowed, denied: denied)
    return policy
  }

  // A policy is short; what is longer is none.
  private static let sizeLimit = 1 << 20

  private func read(_ path: String) throws(PolicyFault) -> [UInt8] {
    // It may be a pipe, `<(…)`, whose writer comes later.
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw PolicyFault("it can't be read: \(systemReason(errno))") }
    defer { close(file) }
    switch Stream(number: file).readAll(limit: PolicyOptions.sizeLimit) {
    case .failure(let number): throw PolicyFault("it can't be read: \(systemReason(number))")
    case .bytes(let bytes): return bytes
    }
  }
}
