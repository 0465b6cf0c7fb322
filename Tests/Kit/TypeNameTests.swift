import Testing

@testable import ComponentKit

/// What a type is called, from how Swift's runtime writes it: which differs between kinds of builds.
@Suite struct TypeNameTests {
  @Test(arguments: [
    ("Shop.Detail", "Detail"), ("Shop.Detail.Part", "Detail_Part"), ("Shop.Box<Shop.Detail>", "Box_Detail"),
    ("Shop.Pair<Swift.Int, Shop.Detail.Part>", "Pair_Int_Detail_Part"),
    ("Shop.(unknown context at $7f37d2ff).Detail", "Detail"), ("Shop.(Detail in _E80068E5)", "Detail"),
    ("Shop.(Detail in _E80068E5).Part", "Detail_Part"), ("Shop.Detail.(Part in _E80068E5)", "Detail_Part"),
    ("Shop.(Box in _E8)<Shop.(Detail in _E8)>", "Box_Detail"), ("(extension in Shop):Swift.Int.Part", "Int_Part"),
    ("Shop.(", ""), ("Shop.(Detail in", ""), ("", ""),
  ])
  func `the short name has neither module nor file`(name: String, short: String) {
    #expect(TypeName.short(in: name) == short)
  }

  @Test(arguments: [
    ("Detail", "Detail"), ("(Detail in _E80068E5)", "Detail"), ("Array<Int>", "Array<Int>"), ("(", ""), ("", ""),
  ])
  func `its own name has neither`(name: String, own: String) {
    #expect(TypeName.own(in: name) == own)
  }

  private struct Hidden {}

  @Test func `a private type has the name of its declaration`() {
    #expect(TypeName.own(Hidden.self) == "Hidden")
    #expect(TypeName.short(Hidden.self) == "TypeNameTests_Hidden")
  }
}
