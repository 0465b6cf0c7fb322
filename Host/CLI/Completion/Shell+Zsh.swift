extension Shell {
  static let zshScript = #"""
    #compdef host
    # Completion of the program host for zsh, printed by 'host completions zsh'.
    #
    # In a folder of your own, which ~/.zshrc must add to fpath before it calls compinit:
    #   mkdir -p ~/.zfunc
    #   host completions zsh > ~/.zfunc/_host
    #   (in ~/.zshrc)  fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit
    # Or this line in ~/.zshrc, behind compinit:
    #   source <(host completions zsh)

    _host() {
      local program=${(Q)words[1]} line name about
      local -a lines items
      [[ $program != '~/'* ]] || program=$HOME/${program#'~/'}
      lines=("${(@f)$(
        "$program" complete zsh -- "${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null </dev/null
      )}")
      case $lines[1] in
        names | parts)
          for line in "${(@)lines[2,-1]}"; do
            name=${line%%$'\t'*} about=${line#$name}
            items+=("${name//:/\\:}${about:+:${about#$'\t'}}")
          done
          if [[ $lines[1] == parts ]]; then _describe '' items -S ''; else _describe '' items; fi
          ;;
        files | folders)
          [[ -z $lines[3] ]] || compset -P "${(b)lines[3]}"
          if [[ $lines[1] == files ]]; then _files; else _files -/; fi
          ;;
      esac
    }

    if [[ $funcstack[1] == _host ]]; then _host "$@"; else compdef _host host; fi

    """#
}
