extension Page {
  /// Small things that the rest of the script is made of.
  static let basics = #"""
    "use strict";
    // Everything that comes from the host is put in as text, never as a page's words.
    const $ = id => document.getElementById(id);
    const make = (name, words = {}, ...children) => {
      const node = document.createElement(name);
      for (const [key, value] of Object.entries(words)) {
        if (key === "text") node.textContent = value;
        else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
        else if (value === true) node.setAttribute(key, "");
        else if (value !== false && value != null) node.setAttribute(key, value);
      }
      node.append(...children.filter(child => child != null));
      return node;
    };
    let number = 0;
    const fresh = () => `part-${++number}`;

    // Numbers of 64 bits stay what they are: JSON is read with its own digits where they say more than the number does.
    const read = text => JSON.parse(text, (key, value, context) =>
      typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
        ? BigInt(context.source) : value);
    const write = (value, space = "", gap = "") => {
      const inner = space + gap, end = gap ? "\n" : "";
      if (typeof value === "bigint") return value.toString();
      if (Array.isArray(value)) return value.length === 0 ? "[]"
        : `[${end}${value.map(one => inner + write(one, inner, gap)).join("," + (end || " "))}${end}${space}]`;
      if (value !== null && typeof value === "object") {
        const all = Object.entries(value);
        return all.length === 0 ? "{}"
          : `{${end}${all.map(([key, one]) => `${inner}${JSON.stringify(key)}: ${write(one, inner, gap)}`).join("," + (end || " "))}${end}${space}}`;
      }
      return JSON.stringify(value);
    };

    // What the host says, or throws what it has against it.
    const ask = async name => {
      const answer = await fetch(`/Host/${name}`, { headers: { Accept: "application/json", Prefer: "by-name" } });
      const text = await answer.text();
      if (answer.ok) return read(text);
      let said = null;
      try { said = read(text).error; } catch { /* It is no word of the host's. */ }
      throw Object.assign(new Error(said?.message ?? `status ${answer.status}`), { status: answer.status });
    };

    // How the host is, ahead of everything else.
    const tell = (words, isBad = false) => { $("state").textContent = words; $("state").className = isBad ? "bad" : ""; };
    """#
}
