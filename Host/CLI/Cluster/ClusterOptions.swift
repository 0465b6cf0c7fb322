import ComponentCluster
import ComponentDoors
import ComponentHost
import ComponentKit
import Glibc

/// Which brokers the program comes to, and what they let it in by.
enum ClusterOptions {
  static let all: [Option] = [.cluster, .clusterName, .clusterLogin]

  /// What all commands say of the name and the login.
  static let help = """
      --cluster-name NAME
                      The name of the cluster, with which all subjects begin; 'host'
                      by default
      --cluster-login FILE
                      What brokers let it in by: a file that others can't read, with
                      USER:PASSWORD or a token in it and nothing else
    """

  /// Refuses them where a host that runs is to do the command.
  static func check(_ arguments: Arguments) throws(Problem) {
    guard arguments.has(.connect), let given = all.first(where: arguments.has) else { return }
    throw .usage(
      "the options \(Option.connect.name) and \(given.name) exclude each other",
      help: "leave out one of them: a command is for a host that runs, or for a cluster")
  }

  /// The brokers that are typed, with what the file for that has.
  static func brokers(_ arguments: Arguments) throws(Problem) -> [BrokerAddress] {
    var brokers = try arguments.values(.cluster).map { text throws(Problem) in try broker(text) }
    for option in [Option.clusterName, .clusterLogin] where brokers.isEmpty && arguments.value(option) != nil {
      throw .usage(
        "the option \(option.name) is of no use without --cluster", help: "write --cluster nats://HOST:PORT")
    }
    if let path = arguments.value(.clusterLogin) {
      let login = try read(path)
      for place in brokers.indices {
        do throws(BrokerAddress.Fault) { try brokers[place].login(by: login) } catch {
          throw invalid(path, error.message, error.help)
        }
      }
    }
    return brokers
  }

  private static func broker(_ text: String) throws(Problem) -> BrokerAddress {
    let broker: BrokerAddress
    do throws(BrokerAddress.Fault) { broker = try BrokerAddress(text) } catch {
      throw .usage(error.message, help: error.help)
    }
    if !broker.hasLogin { return broker }
    throw .usage(
      "what stands before the host of \(broker) is seen by everybody who lists this machine's processes",
      help: "write USER:PASSWORD, or a token, into a file that only you can read, and name it with --cluster-login FILE"
    )
  }

  // A login is short; what is longer is none.
  private static let sizeLimit = 4096

  private static func read(_ path: String) throws(Problem) -> String {
    let readable = "name a file that can be read, with USER:PASSWORD or a token in it"
    // It may be a pipe, `<(…)`, whose writer comes later.
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw invalid(path, "it can't be read: \(systemReason(errno))", readable) }
    defer { close(file) }
    var status = stat()
    if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o007 != 0 {
      throw invalid(path, "others can read or change it", "take that away: chmod o= \(quoted(path))")
    }
    switch Stream(number: file).readAll(limit: sizeLimit) {
    case .failure(let number): throw invalid(path, "it can't be read: \(systemReason(number))", readable)
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func invalid(_ path: String, _ why: String, _ help: String) -> Problem {
    Problem(.usage, "invalid_login", "the file \(quoted(path)) can't be used as a login: \(why)", help: [help])
  }
}
