public import ComponentHost
import ComponentKit
import Glibc

/// A process that runs one component for a host.
enum ComponentWorker {
  /// Serves the host on the other end of the channel until that is over, and ends the process.
  static func run() -> Never {
    WorkerSelf.begin()
    let service = WorkerService()
    do throws(ChannelFault) {
      let channel = try Channel.worker(WorkerRole.channel, service)
      service.ports.open(channel)
      _ = channel.run()
    } catch {
      exit(1)
    }
    WorkerSelf.end()
    exit(0)
  }
}

extension Host {
  /// Makes this process a worker, and does not return, if that is what it was started as: the first line of a program that
  /// runs components in processes of their own, and names no other program for that.
  public static func beComponentWorkerIfStarted() {
    let (count, values) = (CommandLine.argc, CommandLine.unsafeArgv)
    guard count == 3, let mark = values[1], strcmp(mark, WorkerRole.mark) == 0, let role = values[2] else { return }
    switch WorkerRole(rawValue: String(cString: role)) {
    case .component?:
      WorkerTerms.obey()
      ComponentWorker.run()
    // What it then does is for the program `host` itself to say.
    case .check?: WorkerTerms.obey()
    case nil: return
    }
  }
}
