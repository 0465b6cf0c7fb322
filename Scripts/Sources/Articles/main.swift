import Foundation

// Unpacks the code blocks of an article into a folder: see Scripts/articles.

let article = CommandLine.arguments[1]
do {
  let text = try String(contentsOf: URL(filePath: article), encoding: .utf8)
  let folder = URL(filePath: CommandLine.arguments[2], directoryHint: .isDirectory)
  let blocks = try BlockReader(text).blocks
  for line in try Unpacking(blocks, article: article, to: folder).told { print(line) }
} catch let complaint as Complaint {
  FileHandle.standardError.write(Data("error: \(article):\(complaint.line): \(complaint.text)\n".utf8))
  exit(1)
} catch {
  FileHandle.standardError.write(Data("error: \(article): \(error)\n".utf8))
  exit(1)
}
