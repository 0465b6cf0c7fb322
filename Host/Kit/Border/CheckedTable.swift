import ComponentABI

/// A table of functions in the place of a host's, with checks before those that make calls.
///
/// It looks like the host's to all that calls through it, so whichever way a call is made, it passes; and calls of a
/// mediator without checks pay nothing for it.
///
/// Sendable although it holds pointers: what they point to is written in init only.
final class CheckedTable: @unchecked Sendable {
  typealias Check = @Sendable (CheckedCall) throws -> Void

  let real: HostTable
  let checks: [Check]
  private let seat: UnsafeMutablePointer<Seat>

  /// The table, and behind it whose it is.
  private struct Seat {
    var table: component_host
    let owner: Unmanaged<CheckedTable>
  }

  var table: HostTable { UnsafeRawPointer(seat).assumingMemoryBound(to: component_host.self) }

  init(_ real: HostTable, _ checks: [Check]) {
    self.real = real
    self.checks = checks
    seat = .allocate(capacity: 1)
    let bytes = UnsafeMutableRawBufferPointer(start: seat, count: MemoryLayout<Seat>.size)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    // Of an older host there is less, of a newer one more than is known here.
    let size = min(Int(real.pointee.size), MemoryLayout<component_host>.size)
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: real, count: size))
    let owner = MemoryLayout<Seat>.offset(of: \.owner) ?? MemoryLayout<component_host>.size
    bytes.storeBytes(of: Unmanaged.passUnretained(self), toByteOffset: owner, as: Unmanaged<CheckedTable>.self)
    replace(&seat.pointee.table, size)
  }

  deinit { seat.deallocate() }

  static func of(_ table: HostTable) -> CheckedTable {
    UnsafeRawPointer(table).assumingMemoryBound(to: Seat.self).pointee.owner.takeUnretainedValue()
  }

  // The host knows its caller by its own table, so each function that takes a table is given that one.
  private func replace(_ table: inout component_host, _ size: Int) {
    table.size = UInt32(size)
    table.call = { $0.checked($1, .action($1)) { $0.pointee.call($0, $1) } }
    table.start = { $0.checked($1, .action($1)) { $0.pointee.start($0, $1) } }
    table.invoke = { CheckedTable.of($0).real.pointee.invoke(CheckedTable.of($0).real, $1, $2) }
    table.start_invoke = { CheckedTable.of($0).real.pointee.start_invoke(CheckedTable.of($0).real, $1, $2) }
    table.open = { table, url, request in
      table.checked(request, .url(url.string)) { $0.pointee.open($0, url, $1) }
    }
    table.start_open = { table, url, request in
      table.checked(request, .url(url.string)) { $0.pointee.start_open($0, url, $1) }
    }
    table.open_key = { table, key, request in
      table.checked(request, .key(key.string)) { $0.pointee.open_key($0, key, $1) }
    }
    table.start_open_key = { table, key, request in
      table.checked(request, .key(key.string)) { $0.pointee.start_open_key($0, key, $1) }
    }
    table.make_cancellation = { CheckedTable.of($0).real.pointee.make_cancellation(CheckedTable.of($0).real) }
    table.log = { CheckedTable.of($0).real.pointee.log(CheckedTable.of($0).real, $1, $2) }
    table.open_with = { table, url, request in
      table.checked(request, .url(url.string)) { $0.pointee.open_with($0, url, $1) }
    }
    table.start_open_with = { table, url, request in
      table.checked(request, .url(url.string)) { $0.pointee.start_open_with($0, url, $1) }
    }
    table.publish_route = { CheckedTable.of($0).real.pointee.publish_route(CheckedTable.of($0).real, $1, $2, $3) }
    table.withdraw_route = { CheckedTable.of($0).real.pointee.withdraw_route(CheckedTable.of($0).real, $1, $2, $3) }
    table.write_url = { CheckedTable.of($0).real.pointee.write_url(CheckedTable.of($0).real, $1, $2) }
    table.has = { CheckedTable.of($0).real.pointee.has(CheckedTable.of($0).real, $1, $2, $3, $4, $5) }
    table.can_open = { CheckedTable.of($0).real.pointee.can_open(CheckedTable.of($0).real, $1, $2, $3, $4) }
    table.publish = { CheckedTable.of($0).real.pointee.publish(CheckedTable.of($0).real, $1, $2, $3, $4) }
    table.observe = { CheckedTable.of($0).real.pointee.observe(CheckedTable.of($0).real, $1, $2) }
    table.release_instance = {
      CheckedTable.of($0).real.pointee.release_instance(CheckedTable.of($0).real, $1, $2, $3)
    }
  }
}

extension UnsafePointer<component_host> {
  /// Makes a call through the host's own table, once all checks have let it pass.
  fileprivate func checked(
    _ request: UnsafePointer<component_request>, _ way: CheckedCall.Way,
    _ send: (HostTable, UnsafePointer<component_request>) -> Int32
  ) -> Int32 {
    let checked = CheckedTable.of(self)
    do {
      let call = CheckedCall(way, request.pointee)
      for check in checked.checks { try check(call) }
    } catch {
      let failure = Failure(error)
      failure.withBorrowed { request.pointee.ended(request.pointee.context, nil, $0) }
      return failure.code.rawValue
    }
    return send(checked.real, request)
  }
}

extension CheckedCall.Way {
  fileprivate static func action(_ request: UnsafePointer<component_request>) -> CheckedCall.Way {
    .action(target: request.pointee.target.string, action: request.pointee.action.string)
  }
}
