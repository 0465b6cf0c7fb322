import ComponentABI
import ComponentKit

// The functions of the table that ask without calling; what they do is in the types they hand over to.

let hasAction:
  @convention(c) (
    UnsafePointer<component_host>, component_text, component_text, UInt32, component_outcome?, UnsafeMutableRawPointer?
  ) -> Int32 = { table, target, action, flags, ended, context in
    if table.isNull { return COMPONENT_FAILURE_INVALID }
    return table.seat.answer(ended, context) { (host) throws(Failure) in
      guard BorderCheck.isText(target), BorderCheck.isText(action) else {
        throw Failure(.notFound, "invalid_name", "the target or the action is not valid UTF-8")
      }
      let action = action.bytes == nil ? nil : action.string
      do throws(Failure) {
        return try known {
          () throws(Failure) in
          try host.lookUp(target.string, action, patience(flags, host), isForCalls: true)
        }
      } catch {
        guard error.reason == "no_such_component", let others = host.elsewhere(for: target.string) else { throw error }
        // Nobody is asked, but it may have been said.
        let known = others.known(ComponentName.root(of: target.utf8))
        return known?.says(target.string, action) == true ? true : .null
      }
    }
  }

let canOpen:
  @convention(c) (
    UnsafePointer<component_host>, component_text, UInt32, component_outcome?, UnsafeMutableRawPointer?
  ) -> Int32 = { table, url, flags, ended, context in
    if table.isNull { return COMPONENT_FAILURE_INVALID }
    return table.seat.answer(ended, context) { (host) throws(Failure) in
      guard BorderCheck.isText(url) else {
        throw Failure(.invalidParameters, "invalid_url", "the URL is not valid UTF-8")
      }
      return try known { () throws(Failure) in _ = try host.canOpen(url.string, patience(flags, host)).get() }
    }
  }

let releaseInstance:
  @convention(c) (
    UnsafePointer<component_host>, component_text, component_outcome?, UnsafeMutableRawPointer?
  ) -> Int32 = { table, target, ended, context in
    if table.isNull { return COMPONENT_FAILURE_INVALID }
    return table.seat.answer(ended, context) { (host) throws(Failure) in
      guard BorderCheck.isText(target) else {
        throw Failure(.notFound, "invalid_name", "the target is not valid UTF-8")
      }
      let patience = Patience.never(.thread(ThreadState.current.pointee.frame))
      if host.releaseInstanceApart(of: target.string, patience) { return true }
      throw Failure(.notFound, "no_instance", "\(quoted(target.string)) has no instance that could be let go of")
    }
  }

// What loads waits no longer than the call that the thread is in may take.
private func patience(_ flags: UInt32, _ host: Host) -> Patience {
  let frame = ThreadState.current.pointee.frame
  return flags & COMPONENT_ASK_LOADING != 0 ? Patience(of: frame, host) : .never(.thread(frame))
}

// True, or null where it can't be told without loading a component, or not in the time there is.
private func known(_ ask: () throws(Failure) -> Void) throws(Failure) -> Value {
  do throws(Failure) { try ask() } catch {
    if error.isNotLoaded || error.code == .timedOut || error.code == .cancelled { return .null }
    throw error
  }
  return true
}
