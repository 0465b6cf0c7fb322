extension Help {
  static let completions = """
    host completions - \(Help.clause(CompletionsCommand.summary))

    USAGE
      host completions bash|zsh|fish [OPTIONS]

      Prints what makes the shell complete commands, options, components, targets,
      actions, map keys, parameters and hints with their values, and files. The
      names are those in the plugin folders at that moment: of --plugins on the
      same line, of HOST_PLUGINS, or else of ./lib. No component is loaded for
      that, ever: what is in one is known once a command has loaded its file, which
      'host list --targets' does with all of them; unless --no-cache is given.

    INSTALL
      bash, with the package bash-completion
        mkdir -p ~/.local/share/bash-completion/completions
        host completions bash > ~/.local/share/bash-completion/completions/host
      bash, without it: this line in ~/.bashrc
        source <(host completions bash)
      zsh: this line in ~/.zshrc, behind compinit
        source <(host completions zsh)
      fish
        mkdir -p ~/.config/fish/completions
        host completions fish > ~/.config/fish/completions/host.fish

    \(common)

    EXIT CODES
      0  ok

    """
}
