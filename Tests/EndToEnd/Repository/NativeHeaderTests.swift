import Testing

/// The headers of what Swift can't do itself.
@Suite struct NativeHeaderTests {
  private static let folder = "\(Place.repository)/Host/Native/include"

  @Test func `each declaration says whose everything is, and on which threads it may be`() {
    let headers = Folder.names(in: Self.folder).filter { $0.hasSuffix(".h") }
    var declared = 0
    for header in headers {
      let text = String(decoding: Folder.bytes(of: "\(Self.folder)/\(header)"), as: UTF8.self)
      // A comment stands for what follows it up to the next blank line.
      for paragraph in text.split(separator: "\n\n") {
        var comment = ""
        var isComment = false
        for line in paragraph.split(separator: "\n") {
          let continues = isComment
          isComment = line.hasPrefix("//")
          if isComment { comment = continues ? "\(comment)\n\(line)" : "\n\(line)" }
          guard line.wholeMatch(of: /extern .*|(?!typedef)[a-z].*\(.*/) != nil else { continue }
          declared += 1
          let isSaid = comment.contains("\n// OWNERSHIP: ") && comment.contains("\n// THREADS: ")
          #expect(isSaid, "\(header): \(line)")
        }
      }
    }
    #expect(declared > 20)
  }
}
