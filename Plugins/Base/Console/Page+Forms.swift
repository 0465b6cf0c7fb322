extension Page {
  /// A form for each action, made of what it declares.
  static let forms = #"""
    const entry = (target, action) => {
      const box = make("details", { "data-action": `${target.name}.${action.name}` },
        make("summary", {}, make("strong", { text: action.name }), " ", make("span", { class: "signature", text: action.signature ?? "" })),
        make("p", { text: action.summary }),
        make("p", { class: "note", text: [action.reads ? "changes nothing" : "may change something",
          action.remote ? "open to callers from outside" : "for the owner only"].join(" · ") }));
      // A form is made when it is looked at.
      box.addEventListener("toggle", () => { if (box.open && !box.querySelector("form")) box.append(...form(target, action)); });
      return box;
    };

    const form = (target, action) => {
      const fields = action.signature === null || action.signature === undefined ? [whole()]
        : action.parameters.map(parameter => field(parameter, action.schema));
      const result = make("div", { role: "region", "aria-live": "polite", "aria-label": `Reply of ${target.name}.${action.name}` });
      const cancel = make("button", { type: "button", class: "call", text: "Give up", hidden: true });
      const send = make("button", { type: "submit", class: "call", text: `Call ${action.name}` });
      const node = make("form", { autocomplete: "off", "aria-label": `Call ${target.name}.${action.name}` },
        ...fields.map(one => one.node), make("div", { class: "row" }, send, cancel));
      node.addEventListener("submit", async event => {
        event.preventDefault();
        let body;
        try { body = fields.length === 1 && fields[0].isWhole ? fields[0].text() : `{${fields.map(one => one.text()).filter(Boolean).join(",")}}`; }
        catch (error) {
          result.replaceChildren(make("p", { class: "bad", text: error.message }));
          error.control?.focus();
          return;
        }
        const stop = new AbortController();
        send.disabled = true; cancel.hidden = false; cancel.onclick = () => stop.abort();
        await call(target, action, body, result, stop.signal);
        send.disabled = false; cancel.hidden = true;
        figures();
      });
      return [node, result];
    };

    class Wrong extends Error { constructor(message, control) { super(message); this.control = control; } }

    const labelled = (name, note, control, hint = "") => {
      control.id = fresh();
      const words = [note, hint].filter(Boolean).join(" · ");
      const described = words ? make("span", { class: "note", id: `${control.id}-note`, text: words }) : null;
      if (described) control.setAttribute("aria-describedby", described.id);
      return make("div", {}, make("label", { for: control.id, text: name }), control, described);
    };

    // All parameters at once, of an action that does not say what it takes.
    const whole = () => {
      const control = make("textarea", { rows: 3, spellcheck: "false" });
      control.value = "{}";
      return { isWhole: true, node: labelled("parameters as JSON", "", control), text: () => checked(control, "parameters") };
    };

    const checked = (control, name) => {
      try { JSON.parse(control.value); } catch (error) { throw new Wrong(`${name}: this is no JSON: ${error.message}`, control); }
      return control.value;
    };

    // A control for a parameter, and what it says as a part of a JSON object; nothing where it is left out.
    const field = (parameter, schema) => {
      const { name, type, required, note } = parameter;
      const bare = type.replace(/\?$/, "");
      const words = `${name}${required ? "" : " (may be left out)"}`;
      const said = value => `${JSON.stringify(name)}:${value}`;
      const start = parameter.has_default && parameter.default !== null ? parameter.default : null;
      const choices = schema?.properties?.[name]?.enum ?? (bare === "bool" ? [true, false] : null);
      if (/\b(function|object)\b/.test(bare)) {
        const control = make("input", { disabled: true, placeholder: type });
        return { node: labelled(words, note, control, "can't come from a page"), text: () => "" };
      }
      if (choices) {
        const control = make("select", {}, ...(required ? [] : [make("option", { value: "", text: "" })]),
          ...choices.map(one => make("option", { value: write(one), text: String(one), selected: one === start })));
        return { node: labelled(words, note, control, type), text: () => control.value === "" ? "" : said(control.value) };
      }
      if (bare === "bytes") {
        const control = make("input", { type: "file" });
        const box = { node: labelled(words, note, control, "a file"), text: () => control.dataset.text ? said(JSON.stringify(control.dataset.text)) : missing() };
        const missing = () => { if (required) throw new Wrong(`${name}: choose a file`, control); return ""; };
        control.addEventListener("change", () => {
          const reader = new FileReader();
          delete control.dataset.text;
          reader.onload = () => { control.dataset.text = String(reader.result).split(",")[1] ?? ""; };
          if (control.files[0]) reader.readAsDataURL(control.files[0]);
        });
        return box;
      }
      const isText = bare === "text" || bare === "date", isNumber = bare === "int" || bare === "double";
      const control = isText || isNumber
        ? make("input", { type: "text", inputmode: bare === "int" ? "numeric" : bare === "double" ? "decimal" : null, spellcheck: "false" })
        : make("textarea", { rows: 2, spellcheck: "false", placeholder: type });
      if (start !== null) control.value = isText ? start : write(start);
      return { node: labelled(words, note, control, isText ? (bare === "date" ? "a date, as 2024-02-29" : "") : isNumber ? type : `${type}, as JSON`),
        text: () => {
          const value = control.value;
          if (value.trim() === "" && !(isText && required)) {
            if (required) throw new Wrong(`${name}: is missing`, control);
            return "";
          }
          if (isText) return said(JSON.stringify(value));
          if (bare === "int" && !/^\s*-?\d+\s*$/.test(value)) throw new Wrong(`${name}: ${value} is no whole number`, control);
          return said(checked(control, name).trim());
        } };
    };
    """#
}
