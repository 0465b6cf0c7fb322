extension Page {
  /// A reply as a table, a text, a picture or a tree.
  static let replies = #"""
    const reply = (value, action) => {
      const ways = {};
      if (action.media_type?.startsWith("image/") && typeof value === "string")
        ways.Picture = () => make("img", { alt: `reply of ${action.name}`, src: `data:${action.media_type};base64,${value}` });
      const rows = table(value);
      if (rows) ways.Table = rows;
      if (typeof value === "string") ways.Text = () => make("pre", { text: value });
      if (value !== null && typeof value === "object") ways.Tree = () => tree(value);
      ways.JSON = () => make("pre", { text: write(value, "", "  ") });
      const shown = make("div", { class: "wide" });
      const names = Object.keys(ways), group = fresh();
      const choose = name => shown.replaceChildren(ways[name]());
      choose(names[0]);
      if (names.length === 1) return shown;
      return make("div", {}, make("fieldset", { class: "row" }, make("legend", { class: "note", text: "Reply as" }),
        ...names.map((name, place) => make("label", {},
          make("input", { type: "radio", name: group, value: name, checked: place === 0, onchange: () => choose(name) }), " ", name))), shown);
    };

    const isPlain = value => value === null || typeof value !== "object";
    const plain = value => value === null ? "" : typeof value === "string" ? value : String(value);
    const cell = value => isPlain(value)
      ? make("td", { class: typeof value === "number" || typeof value === "bigint" ? "number" : null, text: plain(value) })
      : make("td", {}, tree(value, true));

    // A list of objects has a row for each; so has an object with one such list, and the rest of it stands above.
    const table = value => {
      let list = value, name = "", rest = [];
      if (!isPlain(value) && !Array.isArray(value)) {
        const all = Object.entries(value), lists = all.filter(([, one]) => Array.isArray(one) && one.length > 0);
        if (lists.length !== 1) return null;
        [[name, list]] = lists;
        rest = all.filter(([key]) => key !== name);
      }
      if (!Array.isArray(list) || list.length === 0 || list.some(one => isPlain(one) || Array.isArray(one))) return null;
      const columns = [...new Set(list.flatMap(Object.keys))];
      return () => {
        const rows = make("tbody", {}, ...list.slice(0, 500).map(one => make("tr", {}, ...columns.map(name => cell(one[name] ?? null)))));
        return make("div", {}, rest.length ? tree(Object.fromEntries(rest)) : null,
          make("table", {}, name ? make("caption", { text: name }) : null, make("thead", {}, make("tr", {}, ...columns.map(name => make("th", { scope: "col", text: name })))), rows),
          list.length > 500 ? make("p", { class: "note", text: `and ${list.length - 500} more` }) : null);
      };
    };

    const tree = (value, isSmall = false) => {
      if (isPlain(value)) return make("span", { text: plain(value) });
      const all = Object.entries(value), isList = Array.isArray(value);
      const line = ([key, one]) => isPlain(one)
        ? make("li", {}, make("span", { class: "quiet", text: `${key}: ` }), plain(one) || make("span", { class: "quiet", text: one === null ? "null" : "\"\"" }))
        : make("li", {}, branch(key, one));
      // What is not looked at is not made.
      const branch = (key, one) => {
        const size = Object.keys(one).length;
        const box = make("details", {}, make("summary", { text: `${key} (${size})` }));
        box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) box.append(tree(one)); });
        return box;
      };
      if (isSmall) return branch(isList ? "list" : "map", value);
      return make("ul", {}, ...all.slice(0, 1000).map(line), ...(all.length > 1000 ? [make("li", { class: "note", text: `and ${all.length - 1000} more` })] : []));
    };
    """#
}
