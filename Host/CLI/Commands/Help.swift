/// What `--help` prints, for a person in a hurry.
enum Help {
  /// What the program says if it is started without anything.
  static let usage = """
    usage: host COMMAND [OPTIONS]

      host call TARGET ACTION [key=text]...   call an action
      host open URL                           open a URL
      host run [SCRIPT|-]                     run commands line by line
      host serve                              answer over HTTP
      host mcp                                be the tools of an assistant
      host explain URL                        show who would answer
      host routes                             list the paths, keys and schemes
      host describe TARGET [ACTION]           describe what there is to call
      host openapi                            describe it for programs
      host graph                              draw who needs whom
      host list                               list the components
      host pardon NAME --state DIR            start a crashed component again
      host inspect FILE.so                    look into a file
      host check FILE.so                      try a component out
      host install FILE.so [DIR]              put it into a plugin folder
      host remove NAME [DIR]                  take it out again
      host rollback NAME [DIR]                put the version before back
      host bindings TARGET                    print its typed face
      host new NAME                           make a component of your own
      host completions bash                   complete words by the TAB key
      host help                               more

    """

  static let program = """
    host - calls components that lie in a folder

    USAGE
      host COMMAND [OPTIONS]

    COMMANDS
      call TARGET ACTION [key=text]...   \(CallCommand.summary)
      open URL                           \(OpenCommand.summary)
      run [SCRIPT|-]                     \(RunCommand.summary)
      serve                              \(ServeCommand.summary)
      mcp                                \(MCPCommand.summary)
      explain URL | TARGET ACTION        \(ExplainCommand.summary)
      routes                             \(RoutesCommand.summary)
      describe TARGET [ACTION]           \(DescribeCommand.summary)
      openapi                            \(OpenAPICommand.summary)
      graph                              \(GraphCommand.summary)
      list                               \(ListCommand.summary)
      pardon NAME --state DIR            \(PardonCommand.summary)
      inspect FILE.so                    \(InspectCommand.summary)
      check FILE.so                      \(CheckCommand.summary)
      install FILE.so [DIR]              \(InstallCommand.summary)
      remove NAME [DIR]                  \(RemoveCommand.summary)
      rollback NAME [DIR]                \(RollbackCommand.summary)
      bindings TARGET                    \(BindingsCommand.summary)
      new NAME                           \(NewCommand.summary)
      completions bash|zsh|fish          \(CompletionsCommand.summary)
      help COMMAND                       \(HelpCommand.summary)

    EXAMPLES
      host list
      host call Reader showDetail id=1
      host --plugins ./lib --plugins /usr/lib/reader call Library list --json

    \(common)
      --version       Print the version

    ENVIRONMENT
      HOST_PLUGINS    Folders, separated by ':', for when there is no --plugins
      XDG_CACHE_HOME  Where it is kept what components say of themselves
      NO_COLOR        If set, messages are not coloured

    EXIT CODES
    \(exitCodes)

    """

  static let help = """
    host help - \(Help.clause(HelpCommand.summary))

    USAGE
      host help [COMMAND]

    EXAMPLE
      host help call

    """

  /// The options of every command.
  static let common = """
    OPTIONS, before or after the command
      --plugins DIR   Look for components in DIR; may be given several times, the
                      first folder that has a name wins. Without it: the folders of
                      HOST_PLUGINS, or else ./lib
      --trust-any     Load files and folders that others can write or own
      --in-place      Load from the file itself instead of a sealed copy, for
                      debuggers and profilers; no new file takes its place then
      --isolate [NAME]
                      Run the component NAME in a process of its own; may be given
                      several times. Without a name, as the last word or before an
                      option or the command: all of them
      --confine       Keep isolated components, or all, from files, network, new
                      processes and signals to others: each has a folder of its
                      own, COMPONENT_DATA, and what the policy grants; 'host help
                      open' has the form. One that the system can't confine is
                      refused
      --state DIR     Keep in DIR which components have crashed in processes of
                      their own, so that quarantine outlasts the host, and with
                      --confine what the components keep, in DIR/data
      --no-cache      Neither keep what components say of themselves, nor show what
                      was kept: in component-host in XDG_CACHE_HOME, or else in
                      ~/.cache
      --connect SOCKET
                      Have the host do it that runs, and whose control socket
                      this is: 'host --connect SOCKET help' says what it can
      --cluster URL   Have the hosts of a cluster do it, by a broker there, such as
                      nats://127.0.0.1:4222: 'host --cluster URL help' says what
                      they can. It may be given several times. 'host serve'
                      answers in that cluster
    \(ClusterOptions.help)
      --json          One line of JSON on stdout; errors and warnings as one line
                      of JSON each on stderr
      --help          Print this
      --              What follows is no option
    """

  /// A command's summary behind its name: "open a URL".
  static func clause(_ summary: String) -> String { summary.prefix(1).lowercased() + summary.dropFirst() }

  static let exitCodes = ExitCode.allCases.map { "  \($0.rawValue)  \($0.summary)" }.joined(separator: "\n")
}
