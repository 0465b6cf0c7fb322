import ComponentABI
import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc
import Synchronization
import Testing

@Suite struct ChannelTests {
  @Test func `what found no thread is done once there is one again`() throws {
    let sockets = try #require(Channel.sockets())
    let hasThreads = Guarded(false)
    let host = try Channel.host(sockets.host, Adding()) { body in hasThreads.withLock { $0 } && Worker.run(body) }
    let worker = try Channel.worker(sockets.worker, Adding())
    host.start()
    worker.start()
    let asked = try worker.begin(1) { writer in writer.integer(5) }
    // The thread that waits here reads it, and is not there to do it.
    #expect(try add(host, 1) == 2)
    #expect(asked.wait(until: Deadline(after: .milliseconds(100)).nanoseconds) == nil)
    hasThreads.withLock { $0 = true }
    #expect(try add(host, 1) == 2)
    #expect(try integer(asked.wait(until: Deadline(after: .seconds(30)).nanoseconds)) == 6)
    host.close()
  }

  @Test func `an int goes out and comes back`() throws {
    let (host, worker) = try ends(Adding())
    defer { close(host, worker) }
    for number in 0..<100 { #expect(try add(host, number) == number + 1) }
  }

  @Test func `a thread that waits does what is asked in the service of its call`() throws {
    let (host, worker) = try ends(Descending(), Descending())
    defer { close(host, worker) }
    #expect(try add(host, 40) == 0)
  }

  @Test func `several calls are in flight at once`() throws {
    let (host, worker) = try ends(Adding())
    defer { close(host, worker) }
    let calls = try (0..<64).map { number in
      try host.begin(1) { writer in writer.integer(Int64(number)) }
    }
    for (number, call) in calls.enumerated() { #expect(try integer(call.wait()) == number + 1) }
  }

  @Test func `a listener hears progress and then the end`() throws {
    let (host, worker) = try ends(Progressing())
    defer { close(host, worker) }
    let heard = Heard()
    _ = try host.begin(1, listener: { heard.hear($0) }) { _ in }
    #expect(heard.wait() == ["0.25", "0.5", "reply"])
  }

  @Test func `many threads wait at once, and each hears its own answer`() throws {
    let (host, worker) = try ends(Adding())
    defer { close(host, worker) }
    let wrong = Atomic(0)
    together(16) { thread in
      for number in 0..<200 {
        let sent = thread * 1000 + number
        if (try? add(host, sent)) != sent + 1 { wrong.wrappingAdd(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func `chains of calls nest on both sides at once`() throws {
    let (host, worker) = try ends(Descending(), Descending())
    defer { close(host, worker) }
    let wrong = Atomic(0)
    together(4) { _ in
      for end in [host, worker] where (try? add(end, 30)) != 0 { wrong.wrappingAdd(1, ordering: .relaxed) }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func `a nested request runs on the thread that waits, and another one does not`() throws {
    let host = NotingThreads()
    let (hostEnd, workerEnd) = try ends(AskingBack(), host)
    defer { close(hostEnd, workerEnd) }
    let mine = pthread_self()
    // 1: asked in the service of the call; 0: in nobody's.
    #expect(try add(hostEnd, 1) == 1)
    #expect(host.threads.withLock { $0 } == [mine])
    #expect(try add(hostEnd, 0) == 0)
    #expect(host.threads.withLock { $0.count == 2 && $0[1] != mine })
  }

  @Test func `a short call is answered while long values are under way`() throws {
    let (host, worker) = try ends(Adding())
    defer { close(host, worker) }
    let megabytes = 64
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: megabytes << 20, alignment: 8)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: 7)
    var value = component_value()
    value.kind = COMPONENT_KIND_BYTES
    value.as.bytes = UnsafePointer(bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
    value.count = bytes.count
    let isOver = Atomic(false)
    let meanwhile = Atomic(0)
    let sent = value
    together(2) { thread in
      if thread == 0 {
        let call = try? host.begin(2) { writer throws(WireFault) in try writer.value(sent) }
        if case .reply(let message) = call?.wait() {
          var reader = message.reader()
          if let read = try? reader.value(), read.count == sent.count, read.as.bytes?[sent.count - 1] == 7 {
            isOver.store(true, ordering: .releasing)
          }
        }
      } else {
        usleep(2000)
        while !isOver.load(ordering: .acquiring), (try? add(host, 1)) == 2 {
          meanwhile.wrappingAdd(1, ordering: .relaxed)
        }
      }
    }
    #expect(isOver.load(ordering: .acquiring) && meanwhile.load(ordering: .relaxed) > 3)
  }

  @Test func `a call that is late is still open, and can be cancelled`() throws {
    let (host, worker) = try ends(Cancellable())
    defer { close(host, worker) }
    let call = try host.begin(1) { _ in }
    #expect(call.wait(until: Deadline(after: .milliseconds(5)).nanoseconds) == nil)
    call.cancel()
    #expect(try integer(call.wait()) == 9)
  }

  @Test func `a cancel that overtakes nothing finds its request`() throws {
    let (host, worker) = try ends(Cancellable())
    defer { close(host, worker) }
    for _ in 0..<200 {
      let call = try host.begin(1) { _ in }
      call.cancel()
      #expect(try integer(call.wait()) == 9)
    }
  }

  @Test func `a writer waits for credit where nobody handles what it says, and no longer than its deadline`() throws {
    // The worker's end does not read.
    let sockets = try #require(Channel.sockets())
    let host = try Channel.host(sockets.host, Silent())
    let worker = try Channel.worker(sockets.worker, Silent())
    host.start()
    defer { close(host, worker) }
    var said = 0
    #expect(throws: ChannelFault.late) {
      while said < 1_000_000 {
        _ = try host.begin(1, until: Deadline(after: .milliseconds(20)).nanoseconds) { $0.integer(1) }
        said += 1
      }
    }
    // As much as the ring holds, and not all of it: cancels still have room.
    #expect(said > 1000 && said * 40 < (1 << 18))
    host.close()
    #expect(throws: ChannelFault.over(.closed)) { try host.notify(1) { _ in } }
  }

  @Test func `cancels and notices wait for nothing where the other side does not read, and arrive once it does`() throws
  {
    let sockets = try #require(Channel.sockets())
    let host = try Channel.host(sockets.host, Silent())
    let counting = CountingCancellable()
    let worker = try Channel.worker(sockets.worker, counting)
    host.start()
    defer { close(host, worker) }
    var calls: [OpenCall] = []
    while let call = try? host.begin(1, until: Deadline(after: .milliseconds(20)).nanoseconds, { $0.integer(1) }) {
      calls.append(call)
    }
    try #require(calls.count > 2000)
    let (given, kept) = (calls.prefix(2000), host)
    let isOver = finishes {
      for call in given { for _ in 0..<2 { call.cancel() } }
      for _ in 0..<3000 { try? kept.notify(2) { $0.integer(1) } }
    }
    #expect(isOver)
    worker.start()
    for call in given { #expect(try integer(call.wait()) == 9) }
    counting.wait(for: 3000)
  }

  @Test func `what a function's retain does may use the channel`() throws {
    let (host, worker) = try ends(Adding())
    defer { close(host, worker) }
    let numbers = Numbering { _ = try? add(host, 1) }
    let isOver = finishes {
      let function = Lender().function
      let call = try? host.begin(2, numbering: numbers) { writer throws(WireFault) in try writer.value(function) }
      call?.abandon()
    }
    #expect(isOver && numbers.given.withLock { $0 } == 1)
  }

  @Test func `a number that was not said is taken back`() throws {
    let (host, worker) = try ends(Adding())
    close(host, worker)
    let (numbers, function) = (Numbering {}, Lender().function)
    #expect(throws: ChannelFault.over(.closed)) {
      try host.begin(2, numbering: numbers) { writer throws(WireFault) in try writer.value(function) }
    }
    // It is not even numbered where the channel is known to be over.
    #expect(numbers.given.withLock { $0 } == numbers.takenBack.withLock { $0 })
    let sockets = try #require(Channel.sockets())
    let full = try Channel.host(sockets.host, Silent())
    defer { close(full, host) }
    let late = Deadline(after: .milliseconds(50)).nanoseconds
    while (try? full.begin(1, until: late, { $0.integer(1) })) != nil {}
    #expect(throws: ChannelFault.late) {
      try full.begin(2, until: late, numbering: numbers) { writer throws(WireFault) in try writer.value(function) }
    }
    #expect(numbers.given.withLock { $0 } == 1 && numbers.takenBack.withLock { $0 } == 1)
    Glibc.close(sockets.worker)
  }

  @Test func `notices beyond the credit wait until some are handled, and all arrive`() throws {
    let slow = Counting()
    let (host, worker) = try ends(slow)
    defer { close(host, worker) }
    for _ in 0..<5000 { try host.notify(1) { $0.integer(1) } }
    slow.wait(for: 5000)
  }

  @Test func `a descriptor goes along with a request`() throws {
    let (host, worker) = try ends(Closing())
    defer { close(host, worker) }
    var pipe: [Int32] = [-1, -1]
    #expect(Glibc.pipe(&pipe) == 0)
    let call = try host.begin(1, descriptor: pipe[1]) { _ in }
    #expect(try integer(call.wait()) == 1)
    Glibc.close(pipe[1])
    // The worker's copy is closed as well: nothing more can come.
    var byte: UInt8 = 0
    #expect(read(pipe[0], &byte, 1) == 0)
    Glibc.close(pipe[0])
  }

  @Test func `all who wait hear at once that the other side is gone`() throws {
    let (host, worker) = try ends(Silent())
    let heard = Heard()
    _ = try host.begin(1, listener: { heard.hear($0) }) { _ in }
    let call = try host.begin(1) { _ in }
    worker.close()
    guard case .over(.hungUp) = call.wait() else { throw Unexpected() }
    #expect(heard.wait() == ["over"])
    #expect(throws: ChannelFault.over(.hungUp)) { try host.begin(1) { _ in } }
  }
}
