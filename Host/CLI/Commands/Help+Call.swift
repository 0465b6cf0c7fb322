extension Help {
  /// How a reply is printed, for the commands that print one.
  static let form = """
    REPLY OPTIONS
      --raw           Texts and bytes as they are, with no line's end added
      --field PATH    Only a part of the reply: notes[0].text; several times, each
                      in a line of its own. A key that is no word: ["its text"]

      Null, the reply of an action that has nothing to say, prints nothing, or null
      with --json or as such a part.
    """

  static let call = """
    host call - \(Help.clause(CallCommand.summary))

    USAGE
      host call TARGET ACTION [key=text | key:=json]... [OPTIONS]

      A target is a component, Reader, or a part of one, Reader.Settings.
      key=text        A text, or what the action declares: a number, a bool, bytes
                      from base64, anything else from JSON, list=[1,2]
      key:=json       Any JSON: a number, true, null, a list, an object
      key=@FILE       What is in a file: bytes as they are, or a text; @- is stdin.
                      key:=@FILE is JSON, key=@@text a text that begins with @

    EXAMPLES
      host call Reader showDetail id=1
      host call Notes add book:=1 text='A fine book' page:=null
      host call Notes add --params - < note.json
      host call Image scale data=@photo.png --raw > small.png

    CALL OPTIONS
      --params JSON   The parameters as one JSON object; - reads it from stdin.
                      May be mixed with single ones, no key twice
      --timeout SECONDS
                      Give the call up after so long; 60 by default, 0 never.
                      An action that does not stop is ended with the host, a
                      second later
      --policy FILE   Who stands before the call, and what is isolated and
                      confined; 'host help open' has the form
      --skip NAME     Go past this interceptor of the policy; several times
      --trace FILE    Write how long everything took: each step of a load, each
                      call within the call, each wait, on each thread. Perfetto
                      and chrome://tracing open it, and so does 'host graph'.
                      What begins there and does not end hangs, or ended the
                      host; behind 100,000 of them the rest is left out

    \(form)

    \(common)

    OUTPUT
      A text is printed as it is, bytes are as base64, anything else is as
      readable JSON. With --json always one line of JSON. On a terminal nothing
      in a text acts on it: what would is escaped. Progress is shown on stderr
      if it is a terminal; what a component prints goes to stderr as well.
      Ctrl-C cancels the call, and the host ends by that signal once all is shut
      down, so that a loop of a shell ends too; a second one ends it at once.
      SIGTERM does the same, and SIGHUP, of which a second one ends nothing more: a
      terminal that is closed sends two.
      A component that crashes, on whatever thread, is named on stderr, with the
      action and the signal, unless it handles the signal itself. Where core dumps
      are switched on (ulimit -c) the host dies by that signal.
      An error with --json:
      {"error":{"code":3,"reason":"no_such_component","message":"...",
       "target":"Reder","action":"x","suggestions":["Reader"],"details":{...}}}
      and a warning:
      {"warning":{"reason":"ended_twice","message":"..."}}
      What components say for the log stands on stderr behind their names, with
      --json so:
      {"log":{"component":"Reader","level":"warning","message":"..."}}

      Where nobody has the action but a notFound answers, its answer is printed
      in the reply's place and the error as well, and the exit code is 3.

    EXIT CODES
    \(exitCodes)

    """
}
