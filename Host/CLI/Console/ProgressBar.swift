/// What a progress bar looks like from one report to the next.
struct ProgressBar {
  private var turns = 0

  /// One line, at most `width` columns wide.
  mutating func line(_ fraction: Double?, _ message: String, width: Int) -> String {
    let message = shown(message, lineBreaks: false)
    guard let fraction else {
      let spinner = ["|", "/", "-", "\\"][turns % 4]
      turns += 1
      return fitted(message.isEmpty ? "\(spinner) working" : "\(spinner) \(message)", columns: width)
    }
    let percent = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    let number = String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0) + "\(percent)%"
    guard width >= 24 else { return fitted(number, columns: width) }
    let length = min(30, width / 3)
    let done = percent * length / 100
    let head = done < length ? ">" : ""
    let bar = String(repeating: "=", count: done) + head
    let rest = String(repeating: " ", count: max(0, length - done - 1))
    return fitted("[\(bar)\(rest)] \(number)" + (message.isEmpty ? "" : "  \(message)"), columns: width)
  }
}
