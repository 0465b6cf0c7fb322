import ComponentKit
import Faces

/// Types that hold themselves go there and come back.
func recursion(_ nasty: Nasty, _ expectations: inout Expectations) throws {
  let leaf = Nasty.Tree(value: 1, children: [])
  var tree = Nasty.Tree(value: 2, children: [leaf, leaf], parent: leaf)
  tree.parent?.parent = Nasty.Tree(value: 3, children: [], parent: nil)
  expectations.expect("tree", try nasty.tree(tree: tree), equals: tree)
  expectations.expect("no tree", try nasty.maybeTree(), equals: nil)
  expectations.expect("maybe a tree", try nasty.maybeTree(tree: tree), equals: tree)
  let chain = Nasty.Chain(next: Nasty.ChainNext(deep: Nasty.Chain(), side: Nasty.Chain(next: Nasty.ChainNext())))
  expectations.expect("chain", try nasty.chain(chain: chain), equals: chain)
  let nest = Nasty.Nest([Nasty.Nest([]), Nasty.Nest([Nasty.Nest([])])])
  expectations.expect("nest", try nasty.nest(nest: nest), equals: nest)
  let web = Nasty.Web(["a": Nasty.Web([:]), "b": nil])
  expectations.expect("web", try nasty.web(web: web), equals: web)
  expectations.expect("no web", try nasty.web(), equals: nil)
  let loop = Nasty.Loop([Nasty.Pool(["a": Nasty.Loop([]), "b": nil])])
  expectations.expect("loop", try nasty.loop(loop: loop), equals: loop)
  expectations.expect("empty", try nasty.empty(empty: Nasty.Empty()), equals: Nasty.Empty())
  let points = [Nasty.Point(x: 1, y: 2), nil]
  expectations.expect("points", try nasty.points(points: points), equals: points)
  let map = ["a": points[0], "b": nil]
  expectations.expect("mapped", try nasty.mapped(points: map), equals: map)
  expectations.expect("names", try nasty.names(names: ["a", ""]), equals: ["a", ""])
  expectations.expect("maybe", try nasty.maybe(maybe: 1), equals: 1)
  expectations.expect("not even maybe", try nasty.maybe(), equals: nil)
  let deep = Nasty.Names_of(
    shapes: Nasty.Names_ofShapes(
      form: Nasty.Names_ofShapesForm(shapes: [Nasty.Names_ofShapesFormShapes(form: .y)])))
  expectations.expect(
    "shapes", try nasty.shapes(shapes: deep, other: Nasty.NamesShapes(x: 1)),
    equals: ["shapes": ["form": ["shapes": [["form": "y"]]]]])
}

/// Two to the twelfth ints, none of which is another's.
func big(_ nasty: Nasty, _ expectations: inout Expectations) throws {
  var next = 0
  func d0() -> Nasty.D0 {
    next += 2
    return Nasty.D0(a: next, b: next + 1)
  }
  func twice<Part, Whole>(_ part: () -> Part, _ whole: (Part, Part) -> Whole) -> Whole { whole(part(), part()) }
  func d1() -> Nasty.D1 { twice(d0, Nasty.D1.init(a:b:)) }
  func d2() -> Nasty.D2 { twice(d1, Nasty.D2.init(a:b:)) }
  func d3() -> Nasty.D3 { twice(d2, Nasty.D3.init(a:b:)) }
  func d4() -> Nasty.D4 { twice(d3, Nasty.D4.init(a:b:)) }
  func d5() -> Nasty.D5 { twice(d4, Nasty.D5.init(a:b:)) }
  func d6() -> Nasty.D6 { twice(d5, Nasty.D6.init(a:b:)) }
  func d7() -> Nasty.D7 { twice(d6, Nasty.D7.init(a:b:)) }
  func d8() -> Nasty.D8 { twice(d7, Nasty.D8.init(a:b:)) }
  func d9() -> Nasty.D9 { twice(d8, Nasty.D9.init(a:b:)) }
  func d10() -> Nasty.D10 { twice(d9, Nasty.D10.init(a:b:)) }
  let d11 = twice(d10, Nasty.D11.init(a:b:))
  expectations.expect("big", try nasty.big(big: d11), equals: d11)
}
