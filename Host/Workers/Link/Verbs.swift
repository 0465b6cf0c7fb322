/// What a host asks of its worker. What belongs to it stands where it is written and read.
enum HostVerb: UInt16 {
  /// Load and register the component; the answer is what it registered, or why it is refused.
  case load = 1
  /// Run an action, a step or a function; the answer is how it ended, or that it was deferred.
  case run
  case make, destroy
  /// Hear an event.
  case hear
  /// A started call of the component's has ended, or made progress.
  case askedEnded, askedProgress
  case shutDown
  /// Give back all contexts: the last request.
  case release
  // Notices.
  /// A deferred call was given up.
  case giveUp
  /// A function of the component's is not held any more.
  case letGo
  /// An observer will not hear any more.
  case endObserver
}

/// What a worker asks of its host: what its component asks of the mediator.
enum WorkerVerb: UInt16 {
  /// Make a call, of any kind: see `AskedKind`.
  case call = 1
  /// A deferred call has ended, or made progress.
  case ended, progress
  case publish, observe, endObservation
  case publishRoute, withdrawRoute
  case has, canOpen, releaseInstance
  case log, report
  /// The worker holds to its terms, and will load the component behind the answer.
  case obeys
  // Notices.
  /// The component is done with a deferred call.
  case done
  /// A started call is given up.
  case cancelAsked
  /// A function of the other side's is not held any more.
  case letGo
}

extension HostVerb {
  /// How long it may be in a manner; nil where it is none of that.
  func limit(_ manner: Manner) -> Int? {
    switch self {
    case .load, .run, .hear, .askedEnded, .askedProgress: manner == .request ? Channel.messageLimit : nil
    case .make: manner == .request ? 8 : nil
    case .destroy: manner == .request ? 16 : nil
    case .shutDown, .release: manner == .request ? 0 : nil
    case .giveUp, .endObserver: manner == .notice ? 8 : nil
    case .letGo: manner == .notice ? 16 : nil
    }
  }
}

extension WorkerVerb {
  /// The same.
  func limit(_ manner: Manner) -> Int? {
    switch self {
    case .call, .ended, .progress, .publish, .observe, .publishRoute, .withdrawRoute, .has, .canOpen, .releaseInstance,
      .log, .report:
      manner == .request ? Channel.messageLimit : nil
    case .obeys: manner == .request ? 0 : nil
    case .endObservation: manner == .request ? 8 : nil
    case .done, .cancelAsked: manner == .notice ? 8 : nil
    case .letGo: manner == .notice ? 16 : nil
    }
  }
}

extension HostVerb {
  /// Whether what it asks for may wait for something that another message brings.
  var mayWait: Bool {
    switch self {
    case .load, .run, .make, .destroy, .hear, .shutDown, .release: true
    case .askedEnded, .askedProgress, .giveUp, .letGo, .endObserver: false
    }
  }
}

extension WorkerVerb {
  /// The same.
  var mayWait: Bool {
    switch self {
    case .call, .has, .canOpen, .releaseInstance: true
    case .ended, .progress, .publish, .observe, .endObservation, .publishRoute, .withdrawRoute, .log, .report, .obeys,
      .done, .cancelAsked, .letGo:
      false
    }
  }
}

/// Which function of the table makes a call.
enum AskedKind: UInt32 {
  case call, start, invoke, startInvoke, open, startOpen, openWith, startOpenWith, openKey, startOpenKey, writeURL

  var waits: Bool {
    switch self {
    case .call, .invoke, .open, .openWith, .openKey, .writeURL: true
    case .start, .startInvoke, .startOpen, .startOpenWith, .startOpenKey: false
    }
  }

  /// Whether a text goes with it: a URL, a key or a scheme.
  var hasText: Bool {
    switch self {
    case .open, .startOpen, .openWith, .startOpenWith, .openKey, .startOpenKey, .writeURL: true
    case .call, .start, .invoke, .startInvoke: false
    }
  }

  var hasFunction: Bool { self == .invoke || self == .startInvoke }
}

/// What of a component is run.
enum RunKind: UInt32 {
  case action, function, start, memoryPressure, save, restore
}

/// How a request to run something ended, and what is said of it before.
enum RunMark: UInt32 {
  /// The component keeps the call.
  case deferred
  /// A reply, or a failure, follows.
  case reply, failure
  /// It has ended before, as was said.
  case over
  /// Progress follows.
  case progress
}

/// What a registration says, each as a list that begins with one of these.
enum RegistrationItem: Int64 {
  case about, need, target, type, action, route, key, event, observer
}
