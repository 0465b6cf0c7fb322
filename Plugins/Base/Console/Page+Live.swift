extension Page {
  /// Figures, and what happens while the page is open.
  static let live = #"""
    const time = seconds => seconds === null ? "-" : seconds < 1e-3 ? `${(seconds * 1e6).toFixed(0)} µs` : seconds < 1 ? `${(seconds * 1e3).toFixed(1)} ms` : `${seconds.toFixed(1)} s`;
    const figures = async () => {
      if (document.hidden) return;
      let rows;
      try { rows = await ask("figures"); } catch { return; }
      if (!rows.length) return;
      const words = ["calls", "failed", "under way", "median", "99 %", "action"];
      $("figures").replaceChildren(make("div", { class: "wide" }, make("table", {},
        make("thead", {}, make("tr", {}, ...words.map((word, place) => make("th", { scope: "col", class: place < 5 ? "number" : null, text: word })))),
        make("tbody", {}, ...rows.slice(0, 50).map(row => make("tr", {},
          ...[row.calls, row.failures, row.under_way, time(row.median), time(row.p99)].map(one => make("td", { class: "number", text: String(one) })),
          make("td", { text: row.target ? `${row.target} ${row.action}` : "others" })))))));
    };



    let due = null;
    const soon = () => { due ??= setTimeout(() => { due = null; refresh(); }, 50); };
    const news = new EventSource("/events");
    for (const name of ["host:added", "host:loaded", "host:replaced", "host:refused", "host:retired", "lost"]) news.addEventListener(name, soon);
    news.onopen = soon;
    news.onerror = () => { $("state").textContent = "The host has ended, or does not answer. This page goes on once it does."; $("state").className = "bad"; };
    $("search").addEventListener("input", list);
    document.addEventListener("visibilitychange", figures);
    refresh();
    figures();
    setInterval(figures, 2000);
    """#
}
