extension Shell {
  // `$1` is the program as it was typed, so the program that completes is the one that will be run. bash quotes paths
  // itself, for they are declared as such; names need no quotes.
  static let bashScript = #"""
    # Completion of the program host for bash, printed by 'host completions bash'.
    #
    # Where the package bash-completion is installed:
    #   mkdir -p ~/.local/share/bash-completion/completions
    #   host completions bash > ~/.local/share/bash-completion/completions/host
    # Elsewhere this line in ~/.bashrc:
    #   source <(host completions bash)

    _host_complete() {
      COMPREPLY=()
      local program=$1 lines=()
      [[ $program != '~/'* ]] || program=$HOME/${program:2}
      mapfile -t lines < <(
        "$program" complete bash -- "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null
      )
      case ${lines[0]-} in
        names) COMPREPLY=("${lines[@]:1}") ;;
        parts)
          COMPREPLY=("${lines[@]:1}")
          compopt -o nospace 2>/dev/null
          ;;
        files) mapfile -t COMPREPLY < <(compgen -f -P "${lines[2]-}" -- "${lines[1]-}") ;;
        folders) mapfile -t COMPREPLY < <(compgen -d -P "${lines[2]-}" -- "${lines[1]-}") ;;
      esac
      case ${lines[0]-} in
        files | folders) compopt -o filenames 2>/dev/null ;;
      esac
    }

    complete -F _host_complete host

    """#
}
