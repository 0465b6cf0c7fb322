extension Page {
  /// Figures, and what happens while the page is open.
  static let live = #"""
    const time = seconds => seconds === null ? "-" : seconds < 1e-3 ? `${(seconds * 1e6).toFixed(0)} µs` : seconds < 1 ? `${(seconds * 1e3).toFixed(1)} ms` : `${seconds.toFixed(1)} s`;
    const figures = async () => {
      if (document.hidden || isOver) return;
      let rows;
      try { rows = await ask("figures"); } catch (error) { if (isAnother(error.status)) over(); return; }
      if (!rows.length) return;
      const words = ["calls", "a second", "failed", "under way", "median", "99 %", "action"];
      const last = words.length - 1;
      $("figures").replaceChildren(make("div", { class: "wide" }, make("table", {},
        make("thead", {}, make("tr", {}, ...words.map((word, place) => make("th", { scope: "col", class: place < last ? "number" : null, text: word })))),
        make("tbody", {}, ...rows.slice(0, 50).map(row => make("tr", {},
          ...[row.calls, row.rate.toFixed(1), row.failures, row.under_way, time(row.median), time(row.p99)].map(one => make("td", { class: "number", text: String(one) })),
          make("td", { text: row.target ? `${row.target} ${row.action}` : "others" })))))));
    };

    let isOver = false, due = null, stream = null, timer = null;
    // The host is another one by now, which knows neither who looks at this page nor its address: it would say so to every
    // question.
    const isAnother = status => status === 401 || status === 421;
    const over = () => {
      isOver = true;
      stream?.close();
      clearInterval(timer);
      tell("The host was started anew and does not know this page any more: open the address that its log tells.", true);
    };

    const soon = () => { if (!isOver) due ??= setTimeout(() => { due = null; refresh(); }, 50); };
    const names = ["added", "changed", "removed", "loaded", "replaced", "refused", "retired"];
    const listen = () => {
      if (isOver) return;
      stream = new EventSource("/events");
      for (const name of [...names.map(name => `host:${name}`), "lost"]) stream.addEventListener(name, soon);
      stream.onopen = soon;
      stream.onerror = () => {
        // Whether there is a host, and whether it knows this page, an answer tells.
        soon();
        // The browser tries again by itself where it had no answer at all.
        if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
      };
    };
    $("search").addEventListener("input", list);
    document.addEventListener("visibilitychange", figures);
    listen();
    refresh();
    figures();
    timer = setInterval(figures, 2000);
    """#
}
