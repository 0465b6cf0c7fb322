import ComponentKit
@_spi(Doors) import ComponentDoors
import Glibc
import HostNative

// From one phase of a connection to the next, on its thread.
extension BrokerLink {
  /// Does what the socket and the clock ask for.
  func advance(_ events: Int16, _ now: Int64) throws(BrokerFault) {
    switch phase {
    case .resting(let until):
      if now >= until { try begin(now) }
    case .finding(let until):
      if now >= until { throw BrokerFault("no_broker", "the broker \(broker) can't be found in time") }
    case .connecting(let until):
      if events != 0 {
        do throws(BrokerFault) { try BrokerSocket.check(socket, broker) } catch { return try next(now, after: error) }
        output.attach(socket)
        reader = BrokerReader(settings.limits)
        phase = .greeting(until: now + settings.stepTime)
      } else if now >= until {
        try next(now, after: BrokerFault("no_broker", "the broker \(broker) can't be reached in time"))
      }
    case .greeting(let until), .confirming(let until):
      if events != 0 { try talk(events) }
      if case .talking = phase { return }
      if now >= until { throw silent }
    case .talking:
      if events != 0 { try talk(events) }
      if output.isBroken { throw BrokerFault("lost", "the broker \(broker) takes nothing any more") }
      if now >= nextPing { try lookWhetherItIsThere(now) }
    }
  }

  private var broker: BrokerAddress { brokers[turn % brokers.count] }

  private var silent: BrokerFault { BrokerFault("silent", "the broker \(broker) does not answer") }

  // MARK: connecting

  private func begin(_ now: Int64) throws(BrokerFault) {
    places = BrokerSocket.places(ofDigits: broker)[...]
    if !places.isEmpty { return try next(now, after: noAddress) }
    phase = .finding(until: now + settings.stepTime)
    try find(broker)
  }

  private var noAddress: BrokerFault { BrokerFault("no_broker", "the broker \(broker) has no address") }

  // Asks where a name leads, which may take the system long, on a thread for that. It is not asked again for one of which it has
  // not said anything yet: whatever it says counts, if it is that broker's turn by then.
  private func find(_ broker: BrokerAddress) throws(BrokerFault) {
    guard asked.insert(broker).inserted else { return }
    let find = settings.find
    let isAsked = Spawned.run { [weak self] in
      let found = Result { () throws(BrokerFault) in try find(broker) }
      self?.post { $0.hear(found, of: broker) }
    }
    if isAsked { return }
    asked.remove(broker)
    throw BrokerFault("no_broker", "the broker \(broker) can't be looked for: the system has no thread left")
  }

  private func hear(_ found: Result<[BrokerSocket.Place], BrokerFault>, of broker: BrokerAddress) {
    asked.remove(broker)
    guard case .finding = phase, broker == self.broker else { return }
    do throws(BrokerFault) {
      places = try found.get()[...]
      try next(Clock.now, after: noAddress)
    } catch {
      fail(error)
    }
  }

  // The next of the addresses that a name has; the fault of the last one where there is none left.
  private func next(_ now: Int64, after fault: BrokerFault) throws(BrokerFault) {
    closeSocket()
    var fault = fault
    while let place = places.popFirst() {
      do throws(BrokerFault) {
        socket = try BrokerSocket.begin(place, broker)
        phase = .connecting(until: now + settings.stepTime)
        return
      } catch {
        fault = error
      }
    }
    throw fault
  }

  /// The connection is over, or has not come about: another one is tried, after a while.
  func fail(_ fault: BrokerFault) {
    if case .talking = phase {
      settings.tell(.warning, fault)
      // One that is lost again and again as soon as it is there is not made anew all the time.
      if Clock.now - opened >= settings.steadyTime { backoff.reset() }
    } else if told.isNews(fault.message, of: broker) {
      settings.tell(.warning, fault)
    }
    lose()
    turn = (turn + 1) % brokers.count
    tried += 1
    // Another broker may be well, so that it need not be waited for as long.
    var first = Backoff()
    let isRound = tried % brokers.count == 0
    let pause = isRound ? backoff.next(using: &generator) : first.next(using: &generator)
    phase = .resting(until: Clock.now + pause)
  }

  /// Nothing comes by this connection any more.
  func lose() {
    setReady(false)
    if case .talking = phase, isToEndSoon, output.sent != confirmed {
      let words = "the broker \(broker) has not confirmed that it has the last answers: they may be lost"
      settings.tell(.warning, BrokerFault("unconfirmed", words))
    }
    output.detach()
    settings.lost()
    tellOfLost()
    (confirmed, asksFor) = (output.sent, output.sent)
    closeSocket()
    phase = .resting(until: .max)
    nextPing = .max
    isPinged = false
    let pongs = pongs
    self.pongs = []
    for answered in pongs { answered() }
  }

  private func closeSocket() {
    if socket >= 0 { close(socket) }
    socket = -1
  }

  // MARK: talking

