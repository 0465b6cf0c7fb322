import ComponentABI
import ComponentKit
import Testing

@testable import ComponentHost

/// Structs of components that were compiled against an earlier or a later contract.
@Suite struct GrowingStructTests {
  @Test func `what may be missing begins behind what a component must say`() {
    #expect(component_request.leastSize == MemoryLayout<component_request>.offset(of: \.flags))
    #expect(component_target.leastSize == MemoryLayout<component_target>.offset(of: \.make))
    #expect(component_about.leastSize == MemoryLayout<component_about>.offset(of: \.start))
    #expect(component_need.leastSize == MemoryLayout<component_need>.size)
    #expect(component_type.leastSize == MemoryLayout<component_type>.size)
    #expect(component_action.leastSize == MemoryLayout<component_action>.offset(of: \.media_type))
    #expect(component_route.leastSize == MemoryLayout<component_route>.offset(of: \.renames))
    #expect(component_key.leastSize == MemoryLayout<component_key>.size)
    #expect(component_event.leastSize == MemoryLayout<component_event>.size)
    #expect(component_observer.leastSize == MemoryLayout<component_observer>.size)
  }

  @Test(arguments: Behind.allCases)
  func `what an earlier contract did not know is zero, whatever lies behind`(behind: Behind) {
    let read = withSize(104, of: request, behind: behind) { lent in
      withWholeStruct(lent) { whole in
        #expect(whole != lent)
        #expect(
          whole.pointee.abi == COMPONENT_ABI_VERSION && whole.pointee.size == MemoryLayout<component_request>.size)
        #expect(whole.pointee.target.length == 3 && whole.pointee.action.length == 4)
        #expect(whole.pointee.parameter_count == 7 && whole.pointee.deadline == 8)
        #expect(whole.pointee.context == UnsafeMutableRawPointer(bitPattern: 0x1000))
        #expect(whole.pointee.parent == nil && whole.pointee.cancellation == nil)
        #expect(whole.pointee.hints == nil && whole.pointee.skips == nil)
        return [Int(whole.pointee.flags), whole.pointee.hint_count, whole.pointee.skip_count]
      }
    }
    #expect(read == [0, 0, 0])
  }

  @Test func `of a contract in between each field that it had is read`() {
    let read = [112, 128].map { size in
      withSize(size, of: request) {
        withWholeStruct($0) { [Int($0.pointee.flags), $0.pointee.hint_count, $0.pointee.skip_count] }
      }
    }
    #expect(read == [[9, 0, 0], [9, 10, 0]])
    let made = withSize(64, of: target) { lent in
      withWholeStruct(lent) { [$0.pointee.make != nil, $0.pointee.destroy != nil, $0.pointee.context != nil] }
    }
    #expect(made == [true, true, false])
  }

  @Test(arguments: [80, 81, 4096])
  func `a whole struct, or one of a later contract, is lent as it is`(size: Int) {
    let same = withSize(size, of: target) { lent in withWholeStruct(lent) { $0 == lent && $0.pointee.flags == 9 } }
    #expect(same == true)
  }

  @Test(arguments: [0, 8, 47, 50, 79]) func `a size that can't be right is refused`(size: Int) {
    #expect(withSize(size, of: target) { withWholeStruct($0) { _ in true } } == nil)
    // All of these are too small for a request.
    #expect(withSize(size, of: request) { withWholeStruct($0) { _ in true } } == nil)
  }

  @Test(arguments: [0, 47, 50]) func `a registration with such a struct is refused whole`(size: Int) {
    #expect {
      try Host().register("Elder\(size)", Elder.register)
    } throws: { error in
      let refusal = error as? Refusal
      return refusal?.message == "it calls add_target with a struct of \(size) bytes; the contract's has 80"
        && refusal?.help == "begin the struct with COMPONENT_HEAD(component_target)"
    }
  }

  @Test(arguments: [48, 80, 4096])
  func `a target of an earlier or a later contract has no instances, whatever lies behind`(size: Int) throws {
    let host = Host()
    try host.register("Elder\(size)", Elder.register)
    #expect(try host.mediator.call("Elder\(size)", "look")["has_instance"] == false)
  }

  @Test(arguments: Behind.allCases)
  func `a route of an earlier contract renames nothing and has no priority, whatever lies behind`(behind: Behind) {
    var route = component_route()
    route.fixed_count = 3
    route.renames = UnsafeRawPointer(bitPattern: 0x1000)?.assumingMemoryBound(to: component_entry.self)
    (route.rename_count, route.flags, route.priority) = (7, 9, 5)
    let read = [88, 104, 112].map { size in
      withSize(size, of: route, behind: behind) {
        withWholeStruct($0) {
          [
            Int($0.pointee.fixed_count), $0.pointee.renames == nil ? 0 : 1, $0.pointee.rename_count,
            Int($0.pointee.flags), Int($0.pointee.priority),
          ]
        }
      }
    }
    #expect(read == [[3, 0, 0, 0, 0], [3, 1, 7, 0, 0], [3, 1, 7, 9, 5]])
  }

  @Test(arguments: Behind.allCases)
  func `an action of an earlier contract says nothing of what its replies are, whatever lies behind`(behind: Behind) {
    let action = component_action(
      abi: COMPONENT_ABI_VERSION, size: 0, target: component_text(), name: component_text(), summary: component_text(),
      flags: 0, reserved: 0, run: { _, _ in COMPONENT_OK }, context: nil, release: nil, signature: component_text(),
      parameter_notes: component_text(bytes: nil, length: 3), media_type: component_text(bytes: nil, length: 7))
    let read = [120, 136].map { size in
      withSize(size, of: action, behind: behind) {
        withWholeStruct($0) { [$0.pointee.parameter_notes.length, $0.pointee.media_type.length] }
      }
    }
    #expect(read == [[3, 0], [3, 7]])
  }

  @Test(arguments: Behind.allCases)
  func `a component of an earlier contract does nothing but answer calls, whatever lies behind`(behind: Behind) {
    var about = component_about()
    let run: component_run = { _, _ in COMPONENT_OK }
    (about.start, about.memory_pressure, about.save, about.restore) = (run, run, run, run)
    let read = [80, 96, 112].map { size in
      withSize(size, of: about, behind: behind) {
        withWholeStruct($0) {
          [
            $0.pointee.start != nil, $0.pointee.memory_pressure != nil, $0.pointee.save != nil,
            $0.pointee.restore != nil,
          ]
        }
      }
    }
    #expect(
      read == [[false, false, false, false], [true, true, false, false], [true, true, true, true]])
  }

  // No field of these is zero, and none is ever followed.
  private var request: component_request {
    var request = component_request(
      abi: COMPONENT_ABI_VERSION, size: 0, target: component_text(bytes: nil, length: 3),
      action: component_text(bytes: nil, length: 4), parameters: nil, parameter_count: 7, ended: { _, _, _ in },
      progressed: nil, context: UnsafeMutableRawPointer(bitPattern: 0x1000), deadline: 8, cancellation: nil,
      parent: nil, flags: 9, reserved: 0, hints: nil, hint_count: 10, skips: nil, skip_count: 11, place: nil)
    request.hints = UnsafeRawPointer(bitPattern: 0x2000)?.assumingMemoryBound(to: component_entry.self)
    request.skips = UnsafeRawPointer(bitPattern: 0x3000)?.assumingMemoryBound(to: component_text.self)
    return request
  }

  private var target: component_target {
    var target = component_target()
    target.flags = 9
    target.make = { _ in nil }
    target.destroy = { _, _ in }
    target.context = UnsafeMutableRawPointer(bitPattern: 0x1000)
    return target
  }
}
