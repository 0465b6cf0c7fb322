import ComponentABI

// Questions that call nobody.
extension Mediator {
  /// Whether there is a target, and an action of it. No component's code runs, so where the component is not loaded yet the
  /// answer is that it is not known; with `loading` it is loaded, and then the answer is yes or no.
  ///
  /// A stand-in that would answer in its place does not count.
  public func has(_ target: String, _ action: String? = nil, loading: Bool = false) -> Presence {
    presence(\.has) { ended, context in
      target.withText { target in
        func ask(_ action: component_text) -> Int32 {
          host.pointee.has(host, target, action, loading ? COMPONENT_ASK_LOADING : 0, ended, context)
        }
        // Only what is null is no name.
        return action.map { $0.withText(ask) } ?? ask(component_text())
      }
    }
  }

  /// Whether `open` would call something for a URL, with the parameters that it says; the failure is the one that a caller
  /// from outside would get. No component's code runs, unless `loading` says that components may be loaded to know.
  ///
  /// Interceptors are not asked, but those that are components must be there, also where this mediator skips them. Neither
  /// are actions asked that might decline.
  public func canOpen(_ url: String, loading: Bool = false) -> Presence {
    presence(\.can_open) { ended, context in
      url.withText { url in host.pointee.can_open(host, url, loading ? COMPONENT_ASK_LOADING : 0, ended, context) }
    }
  }

  /// Lets go of a target's instance, cached or kept: the next call has a new one. It is destroyed on another thread, when no
  /// call is in it. The answer is no where the target has no instance just now.
  @discardableResult
  public func release(_ target: String) -> Presence {
    presence(\.release_instance) { ended, context in
      target.withText { target in host.pointee.release_instance(host, target, ended, context) }
    }
  }

  private func presence(
    _ function: PartialKeyPath<component_host>,
    _ ask: (@escaping component_outcome, UnsafeMutableRawPointer) -> Int32
  ) -> Presence {
    // Of a host that is older than the question nobody knows.
    guard host.has(function) else { return .unknown }
    switch outcome(ask) {
    case .success(.null): return .unknown
    case .success: return .yes
    case .failure(let failure): return .no(failure)
    }
  }
}
