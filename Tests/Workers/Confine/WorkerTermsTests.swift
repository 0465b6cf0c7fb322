import ComponentHost
import Glibc
import Testing

@testable import ComponentWorkers

struct WorkerTermsTests {
  private var everything: WorkerTerms {
    var grants = Confinement()
    grants.reads = ["/a b", "/\"c\"\n"]
    grants.writes = ["/d"]
    grants.usesNetwork = true
    grants.processes = .any
    grants.signals = true
    grants.limits = WorkerLimits(memory: 1 << 30, processorTime: 10, files: 64)
    var terms = WorkerTerms(grants)
    terms.folders = ["/plugins"]
    terms.data = "/data"
    terms.landlock = 6
    terms.groups = ["/sys/fs/cgroup/pids/x"]
    return terms
  }

  @Test func `a worker reads the terms that its parent wrote`() {
    #expect(WorkerTerms(text: everything.text) == everything)
    let none = WorkerTerms(Confinement())
    #expect(WorkerTerms(text: none.text) == none)
  }

  @Test(arguments: ["", "{}", "null", #"{"read": []}"#])
  func `a worker takes no terms that are not whole`(_ text: String) {
    #expect(WorkerTerms(text: text) == nil)
  }

  @Test func `a worker takes no terms that lack one of them`() throws {
    let text = everything.text
    for key in ["read", "write", "network", "processes", "signals", "folders", "landlock", "groups"] {
      let without = text.replacing("\"\(key)\":", with: "\"x\":")
      #expect(without != text && WorkerTerms(text: without) == nil)
    }
  }

  @Test func `a limit that is as large as a number can be is one`() {
    #expect(WorkerTerms.sum(4096, .max, 1 << 30) == .max && WorkerTerms.sum(.max, 1) == .max)
    #expect(WorkerTerms.sum(1, 2) == 3 && WorkerTerms.sum(-5) == 0)
  }
}
