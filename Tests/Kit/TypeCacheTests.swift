import Testing

@testable import ComponentKit

/// What is found out about types on many threads at once is found once for each.
@Suite struct TypeCacheTests {
  final class Layout: Sendable {}

  private protocol Shell: Sendable {}
  private struct Kernel: Shell {}
  private struct Around<Inner: Shell>: Shell {}

  // More types than the cache has places, so that some of them share one.
  private static let types: [any Shell.Type] = {
    func around<Inner: Shell>(_ type: Inner.Type) -> any Shell.Type { Around<Inner>.self }
    var last: any Shell.Type = Kernel.self
    return (0..<400).map { _ in
      last = around(last)
      return last
    }
  }()

  @Test func `types that share a place are told apart`() {
    let cache = TypeCache<Layout>()
    let layouts = Self.types.map { cache.add($0, Layout()) }
    for (type, layout) in zip(Self.types, layouts) { #expect(cache.find(type) === layout) }
    #expect(cache.find(String.self) == nil)
  }

  @Test func `the first layout of a type counts, whoever adds it`() async {
    let cache = TypeCache<Layout>()
    let first = cache.add(Int.self, Layout())
    #expect(cache.add(Int.self, Layout()) === first)
    let found = await withTaskGroup(of: [Layout].self) { group in
      for _ in 0..<8 { group.addTask { Self.types.map { cache.find($0) ?? cache.add($0, Layout()) } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for layouts in found {
      for (type, layout) in zip(Self.types, layouts) { #expect(cache.find(type) === layout) }
    }
  }
}
