@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Synchronization

// What a component is, for whoever calls it from elsewhere: what callers from outside may know of it, and no more.
extension ClusterCore {
  /// Answers a question. What the component says of itself may have to be read, or it even to be loaded: never on the
  /// connection's thread.
  func describe(_ member: Member, _ delivery: Delivery) {
    guard let reply = delivery.reply, !link.output.waits else { return }
    let asked: AboutQuestion
    do throws(Failure) { asked = try AboutQuestion(delivery) } catch { return refuse(reply, error) }
    let count = describing.wrappingAdd(1, ordering: .relaxed).newValue
    let name = member.name
    let major = major(of: delivery.subject)
    let isBegun = count <= ClusterCore.describingLimit && Spawned.run { self.describe(name, major, asked, reply) }
    if isBegun { return }
    hasDescribed()
    refuse(reply, .busy)
  }

  // Whoever waits for the end of the door may have waited for this.
  private func hasDescribed() {
    describing.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    wakeWhoEnds()
  }

  // So many are answered at once, which bounds the threads.
  private static let describingLimit = 8
  // So long a component may take to be loaded for that.
  private static let describingTime = Duration.seconds(5)

  // The major version that is meant; nil for any.
  private func major(of subject: String) -> UInt32? {
    let start = settings.name.utf8.count + ".about.".utf8.count
    let digits = subject.utf8.dropFirst(start).prefix { $0 != UInt8(ascii: ".") }
    return UInt32(String(Substring(digits))).flatMap { $0 == 0 ? nil : $0 }
  }

  private func describe(_ name: String, _ major: UInt32?, _ asked: AboutQuestion, _ reply: Subject) {
    defer { hasDescribed() }
    let said: Value?
    do throws(Refusal) {
      said = try host.openDescription(
        ofComponent: name, target: asked.target, action: asked.action, within: ClusterCore.describingTime)
    } catch {
      // Why is for the owner of this host.
      return refuse(reply, Failure(.refused, "component_refused", "the component \(quoted(name)) is refused here"))
    }
    guard let said else {
      let words = "the component \(quoted(name)) has nothing of that name here that is open to callers from outside"
      return refuse(reply, Failure(.notFound, "not_found", words))
    }
    let version = said["version"]?.text ?? ""
    if let major, let here = Version(told: version), here.major != major {
      return refuse(
        reply,
        Failure(
          .notFound, "other_version", "\(name) is here in \(here), and \(major) is asked for",
          details: ["version": .text(version)]))
    }
    let answer = ClusterAnswer(host: id, request: nil)
    link.output.send(answer.end(.success(said), to: reply, limit: link.messageLimit))
  }
}

/// What is asked of a component: all of it, one target, or one action of that. A JSON object, or nothing.
struct AboutQuestion: Sendable, Equatable {
  var target: String?
  var action: String?

  init(target: String? = nil, action: String? = nil) { (self.target, self.action) = (target, action) }

  init(_ delivery: Delivery) throws(Failure) {
    if delivery.payload.isEmpty, !delivery.isCut { return }
    guard delivery.payload.count <= AboutQuestion.limit, let fields = (try? Value(json: delivery.payload))?.map else {
      throw Failure(.invalidParameters, "invalid_json", "the message must be a JSON object, and a short one")
    }
    (target, action) = (fields["target"]?.text, fields["action"]?.text)
  }

  private static let limit = 4096

  /// As it is sent.
  var payload: [UInt8] {
    var fields: Fields = [:]
    if let target { fields["target"] = .text(target) }
    if let action { fields["action"] = .text(action) }
    var bytes: [UInt8] = []
    // Texts can be written.
    do throws(JSONWriteError) { try Value.map(fields).appendJSON(to: &bytes) } catch { return [] }
    return bytes
  }
}
