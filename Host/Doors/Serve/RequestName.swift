import HostNative

/// What a request is called, in the log of the host that serves it and by its client.
public struct RequestName: Sendable, Equatable {
  /// What the client gave it, or else the door.
  public let id: String
  /// By which a trace of several programs knows it; nil where the client named none.
  public let trace: String?
}

extension HTTPDoor {
  /// The request that this thread serves just now, by its call or by one that is nested in it; nil on every other thread.
  ///
  /// What a component says for the log, or the host, on that thread belongs to that request. What it says later, on a
  /// thread of its own or of a task, or in a process of its own, does not come here.
  public static var requestOfThread: RequestName? {
    host_thread_request().map { Unmanaged<ServedCall>.fromOpaque($0).takeUnretainedValue().name }
  }
}

extension ServedCall {
  /// Runs what is done for its request on this thread.
  func onThisThread(_ body: () -> Void) {
    let before = host_thread_request()
    host_set_thread_request(Unmanaged.passUnretained(self).toOpaque())
    body()
    host_set_thread_request(before)
  }
}
