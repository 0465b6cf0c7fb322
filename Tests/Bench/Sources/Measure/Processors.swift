import BenchNative

/// The processors this process may use.
enum Processors {
  /// As they were when it started.
  static let allowed: [Int32] = {
    var all = [Int32](repeating: 0, count: 1024)
    let count = bench_processors(&all, Int32(all.count))
    return count > 0 ? Array(all.prefix(Int(count))) : [0]
  }()
}
