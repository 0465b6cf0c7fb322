@_spi(Doors) import ComponentDoors
import ComponentKit

// What is subscribed, on the connection's thread.
extension ClusterCore {
  /// Subscribes what belongs to no component.
  func subscribeCommon() {
    for verb in ServiceVerb.allCases {
      subscribe("$SRV.\(verb.rawValue)") { delivery in
        self.answer(verb, self.members.values.sorted { $0.name < $1.name }, delivery.reply)
      }.map { common.append($0) }
    }
    for pattern in events.patterns {
      subscribe(pattern) { [events] in events.hear($0) }.map { common.append($0) }
    }
    // It stays until the end: it is for calls that have begun.
    _ = subscribe("\(settings.name).cancel") { delivery in
      if let reply = delivery.reply { self.cancel(reply) }
    }
    // So does that for answers to this host's own calls.
    subscribeInbox()
  }

  private func subscribeInbox() {
    inboxNumber = subscribe(calling.inbox) { [calling] in calling.hear($0) }
  }

  /// The connection is lost: what is asked by the next one is answered elsewhere.
  func lost() {
    calling.lost()
    guard let before = inboxNumber else { return }
    link.unsubscribe([before])
    subscribeInbox()
  }

  private func subscribe(_ pattern: String, _ heard: @escaping (Delivery) -> Void) -> Int? {
    SubjectPattern(pattern).map { link.subscribe($0, heard: heard) }
  }

  /// Serves these components from now on, and no others.
  func serve(_ infos: [MemberInfo]) {
    guard stage == .open else { return }
    let names = Set(infos.map(\.name))
    for (name, member) in members where !names.contains(name) {
      members[name] = nil
      // What had come for it before is answered, whatever the answer is by now.
      link.unsubscribe([member.callNumber, member.aboutNumber] + member.serviceNumbers)
    }
    for info in infos {
      guard let member = members[info.name] else {
        begin(info)
        continue
      }
      if member.info == info { continue }
      let pattern = callPattern(member.info)
      member.info = info
      guard callPattern(info) != pattern else { continue }
      // There is always one of them, so that nobody hears that nobody is there.
      let before = [member.callNumber, member.aboutNumber]
      subscribeCalls(member)
      link.unsubscribe(before)
    }
  }

  private func begin(_ info: MemberInfo) {
    let member = Member(
      info, callLimit: settings.componentCallLimit, threadLimit: TargetShare.threads(of: settings.threadLimit))
    members[info.name] = member
    subscribeCalls(member)
    for verb in ServiceVerb.allCases {
      for place in ["", ".\(serviceID(member))"] {
        let number = subscribe("$SRV.\(verb.rawValue).\(member.name)\(place)") { delivery in
          self.answer(verb, [member], delivery.reply)
        }
        if let number { member.serviceNumbers.append(number) }
      }
    }
  }

  private func subscribeCalls(_ member: Member) {
    guard let pattern = SubjectPattern(callPattern(member.info)) else { return }
    member.callNumber = link.subscribe(pattern, queue: Subject(settings.name)) { self.hear($0, for: member) }
    guard let pattern = SubjectPattern(aboutPattern(member.info)) else { return }
    member.aboutNumber = link.subscribe(pattern, queue: Subject(settings.name)) { self.describe(member, $0) }
  }

  /// Where calls of a component come in. Of one that is not known any version is taken, and looked at then.
  func callPattern(_ info: MemberInfo) -> String {
    "\(settings.name).call.\(info.version.map { "\($0.major)" } ?? "*").\(info.name).>"
  }

  /// Where it is asked what a component is, in the same way.
  private func aboutPattern(_ info: MemberInfo) -> String {
    "\(settings.name).about.\(info.version.map { "\($0.major)" } ?? "*").\(info.name)"
  }
}