  private func talk(_ events: Int16) throws(BrokerFault) {
    if events & Int16(POLLOUT) != 0 { output.flush() }
    guard events & Int16(POLLIN | POLLERR | POLLHUP) != 0 else { return }
    let count = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { room in
      let count = host_receive(socket, room.baseAddress!, room.count)
      if count > 0 { reader.take(UnsafeRawBufferPointer(rebasing: room[..<count])) }
      return count
    }
    if count == 0 { throw BrokerFault("lost", "the broker \(broker) has ended the connection") }
    if count < 0 {
      if count == -Int(EAGAIN) { return }
      throw BrokerFault("lost", "the connection to the broker \(broker) is lost: \(systemReason(Int32(-count)))")
    }
    isPinged = false
    while let line = try reader.next() { try hear(line) }
  }

  private func hear(_ line: BrokerLine) throws(BrokerFault) {
    switch line {
    case .info(let json): try hear(json)
    case .message(let delivery): if let known = subscriptions[delivery.subscription] { known.heard(delivery) }
    case .ping: tell { BrokerWriter.pong(into: &$0) }
    case .pong: pong()
    case .ok: break
    case .error(let words): try hear(error: words)
    }
  }

  private func pong() {
    if case .confirming = phase { return open() }
    if !pongs.isEmpty { pongs.removeFirst()() }
  }

  private func hear(error words: String) throws(BrokerFault) {
    guard case .talking = phase else {
      throw BrokerFault(
        "not_let_in", "the broker \(broker) does not let this host in: \(excerpt(words))",
        help: "name a user and a password, or a token, that it knows")
    }
    // It ends the connection itself where it can't go on.
    let fault = BrokerFault("broker_error", "the broker \(broker) says: \(excerpt(words))")
    if told.isNews(fault.message, of: broker) { settings.tell(.warning, fault) }
  }

  private func hear(_ json: [UInt8]) throws(BrokerFault) {
    guard let info = ServerInfo(json) else {
      throw BrokerFault("invalid_info", "what the broker \(broker) says of itself is no JSON object")
    }
    for text in info.others {
      guard brokers.count < settings.brokers.count + ServerInfo.othersLimit,
        let other = BrokerAddress(told: text, by: broker), !brokers.contains(where: { $0.isSamePlace(as: other) })
      else { continue }
      brokers.append(other)
    }
    setReady(isReady, messageLimit: info.messageLimit)
    guard case .greeting = phase else { return }
    if info.wantsTLS {
      throw BrokerFault(
        "tls_required", "the broker \(broker) wants TLS, which is not spoken here",
        help: "let a nats-server on this machine be a leaf node, which speaks TLS to the others, and name that one")
    }
    guard info.takesHeaders else {
      throw BrokerFault(
        "no_headers", "the broker \(broker) takes no headers", help: "use nats-server 2.2 or a later one")
    }
    phase = .confirming(until: Clock.now + settings.stepTime)
    tell { bytes in
      BrokerWriter.connect(greeting, into: &bytes)
      BrokerWriter.ping(into: &bytes)
    }
  }

  private var greeting: [UInt8] {
    var fields: Fields = [
      "verbose": false, "pedantic": false, "tls_required": false, "protocol": 1, "headers": true, "no_responders": true,
      "echo": true, "lang": "swift", "name": .text(settings.name), "version": .text(settings.version),
    ]
    switch broker.credentials {
    case .none: break
    case .token(let token): fields["auth_token"] = .text(token)
    case .user(let user, let password): (fields["user"], fields["pass"]) = (.text(user), .text(password))
    }
    var bytes: [UInt8] = []
    // Texts, numbers and truths can all be written.
    do throws(JSONWriteError) { try Value.map(fields).appendJSON(to: &bytes) } catch { return Array("{}".utf8) }
    return bytes
  }

  // The broker lets this side in: all subscriptions are made again.
  private func open() {
    phase = .talking
    opened = Clock.now
    nextPing = opened + settings.pingTime
    for (number, subscription) in subscriptions where subscription.isEnding { subscriptions[number] = nil }
    tell { bytes in
      for number in subscriptions.keys.sorted() { if let known = subscriptions[number] { write(known, &bytes) } }
    }
    output.open()
    let broker = broker
    ping {
      // It is also answered where the connection is lost.
      guard case .talking = self.phase else { return }
      self.setReady(true)
      self.tried = 0
      self.told.forget(broker)
      self.settings.connected()
      self.settings.tell(.info, BrokerFault("connected", "connected to the broker \(broker)"))
    }
  }

  /// Has the broker say that it has all that was sent, if it has not yet.
  func askForConfirmation() {
    guard case .talking = phase else { return }
    let sent = output.sent
    guard sent != asksFor else { return }
    asksFor = sent
    ping {}
  }

  private func lookWhetherItIsThere(_ now: Int64) throws(BrokerFault) {
    if isPinged { throw silent }
    isPinged = true
    nextPing = now + settings.pingTime
    ping {}
  }
}
