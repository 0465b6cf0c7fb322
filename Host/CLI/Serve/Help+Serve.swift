extension Help {
  static let serve = """
    host serve - \(Help.clause(ServeCommand.summary))

    USAGE
      host serve [--listen ADDRESS]... [OPTIONS]

      Every action that is open to callers from outside answers to
      POST /TARGET/ACTION with a JSON object as its body, and the paths that
      components have of their own answer as with 'host open'. The folders are
      watched: a component that is dropped in answers, and one that is taken out
      is gone, without a word.

      It listens at $XDG_RUNTIME_DIR/component-host.sock, which only its user may
      open, unless --listen says otherwise or a service manager hands sockets over
      (LISTEN_FDS). What speaks TLS and faces the world, such as nginx, stands
      before it.

    EXAMPLES
      host serve
      host serve --listen 127.0.0.1:8080
      curl --unix-socket $XDG_RUNTIME_DIR/component-host.sock \\
        -H 'Content-Type: application/json' -d '{"id":1}' \\
        http://localhost/Reader/showDetail

    SERVE OPTIONS
      --listen ADDRESS
                      Listen at a path, or at 127.0.0.1:8080 or [::1]:8080; may be
                      given several times. At port 0 it is a free one, which the
                      log tells. A socket that is left from a host that has ended
                      is replaced, any other file is not
      --control PATH  Where its user has it do things, by 'host --connect PATH':
                      a socket of its own, in a folder that only its user can
                      write to; $XDG_RUNTIME_DIR/component-host.control by default
      --console ADDRESS
                      A page for its owner in a browser on this machine, as
                      --console 127.0.0.1:8081: the component Console, for which all
                      actions answer there. The log tells once what to open; whoever
                      has that address has the owner's rights
      --cluster URL   Answer to a cluster as well, through a nats-server, as
                      nats://127.0.0.1:4222; may be given several times. One of
                      them is enough, and none need be there. What the policy has
                      as "elsewhere" is called there, where it is not in the folders
      --compatible    Let the old version of a component go on answering where the
                      new one would break what was called of it: the log and 'list'
                      say what that is
      --behind-proxy  Take addresses that other machines reach as well
      --name NAME     A name by which clients know it, as they write it in Host,
                      without a port; may be given several times. It answers to
                      localhost, 127.0.0.1 and [::1] without. Pages of its own come
                      by https, or by http where it is written http://NAME
      --log text|json
                      How the log on the error output looks: a line for each event,
                      for journald with its level before it. Where nobody reads
                      it, nobody waits for that: lines are left out, and counted
      --log-calls     Tell of each call and of each request that is refused, and not
                      only of what goes wrong
      --metrics       Show /metrics to everybody who reaches it
      --openapi       Show /openapi.json to everybody who reaches it: what they may
                      call, as 'host openapi' prints it
      --events NAME   Let everybody who reaches it hear the event of that name, such
                      as Library.changed or host:replaced, at /events; may be given
                      several times
      --threads N     So many calls may have a thread at once; 64 by default. The
                      others wait for one. Of one target it is three quarters
      --connections N So many connections there may be; 16384 by default
      --calls N       So many calls may be under way; 1024 by default
      --target-calls N
                      So many of them may be of one target; 256 by default
      --body BYTES    How long a body may be; 1048576 by default
      --held-bytes BYTES
                      How much may wait in all connections together, of requests
                      that have not come whole and answers that are not read;
                      268435456 by default. Who adds to it beyond that gets 503, or
                      is cut off
      --timeout SECONDS
                      How long a call may take, also where its client would wait
                      for longer; 60 by default, 0 for ever
      --grace SECONDS
                      How long what runs may go on after SIGTERM; 10 by default, 0
                      for ever. A connection that waits for a request stays open
                      for a second of it, or half of it, and is closed behind that.
                      Then components have up to three seconds to shut down

    \(policy)

    \(common)

    PATHS
      /healthz        200 as long as the process answers
      /readyz         200 while it takes calls, 503 once it is to end
      /metrics        With --metrics, its figures as Prometheus reads them
      /openapi.json   With --openapi, what there is to call, as OpenAPI
      /schemas/NAME   The JSON Schemas of failures and of what --json prints
      /events         With --events, a stream of these events as they happen, or of
                      some of them: /events?name=Library.changed,host:replaced

    SIGNALS
      SIGTERM and Ctrl-C end it: it takes no connection any more, finishes what
      runs, and exits with 0. A second one ends it at once, if it is not told
      with the first. SIGHUP has it look at the folders again, for file systems
      that tell of no change.
      Where NOTIFY_SOCKET is set it tells that it is ready, reloads and ends, and
      with WATCHDOG_USEC that it is alive.

    EXIT CODES
      0  it was told to end
      1  it can't listen
      2  the command line is wrong
      8  a component crashed

    """
}
