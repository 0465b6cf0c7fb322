import Foundation

/// What a figure is counted in.
enum Unit: String {
  case nanoseconds = "ns"
  case bytes
  /// How much more two threads do than one.
  case gain

  func text(_ number: Double) -> String {
    switch self {
    case .nanoseconds where number >= 1e6: String(format: "%.2f ms", number / 1e6)
    case .nanoseconds where number >= 1e4: String(format: "%.1f µs", number / 1e3)
    case .nanoseconds: String(format: number < 100 ? "%.1f ns" : "%.0f ns", number)
    case .bytes: String(format: "%.0f B", number)
    case .gain: String(format: "%.2f x", number)
    }
  }
}

extension Double {
  /// With two decimals, or fewer.
  var plain: String {
    var text = String(format: "%.2f", self)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  var whole: String { String(format: "%.0f", self) }
}
