extension Page {
  static let style = """
    :root { color-scheme: light dark; --line: #8885; --quiet: #667; --bad: #a1121f; --accent: #0b57d0 }
    @media (prefers-color-scheme: dark) { :root { --quiet: #a5abb8; --bad: #ff8f98; --accent: #8ab4f8 } }
    * { box-sizing: border-box }
    body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template: auto 1fr / minmax(14rem, 20rem) 1fr;
      min-height: 100vh }
    header { grid-column: 1 / -1; display: flex; gap: 2rem; align-items: baseline; padding: .5rem 1rem;
      border-bottom: 1px solid var(--line) }
    h1 { font-size: 1.1rem; margin: 0 } h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem } h3 { font-size: 1rem; margin: 1rem 0 .25rem }
    p { margin: .25rem 0 } ul { margin: 0; padding: 0; list-style: none }
    nav { border-right: 1px solid var(--line); padding: 1rem; overflow: auto; max-height: calc(100vh - 3rem) }
    main { padding: 0 1.5rem 2rem; overflow: auto; max-height: calc(100vh - 3rem) }
    nav button { width: 100%; text-align: left; border: 0; background: none; padding: .3rem .5rem; border-radius: .3rem; display: flex;
      justify-content: space-between; gap: .5rem }
    nav button[aria-current] { background: #8883; font-weight: 600 }
    button, input, select, textarea { font: inherit; color: inherit }
    input, select, textarea { padding: .25rem .4rem; border: 1px solid var(--line); border-radius: .3rem; background: Field; width: 100% }
    input[type=radio], input[type=checkbox] { width: auto }
    fieldset { border: 0; padding: 0; margin: .5rem 0 } legend { float: left; padding: 0 }
    .group { border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .75rem; display: grid; gap: .6rem; margin: 0 }
    .group > legend { float: none } .group > .row > div { flex: 1 }
    textarea, code, pre, .signature { font-family: ui-monospace, monospace; font-size: .9em }
    .call { padding: .3rem 1rem; border: 1px solid var(--accent); border-radius: .3rem; background: none; color: var(--accent);
      cursor: pointer }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
    .skip { position: absolute; left: -99rem } .skip:focus { left: 1rem; top: .5rem; background: Canvas; padding: .3rem; z-index: 1 }
    .quiet { color: var(--quiet) } .bad { color: var(--bad) }
    details { border: 1px solid var(--line); border-radius: .4rem; margin: .4rem 0; padding: .4rem .75rem }
    details details { border: 0; margin: 0; padding: 0 0 0 1rem }
    summary { cursor: pointer } .signature { color: var(--quiet); overflow-wrap: anywhere }
    form { display: grid; gap: .6rem; max-width: 46rem; margin: .6rem 0 }
    .row { display: flex; gap: .6rem; align-items: center; flex-wrap: wrap }
    .note { color: var(--quiet); font-size: .9em }
    progress { width: 16rem }
    table { border-collapse: collapse } caption { text-align: left; color: var(--quiet) } .wide { overflow: auto; max-width: 100% }
    th, td { text-align: left; padding: .2rem .75rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
    td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
    pre { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
    @media (max-width: 50rem) { body { display: block } nav, main { max-height: none } nav { border-right: 0 } }
    """
}
