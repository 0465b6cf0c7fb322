extension Page {
  /// A call, its progress and how it ends.
  static let calls = #"""
    const call = async (target, action, body, result, signal) => {
      const bar = make("progress", { "aria-label": "Progress" }), message = make("span", { text: "Calling…" });
      result.replaceChildren(make("div", { class: "row" }, bar, message));
      const began = performance.now();
      const end = (...nodes) => result.replaceChildren(...nodes.filter(Boolean),
        make("p", { class: "note", text: `${(performance.now() - began).toFixed(1)} ms` }));
      const fail = error => end(failure(error));
      try {
        const path = [target.name, action.name].map(encodeURIComponent).join("/");
        // Wherever routes lead from that path, the form is this action's.
        const answer = await fetch(`/${path}`, { method: "POST", signal, body,
          headers: { "Content-Type": "application/json", Accept: "text/event-stream", Prefer: "by-name" } });
        if (!answer.headers.get("Content-Type")?.startsWith("text/event-stream")) {
          const said = read(await answer.text());
          if (isAnother(answer.status)) over();
          return said?.error ? fail(said.error) : end(reply(said, action));
        }
        let isOver = false, standIn = null;
        for await (const event of events(answer.body)) {
          const value = read(event.data);
          if (event.name === "progress") {
            if (value.part === null) bar.removeAttribute("value"); else bar.value = value.part;
            message.textContent = value.message || (value.part === null ? "" : `${Math.round(value.part * 100)} %`);
          } else if (event.name === "answer") standIn = value;
          else if (event.name === "reply") { isOver = true; end(reply(value, action)); }
          else if (event.name === "failure") {
            isOver = true;
            end(failure(value.error), standIn === null ? null : make("p", { text: "What answers in its place says:" }),
              standIn === null ? null : reply(standIn, action));
          }
        }
        if (!isOver) fail({ message: "The host has ended before it answered.", reason: "cut" });
      } catch (error) {
        fail(signal.aborted ? { message: "The call was given up.", reason: "cancelled" } : { message: error.message, reason: "no_answer" });
      }
    };

    async function* events(stream) {
      const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      while (true) {
        const { value, done } = await reader.read();
        if (done) return;
        rest += value;
        let place;
        while ((place = rest.indexOf("\n\n")) >= 0) {
          const lines = rest.slice(0, place).split("\n");
          rest = rest.slice(place + 2);
          const part = name => lines.filter(line => line.startsWith(name)).map(line => line.slice(name.length)).join("\n");
          const name = part("event: ");
          if (name) yield { name, data: part("data: ") };
        }
      }
    }

    const failure = error => make("div", { class: "bad", role: "alert" },
      make("p", {}, make("strong", { text: error.message })),
      make("p", { text: [error.reason, error.code != null && `code ${error.code}`].filter(Boolean).join(" · ") }),
      error.suggestions?.length ? make("p", { text: `Did you mean ${error.suggestions.join(" or ")}?` }) : null,
      error.details?.help ? make("p", { text: error.details.help }) : null,
      error.details && Object.keys(error.details).length ? tree(error.details) : null);
    """#
}
