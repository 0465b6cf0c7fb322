import ComponentHost
import ComponentKit
import Glibc

extension CheckTrial {
  /// Starts it, has it save its state for its next generation and that restore it, and shuts it down.
  func live() {
    let host = host()
    said("starting")
    guard let component = load(host) else { return }
    // So that there is some state.
    for (number, made) in actions(of: component).prefix(20).enumerated() where !isLeftOut(made) {
      let parameters = made.right(0)
      let place = CheckPlace(made.target, made.action.name, "before its state is saved", parameters)
      talk.at(number, place)
      call(host, made, parameters, at: place)
    }
    said("handing its state over")
    do throws(Refusal) {
      _ = try host.load(file: path)
    } catch {
      talk.find(error.reason, "its next generation is refused: \(error.message)", help: error.help)
    }
    end(host)
  }

  /// Takes it out and puts it back, and replaces it by itself, while the host runs.
  func tryReloading() {
    let host = host()
    guard load(host) != nil else { return }
    let aside = "\(path).aside"
    for turn in 0..<3 {
      said("taken out, turn \(turn + 1)")
      guard rename(path, aside) == 0 else {
        talk.note("its file can't be moved: \(systemReason(errno))")
        break
      }
      expectChange(host.refresh())
      guard rename(aside, path) == 0 else { break }
      said("put back, turn \(turn + 1)")
      host.refresh()
      guard let component = load(host) else { break }
      callOnce(host, component)
      said("replaced, turn \(turn + 1)")
      do throws(SystemFault) {
        try FileCopy.copy(path, to: aside, mode: 0o600)
        guard rename(aside, path) == 0 else { throw SystemFault(number: errno) }
      } catch {
        talk.note("its file can't be replaced: \(systemReason(error.number))")
        break
      }
      for change in host.refresh() {
        if case .kept(let refusal) = change.kind {
          talk.find(refusal.reason, "its next generation is refused: \(refusal.message)", help: refusal.help)
        }
      }
      callOnce(host, component)
    }
    end(host)
  }

  // Among its neighbours there may be another one of its name, which then takes its place.
  private func expectChange(_ changes: [Change]) {
    for change in changes where change.name == job.component {
      if case .kept = change.kind { continue }
      return
    }
    talk.find("not_changed", "it was not taken out when its file was")
  }

  private func callOnce(_ host: Host, _ component: LoadedComponent) {
    guard let made = actions(of: component).first(where: { !isLeftOut($0) }) else { return }
    let parameters = made.right(0)
    call(host, made, parameters, at: CheckPlace(made.target, made.action.name, "after it came back", parameters))
  }

  private func said(_ about: String) {
    var place = CheckPlace()
    place.about = about
    talk.at(0, place)
  }

  /// Publishes in its name what it declares, and has it hear what it observes.
  func tryEvents() {
    let host = host()
    guard let component = load(host) else { return }
    let heard = Guarded(0)
    var observations: [Observation] = []
    for event in component.events {
      said("the event '\(event.name)'")
      var values = MadeValues(types: component.typeNames, dice: CheckDice(seed: job.seed, event.name))
      do throws(Failure) {
        observations.append(try host.mediator.observe(event.name) { _ in heard.withLock { $0 += 1 } })
        for _ in 0..<3 { try host.publish(event.name, event.form.map { values.right($0) } ?? .null) }
      } catch {
        talk.find("event_refused", "the event '\(event.name)' can't be published: \(error.message)")
      }
    }
    for event in component.observed {
      said("hearing the event '\(event)'")
      // What it means is its neighbour's to say: it may be anything.
      for value in [nil, "text", 1, ["key": ["a", 1]], [:]] as [Value] { try? host.publish(event, value) }
    }
    said("hearing events")
    if !host.waitForObservers(atMost: job.duration) {
      talk.find("observer_hangs", "an observer of its did not return within \(job.limit) ms")
    } else if heard.withLock({ $0 }) < component.events.count * 3 {
      talk.find("event_lost", "not all of its events were heard")
    }
    for observation in observations { observation.cancel() }
    end(host)
  }
}
