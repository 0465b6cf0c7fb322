import ComponentKit
import Testing

@testable import ComponentCluster

/// What is read of what a host says of its actions.
@Suite struct ServiceActionsTests {
  private func read(_ json: String) -> ServiceActions? {
    ServiceActions(Array(json.utf8), of: "Reader", in: "shop")
  }

  private func said(_ endpoints: String, name: String = "Reader", cluster: String = "shop", version: String = "1.2.0")
    -> String
  {
    #"{"name":"\#(name)","version":"\#(version)","metadata":{"cluster":"\#(cluster)","host":"a"},"endpoints":[\#(endpoints)]}"#
  }

  private func endpoint(_ subject: String, _ reads: String = #""true""#) -> String {
    #"{"name":"x","subject":"\#(subject)","metadata":{"reads":\#(reads)}}"#
  }

  @Test func `each action that is open is known by its subject, and whether it only reads`() {
    let actions = read(
      said(
        [
          endpoint("shop.call.1.Reader.show"), endpoint("shop.call.1.Reader.Page.turn", #""false""#),
          #"{"subject":"shop.call.1.Reader.odd"}"#,
        ].joined(separator: ",")))
    #expect(actions?.version == Version(1, 2))
    #expect(actions?.reads == ["Reader.show": true, "Reader.Page.turn": false, "Reader.odd": false])
  }

  @Test func `what is said otherwise counts for nothing`() {
    let show = endpoint("shop.call.1.Reader.show")
    #expect(read(said(show)) != nil)
    for wrong in [
      "", "{", "[]", "7", #"{"name":"Reader"}"#, said(show, name: "Other"), said(show, cluster: "other"),
      said(show, version: "one"), said(""), said("7"), said(endpoint("shop.call.*.Reader.>")),
      said(endpoint("shop.call.2.Reader.show")), said(endpoint("shop.call.1.Readers.show")),
      said(endpoint("shop.call.1.Reader.")), said(endpoint("other.call.1.Reader.show")),
      said(show + String(repeating: " ", count: ServiceActions.limit)),
    ] { #expect(read(wrong) == nil, "\(wrong.prefix(200))") }
    // Only the word itself promises it.
    for reads in ["true", "1", #""yes""#, "null", "{}"] {
      #expect(read(said(endpoint("shop.call.1.Reader.show", reads)))?.reads == ["Reader.show": false], "\(reads)")
    }
  }
}
