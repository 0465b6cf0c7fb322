import Foundation
import FuzzTargets
import Testing

@Suite struct FuzzRegressionTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `every kept input of the fuzzer does what was promised`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let corpus = try inputs("Corpus/\(name)")
    var accepted = 0
    for (path, bytes) in try corpus + inputs("Regressions/\(name)") {
      do {
        if try bytes.withUnsafeBytes(target.check) { accepted += 1 }
      } catch {
        Issue.record("\(path): \(error)")
      }
    }
    // Good ones and bad ones to begin from.
    #expect(accepted > 5 && accepted < corpus.count)
  }

  // The files of a folder in Tests/Fuzz.
  private func inputs(_ folder: String) throws -> [(path: String, bytes: [UInt8])] {
    let folder = URL(filePath: #filePath).appending(path: "../../\(folder)").standardized
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map {
      ($0.path, try Array(Data(contentsOf: $0)))
    }
  }
}
