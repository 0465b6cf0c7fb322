extension Shell {
  static let fishScript = #"""
    # Completion of the program host for fish, printed by 'host completions fish'.
    #
    #   mkdir -p ~/.config/fish/completions
    #   host completions fish > ~/.config/fish/completions/host.fish

    function __host_complete
        set -l line (commandline -cp | string collect)
        set -l program (string replace -r '^~/' "$HOME/" -- (commandline -opc)[1])
        set -l lines ($program complete fish -- $line 2>/dev/null </dev/null)
        switch "$lines[1]"
            case names parts
                string join \n -- $lines[2..-1]
            case files
                for path in (__fish_complete_path "$lines[2]")
                    echo -- "$lines[3]$path"
                end
            case folders
                for path in (__fish_complete_directories "$lines[2]" '')
                    echo -- "$lines[3]$path"
                end
        end
    end

    complete -c host -f -a '(__host_complete)'

    """#
}
