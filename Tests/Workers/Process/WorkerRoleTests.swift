import ComponentWorkers
import Testing

struct WorkerRoleTests {
  @Test(arguments: WorkerRole.allCases)
  func `a role is read from the arguments that it is started with`(_ role: WorkerRole) {
    #expect(WorkerRole(arguments: ["host"] + role.arguments) == role)
  }

  @Test(arguments: [
    ["host"], ["host", "call"], ["host", "--component-worker"], ["host", "--component-worker", "spy"],
    ["host", "check", "component"], ["host", "--component-worker", "check", "x"], [],
  ])
  func `nothing else is a worker`(_ arguments: [String]) {
    #expect(WorkerRole(arguments: arguments) == nil)
  }
}
