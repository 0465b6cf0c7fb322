@_spi(Doors) import ComponentDoors
import ComponentKit

/// What the service protocol of NATS asks for.
enum ServiceVerb: String, CaseIterable {
  case ping = "PING"
  case info = "INFO"
  case stats = "STATS"

  var type: String { "io.nats.micro.v1.\(rawValue.lowercased())_response" }
}

// Each component is a service to the tools of NATS, and each of its actions that is open an endpoint. It is the connection's
// thread's.
extension ClusterCore {
  /// By which a service is told from others of its name.
  func serviceID(_ member: Member) -> String { "\(id)-\(member.name)" }

  /// Answers a question about some components: of all of them, or, where the broker takes less than there is to say, of none, since
  /// calls go before questions.
  func answer(_ verb: ServiceVerb, _ members: [Member], _ reply: Subject?) {
    guard let reply, !link.output.waits else { return }
    var left = ClusterCore.answerLimit
    for member in members {
      let payload = answer(verb, member, isShort: left <= 0)
      left -= payload.count
      // A broker closes the connection of who sends more.
      guard payload.count <= link.messageLimit else { continue }
      var bytes: [UInt8] = []
      BrokerWriter.publish(payload, to: reply, into: &bytes)
      link.output.send(bytes)
    }
  }

  // So many bytes a question is answered with at least until the rest is made short: what waits for the broker has a limit.
  private static let answerLimit = 8 << 20

  private func answer(_ verb: ServiceVerb, _ member: Member, isShort: Bool) -> [UInt8] {
    switch verb {
    case .ping: return json(standard(verb, member))
    case .info where isShort: return described(member, isShort: true)
    case .info:
      let payload = member.described ?? described(member, isShort: false)
      member.described = payload
      return payload
    case .stats: return stats(member, isShort: isShort)
    }
  }

  private func standard(_ verb: ServiceVerb, _ member: Member) -> Fields {
    [
      "type": .text(verb.type), "name": .text(member.name), "id": .text(serviceID(member)),
      // What is not known has a version as well, in a protocol that asks for one.
      "version": .text("\(member.info.version ?? Version(0))"),
      "metadata": .map(["cluster": .text(settings.name), "host": .text(id)]),
    ]
  }

  private func described(_ member: Member, isShort: Bool) -> [UInt8] {
    fitting(member, isShort) { endpoints in
      var fields = standard(.info, member)
      fields["description"] = .text(member.info.summary)
      fields["endpoints"] = .list(
        endpoints.map { endpoint in
          var said = place(endpoint, member)
          var metadata: Fields = [:]
          if let endpoint {
            metadata = [
              "summary": .text(endpoint.summary), "signature": .text(endpoint.signature),
              "reads": .text("\(endpoint.reads)"),
            ]
          }
          said["metadata"] = .map(metadata)
          return .map(said)
        })
      return fields
    }
  }

  private func stats(_ member: Member, isShort: Bool) -> [UInt8] {
    fitting(member, isShort) { endpoints in
      var fields = standard(.stats, member)
      fields["started"] = .text(ClusterCore.moment(started))
      fields["endpoints"] = .list(
        endpoints.map { endpoint in
          var said = place(endpoint, member)
          let figures = figures(of: endpoint, member)
          said["num_requests"] = .int(figures.requests)
          said["num_errors"] = .int(figures.errors)
          said["last_error"] = .text(member.lastError(endpoint))
          // Libraries read it, though the protocol lets it be left out.
          said["data"] = .some(.null)
          said["processing_time"] = .int(figures.nanoseconds)
          said["average_processing_time"] = .int(
            figures.requests == 0 ? 0 : figures.nanoseconds / figures.requests)
          return .map(said)
        })
      return fields
    }
  }

  // What was counted of an action, or of all of a component's.
  private func figures(
    of endpoint: MemberInfo.Endpoint?, _ member: Member
  ) -> (requests: Int, errors: Int, nanoseconds: Int) {
    let samples: [ActionSample]
    if let endpoint {
      samples = figures.known(endpoint.target, endpoint.action).map { [$0.sample] } ?? []
    } else {
      samples = figures.samples.filter { member.owns($0.target) }
    }
    return samples.reduce((0, 0, 0)) { all, one in
      (all.0 + Int(one.counts.last ?? 0), all.1 + one.failures, all.2 + Int(one.nanoseconds))
    }
  }

  // With the digits of microseconds, always: libraries read no other form.
  private static func moment(_ time: Timestamp) -> String {
    let digits = String(time.nanosecond / 1000)
    let zeroes = String(repeating: "0", count: 6 - digits.utf8.count)
    return "\("\(Timestamp(seconds: time.seconds))".dropLast()).\(zeroes)\(digits)Z"
  }

  // Of one that is not known, and where there is no place for each, all are one endpoint.
  private func fitting(
    _ member: Member, _ isShort: Bool, _ fields: ([MemberInfo.Endpoint?]) -> Fields
  ) -> [UInt8] {
    if !member.info.endpoints.isEmpty, !isShort {
      let whole = json(fields(member.info.endpoints))
      if whole.count <= link.messageLimit { return whole }
    }
    return json(fields([nil]))
  }

  private func place(_ endpoint: MemberInfo.Endpoint?, _ member: Member) -> Fields {
    var (name, subject) = (member.name, callPattern(member.info))
    if let endpoint {
      let target = endpoint.target.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
      name = "\(target.joined(separator: "-"))-\(endpoint.action)"
      subject = "\(subject.dropLast(member.name.count + 2))\(endpoint.target).\(endpoint.action)"
    }
    return ["name": .text(name), "subject": .text(subject), "queue_group": .text(settings.name)]
  }

  private func json(_ fields: Fields) -> [UInt8] {
    var bytes: [UInt8] = []
    // Texts, numbers and truths can all be written.
    do throws(JSONWriteError) { try Value.map(fields).appendJSON(to: &bytes) } catch { bytes = Array("{}".utf8) }
    return bytes
  }
}
