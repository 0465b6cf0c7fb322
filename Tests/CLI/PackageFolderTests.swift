import Glibc
import Testing

@testable import HostCLI

@Suite struct PackageFolderTests {
  private static let files = [
    PackageFile("README.md", "# é\n"), PackageFile("a/b/c.txt", "c\n"), PackageFile("a/b/d.txt", ""),
    PackageFile("run", "#!/bin/sh\n", isExecutable: true),
  ]

  private func problem(_ name: String, in folder: TemporaryFolder, _ files: [PackageFile] = files) -> Problem? {
    do throws(Problem) {
      try PackageFolder.make(name, in: folder.path, files)
      return nil
    } catch {
      return error
    }
  }

  private static let exists = Problem(
    .failed, "exists", "there is something named 'New' here already, and nothing of it was touched",
    help: ["choose another name, or go to another folder"])

  @Test func `the files lie in their folders`() throws {
    let folder = try #require(TemporaryFolder())
    #expect(problem("New", in: folder) == nil)
    #expect(
      folder.names == ["New", "New/README.md", "New/a", "New/a/b", "New/a/b/c.txt", "New/a/b/d.txt", "New/run"])
    #expect(folder.text(of: "New/README.md") == "# é\n" && folder.text(of: "New/a/b/d.txt") == "")
    #expect(access("\(folder.path)/New/run", X_OK) == 0)
    var status = stat()
    #expect(stat("\(folder.path)/New/README.md", &status) == 0 && status.st_mode & 0o111 == 0)
  }

  @Test func `a file, a folder or a link of that name stays as it is`() throws {
    let folder = try #require(TemporaryFolder())
    let path = "\(folder.path)/New"
    #expect(close(open(path, O_CREAT | O_WRONLY, 0o644)) == 0)
    #expect(problem("New", in: folder) == PackageFolderTests.exists)
    #expect(unlink(path) == 0 && mkdir(path, 0o755) == 0)
    #expect(problem("New", in: folder) == PackageFolderTests.exists)
    #expect(rmdir(path) == 0 && symlink("/no/such", path) == 0)
    #expect(problem("New", in: folder) == PackageFolderTests.exists)
    #expect(unlink(path) == 0 && symlink(folder.path, path) == 0)
    #expect(problem("New", in: folder) == PackageFolderTests.exists)
    #expect(unlink(path) == 0 && mkfifo(path, 0o644) == 0)
    #expect(problem("New", in: folder) == PackageFolderTests.exists)
    #expect(folder.names == ["New"])
  }

  @Test func `a failure halfway leaves nothing behind`() throws {
    let folder = try #require(TemporaryFolder())
    let impossible = PackageFolderTests.files + [PackageFile("run/more", "")]
    #expect(
      problem("New", in: folder, impossible)
        == Problem(.failed, "not_written", "can't make the folder 'New/run': File exists"))
    let long = String(repeating: "n", count: 256)
    let tooLong = problem("New", in: folder, PackageFolderTests.files + [PackageFile("a/\(long)", "")])
    #expect(tooLong?.message.hasSuffix(": File name too long") == true)
    #expect(folder.names == [])
  }

  @Test func `where nothing can be written the system's reason is told`() {
    var problem: Problem?
    do throws(Problem) { try PackageFolder.make("New", in: "/no/such", []) } catch { problem = error }
    #expect(problem?.exit == .failed && problem?.message == "can't make the folder 'New': No such file or directory")
  }

  @Test func `of many that make the same folder one does, whole`() async throws {
    let folder = try #require(TemporaryFolder())
    let path = folder.path
    let made = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
      for number in 1...16 {
        group.addTask {
          let files = (1...20).map { PackageFile("file\($0)", "\(number)") }
          do { try PackageFolder.make("New", in: path, files) } catch { return false }
          return true
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(made == 1)
    #expect(TemporaryFolder.names(in: path) == ["New"] && folder.names.count == 21)
    #expect(Set((1...20).map { folder.text(of: "New/file\($0)") }).count == 1)
  }
}
