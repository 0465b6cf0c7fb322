import ComponentHost
import Glibc
import HostNative

/// A file, or a folder with all in it, that a confined worker may use.
struct FileGrant {
  let path: String
  let rights: UInt32
  /// Whether a worker without it may not begin.
  let isNeeded: Bool

  private init(_ path: String, _ rights: UInt32, isNeeded: Bool = false) {
    self.path = path
    self.rights = rights
    self.isNeeded = isNeeded
  }

  /// All that a worker has with these terms.
  static func all(for terms: WorkerTerms, _ data: String) -> [FileGrant] {
    let starts = terms.grants.processes != .none
    let library = HOST_MAY_READ | (starts ? HOST_MAY_EXECUTE : 0)
    var grants = libraries.map { FileGrant($0, library) }
    grants += LoadedLibraries.now().places.map { FileGrant($0, library) }
    grants += readable.map { FileGrant($0, HOST_MAY_READ) }
    grants += devices.map { FileGrant($0, HOST_MAY_READ | HOST_MAY_WRITE) }
    if starts { grants += programs.map { FileGrant($0, HOST_MAY_READ | HOST_MAY_EXECUTE) } }
    if terms.grants.usesNetwork { grants += ofNetwork.map { FileGrant($0, HOST_MAY_READ) } }
    // Swift's queues look for their threads there. In a namespace of its own it shows nobody else.
    if getpid() == 1 { grants.append(FileGrant("/proc", HOST_MAY_READ)) }
    grants += terms.folders.map { FileGrant($0, library) }
    grants += terms.grants.reads.map { FileGrant($0, library, isNeeded: true) }
    grants += terms.grants.writes.map { FileGrant($0, library | HOST_MAY_WRITE, isNeeded: true) }
    grants.append(FileGrant(data, library | HOST_MAY_WRITE, isNeeded: true))
    return grants
  }

  private static let libraries = [
    "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64",
  ]

  /// What the C library and the languages' runtimes read: how to find libraries, the time zone, the words of messages, how
  /// many processors and how much memory there is, and of processes this one only.
  private static let readable = [
    "/etc/ld.so.cache", "/etc/localtime", "/etc/timezone", "/usr/share/zoneinfo", "/usr/share/locale",
    "/usr/share/locale-langpack", "/usr/share/i18n", "/etc/locale.alias", "/sys/devices/system/cpu", "/proc/self",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory", "/dev/random", "/dev/urandom",
  ]

  private static let devices = ["/dev/null", "/dev/zero", "/dev/full"]

  private static let programs = ["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/libexec"]

  /// Names, and who vouches for them.
  private static let ofNetwork = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
    "/etc/protocols", "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/crypto-policies",
    "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
  ]
}
