extension Help {
  static let completions = """
    host completions - \(Help.clause(CompletionsCommand.summary))

    USAGE
      host completions bash|zsh|fish [OPTIONS]

      Prints what makes the shell complete commands, options, components, targets,
      actions, parameters and their values. The names are those in the plugin
      folders at that moment: of --plugins on the same line, of HOST_PLUGINS, or
      else of ./lib. For the names of components nothing is loaded, for what is
      in one that one alone, and nothing ever from ./lib or another relative
      folder unless --plugins names it.

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
