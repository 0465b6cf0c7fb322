extension Help {
  static let bindings = """
    host bindings - \(Help.clause(BindingsCommand.summary))

    USAGE
      host bindings TARGET [--language swift|c|cpp|rust]
      host bindings --check FILE TARGET

      Prints source code with a type or struct for what each action takes and
      replies, and a method or function that calls it; in Swift also a protocol with
      the methods, so that a double can stand in the component's place. TARGET is a
      component, with all of its targets, or one target and those below it. Only
      what the component says of itself is needed. In Swift give the file a module
      of its own that imports ComponentKit; in C and C++ include it where
      component_author.h and component.hpp are found; in Rust make it a module
      beside component, of the same crate.

      With --check: whether a face that was printed before still fits the
      component that is installed. What the face was made for stands in its
      first lines, in the keys of describe --json.

    EXAMPLES
      host bindings WordCount > Sources/WordCountFace/WordCount.swift
      host bindings Reader.Settings --language c > reader_settings.h
      host bindings --check Sources/WordCountFace/WordCount.swift WordCount

    BINDINGS OPTIONS
      --language LANGUAGE
                      swift; c for a header in C11 and C++17; cpp for one in
                      C++17; rust for a module
      --check FILE    Check FILE instead of printing a face
      --timeout SECONDS
                      Give up after so long; 60 by default, 0 never

    WHAT BREAKS A FACE
      A target or an action that is gone. A parameter, or a field of one, that is
      gone, is now required where the face may leave it out, or takes less: another
      type, fewer alternatives, no null any more. A reply, or a field of it that
      the face needs, that is gone or can be more: another type, null, new
      alternatives. A reply that the component no longer declares. A map key or a
      hint that is gone, a key that leads to another action, a hint whose default is
      of another kind. A route that is gone, unless other routes take its URLs to
      the same action, or leads elsewhere; one that no longer renames a name, takes
      names in any case, takes longer paths or gives what its action requires, or
      that now gives what URLs could say. An action that no longer promises to
      change nothing, or is no longer open to those who came by a route or a key.

      All else fits: new targets, actions, optional parameters and fields of
      replies; what takes more or replies less, such as an int for a double; other
      defaults (a face in Swift goes on sending the old one); other flags, texts,
      order.

    \(common)

    JSON
      An object with the keys target, version, language and source. With --check:
      file, target, language, verdict ("up to date", "fits" or "broken"),
      printed_for and installed (versions), edited (whether the file is not what
      this host prints for its first lines) and differences: objects with kind,
      breaks, target, action, parameter, path, face and component (what each has)
      and message.

    EXIT CODES
      0  printed; or the face is up to date or still fits
      1  the face no longer fits
      2  usage, or FILE holds no face that was printed for TARGET
      3  no such file, component or target
      4  the component is refused
      7  it did not load in time
      8  it crashed

    """
}
