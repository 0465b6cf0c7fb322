/// A component that another one asks, and that may be missing: what becomes of its failures then is said here, once.
///
///     extension Neighbour {
///       static let library = Neighbour("Library", answers: ["no_such_book"])
///     }
///
///     let book = try Neighbour.library.ifThere(mediator.library.book(id: id))  // nil without Library
///     let text = try Neighbour.library.needed(mediator.library.text(id: id), or: "the book \(id) can't be opened")
///
/// A neighbour's answers are its replies, and the failures by which it says something of what it was asked: those with
/// the reasons that are named here, and wrong parameters. They go to the caller as they are, and so does the end of a call
/// that was given up. Any other failure means that the neighbour is missing, be it that nothing has its name, that it is
/// refused, takes too long or crashes, or that it lacks something itself; what a stand-in replies instead counts for nothing,
/// as long as the question is typed, or asked through `mediator.strict`: a call by names alone would return it.
/// Of a stand-in that fails the failure stands in the neighbour's place, and is judged as the neighbour's own would be.
public struct Neighbour: Sendable {
  /// The component's.
  public let name: String
  /// The reasons of those failures that are answers.
  public let answers: Set<String>

  public init(_ name: String, answers: Set<String> = []) {
    self.name = name
    self.answers = answers
  }

  /// The neighbour's answer; nil where it is missing.
  @available(*, noasync, message: "it keeps the thread; in a function that is async, write 'try await'")
  public func ifThere<T>(_ question: @autoclosure () throws(Failure) -> T) throws(Failure) -> T? {
    do throws(Failure) {
      return try question()
    } catch {
      try check(error)
      return nil
    }
  }

  /// The same, noting by the neighbour's name why it is missing.
  @available(*, noasync, message: "it keeps the thread; in a function that is async, write 'try await'")
  public func ifThere<T>(
    _ question: @autoclosure () throws(Failure) -> T, noting missing: inout [String: Missing]
  ) throws(Failure) -> T? {
    do throws(Failure) {
      return try question()
    } catch {
      missing[name] = try check(error)
      return nil
    }
  }

  /// The neighbour's answer, without which nothing can be done: where it is missing the failure says what can't be, and
  /// why, as in `the book 1 can't be opened: no component named 'Library'`. `missing` in its details says the same to
  /// programs.
  ///
  /// - Parameters:
  ///   - message: what can't be done.
  ///   - reason: `no_library` for Library where it is empty.
  @available(*, noasync, message: "it keeps the thread; in a function that is async, write 'try await'")
  public func needed<T>(
    _ question: @autoclosure () throws(Failure) -> T, or message: @autoclosure () -> String, reason: String = ""
  ) throws(Failure) -> T {
    do throws(Failure) { return try question() } catch { throw failure(try check(error), message(), reason) }
  }

  // What a failure says of the neighbour's absence; it is thrown where it is an answer.
  @discardableResult
  private func check(_ failure: Failure) throws(Failure) -> Missing {
    if failure.code == .invalidParameters || failure.code == .cancelled || answers.contains(failure.reason) {
      throw failure
    }
    return Missing(failure)
  }

  private func failure(_ why: Missing, _ message: String, _ reason: String) -> Failure {
    let missing: Value = ["reason": .text(why.reason), "message": .text(why.message)]
    return Failure(
      .failed, reason.isEmpty ? "no_\(name.lowercased())" : reason, "\(message): \(why.message)",
      details: ["missing": .map(Fields([(name, missing)]))])
  }
}

// The same without keeping the thread.
extension Neighbour {
  public func ifThere<T>(_ question: @autoclosure () async throws(Failure) -> T) async throws(Failure) -> T? {
    do throws(Failure) {
      return try await question()
    } catch {
      try check(error)
      return nil
    }
  }

  public func ifThere<T>(
    _ question: @autoclosure () async throws(Failure) -> T, noting missing: inout [String: Missing]
  ) async throws(Failure) -> T? {
    do throws(Failure) {
      return try await question()
    } catch {
      missing[name] = try check(error)
      return nil
    }
  }

  public func needed<T>(
    _ question: @autoclosure () async throws(Failure) -> T, or message: @autoclosure () -> String, reason: String = ""
  ) async throws(Failure) -> T {
    do throws(Failure) { return try await question() } catch { throw failure(try check(error), message(), reason) }
  }
}
