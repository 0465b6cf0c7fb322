extension Page {
  /// A form for each action, made of what it declares.
  static let forms = #"""
    const entry = (target, action, types) => {
      const box = make("details", { "data-action": `${target.name}.${action.name}` },
        make("summary", {}, make("strong", { text: action.name }), " ", make("span", { class: "signature", text: action.signature ?? "" })),
        make("p", { text: action.summary }),
        make("p", { class: "note", text: [action.reads ? "changes nothing" : "may change something",
          action.remote ? "open to callers from outside" : "for the owner only"].join(" · ") }));
      // A form is made when it is looked at.
      box.addEventListener("toggle", () => { if (box.open && !box.querySelector("form")) box.append(...form(target, action, types)); });
      return box;
    };

    const form = (target, action, types) => {
      const fields = action.signature === null || action.signature === undefined ? [whole()]
        : action.parameters.map(parameter => field(parameter, action.schema, types));
      const result = make("div", { role: "region", "aria-live": "polite", "aria-label": `Reply of ${target.name}.${action.name}` });
      const cancel = make("button", { type: "button", class: "call", text: "Give up", hidden: true });
      const send = make("button", { type: "submit", class: "call", text: `Call ${action.name}` });
      const node = make("form", { autocomplete: "off", "aria-label": `Call ${target.name}.${action.name}` },
        ...fields.map(one => one.node), make("div", { class: "row" }, send, cancel));
      node.addEventListener("submit", async event => {
        event.preventDefault();
        send.disabled = true;
        try {
          const body = fields[0]?.isWhole ? await fields[0].text() : await said(fields);
          const stop = new AbortController();
          cancel.hidden = false; cancel.onclick = () => stop.abort();
          await call(target, action, body, result, stop.signal);
          figures();
        } catch (error) {
          result.replaceChildren(make("p", { class: "bad", text: error.message }));
          error.control?.focus();
        } finally {
          send.disabled = false; cancel.hidden = true;
        }
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
      return { isWhole: true, node: labelled("parameters as JSON", "", control), text: async () => checked(control, "parameters") };
    };

    const checked = (control, name) => {
      try { JSON.parse(control.value); } catch (error) { throw new Wrong(`${name}: this is no JSON: ${error.message}`, control); }
      return control.value.trim();
    };

    // A JSON object of those that are not left out.
    const said = async members => `{${(await Promise.all(members.map(one => one.text()))).filter(Boolean).join(",")}}`;

    const field = (parameter, schema, types) => member({
      name: parameter.name, label: parameter.name, note: parameter.note, hint: parameter.type, isRequired: parameter.required,
      start: parameter.has_default && parameter.default !== null ? parameter.default : undefined,
      // What a schema does not name lives in a process only.
      schema: schema ? schema.properties?.[parameter.name] ?? false : {}, types });

    // A parameter, or a part of an object: nothing where it is left out.
    const member = asked => part(asked, "", text => `${JSON.stringify(asked.name)}:${text}`);

    // What is a part of something, and what it says where it is left out.
    const part = (asked, left, named) => {
      const { label, isRequired, start } = asked;
      const one = value({ ...asked, label: label + (isRequired ? "" : " (may be left out)") });
      if (isRequired) return { node: one.node, text: async () => named(await one.text() || missing(label, one)) };
      // Where everything that can be typed means something, it has to be said apart that nothing is meant.
      const out = one.isNeverBlank ? make("input", { type: "checkbox", checked: start === undefined }) : null;
      if (out) {
        one.node.addEventListener("input", event => { if (event.target !== out) out.checked = false; });
        one.node.append(make("label", { class: "note" }, out, ` leave ${label} out`));
      }
      return { node: one.node, text: async () => {
        const text = out?.checked ? "" : await one.text();
        return text ? named(text) : left;
      } };
    };

    const missing = (label, one) => { throw new Wrong(`${label}: is missing`, one.control); };

    // What a schema refers to by a name.
    const meant = (schema, types) => {
      for (let count = 0; schema?.$ref && count < 100; count++) schema = types[schema.$ref.slice("#/$defs/".length)];
      return schema;
    };
    const takesNull = (schema, types) => {
      const { type, enum: all, anyOf } = meant(schema, types) || {};
      return anyOf ? anyOf.some(one => one.type === "null") : all ? all.includes(null) : [type].flat().includes("null");
    };

    // A schema without its name, and without the null that it takes as well.
    const bare = (schema, types) => {
      schema = meant(schema, types);
      if (schema?.anyOf) return bare(schema.anyOf.find(one => one.type !== "null"), types);
      if (!schema) return schema === false ? false : {};
      return { ...schema, type: [schema.type].flat().find(one => one !== "null"), enum: schema.enum?.filter(one => one !== null) };
    };

    // What asks for a value of a schema, and the JSON that it says; an empty text where nothing was typed.
    const value = asked => {
      const { label, note, start, isRequired } = asked, schema = bare(asked.schema, asked.types);
      const simple = (control, hint, text, isNeverBlank = false) =>
        ({ node: labelled(label, note, control, hint), control, text, isNeverBlank });
      if (schema === false) {
        const control = make("input", { disabled: true, placeholder: asked.hint });
        return simple(control, "can't come from a page", async () => "");
      }
      const hint = asked.hint ?? schema.type ?? "";
      if (schema.enum || schema.type === "boolean") {
        const control = make("select", {}, ...(isRequired ? [] : [make("option", { value: "", text: "" })]),
          ...(schema.enum ?? [true, false]).map(one => make("option",
            { value: write(one), text: one === "" ? "\"\"" : isPlain(one) ? String(one) : write(one), selected: write(one) === write(start ?? null) })));
        return simple(control, hint, async () => control.value);
      }
      if (schema.type === "array") return several(asked, schema);
      if (schema.type === "object" && schema.properties) return group(asked, schema);
      if (schema.contentEncoding) {
        const control = make("input", { type: "file" });
        return simple(control, "a file", async () => control.files[0] ? JSON.stringify(await base64(control.files[0], label, control)) : "");
      }
      if (schema.format === "date-time") {
        const control = make("input", { type: "datetime-local", step: 1 });
        const moment = new Date(start ?? NaN);
        const shows = !Number.isNaN(moment.getTime());
        if (shows) control.value = moment.toISOString().slice(0, 19);
        // The control has no parts of a second: as long as it was not changed, the default is what it was.
        const first = shows ? control.value : null;
        return simple(control, "a moment in UTC", async () => control.value === first ? JSON.stringify(start)
          : control.value && JSON.stringify(`${control.value}${control.value.length === 16 ? ":00" : ""}Z`));
      }
      if (schema.type === "string") {
        const control = make("input", { type: "text", spellcheck: "false" });
        control.value = start ?? "";
        return simple(control, "", async () => JSON.stringify(control.value), true);
      }
      const isNumber = schema.type === "integer" || schema.type === "number";
      const control = isNumber
        ? make("input", { type: "text", inputmode: schema.type === "integer" ? "numeric" : "decimal", spellcheck: "false" })
        : make("textarea", { rows: 2, spellcheck: "false", placeholder: asked.hint });
      if (start !== undefined) control.value = write(start);
      return simple(control, isNumber ? hint : `${hint}, as JSON`, async () => {
        if (control.value.trim() === "") return "";
        if (schema.type === "integer" && !/^\s*-?\d+\s*$/.test(control.value))
          throw new Wrong(`${label}: ${control.value} is no whole number`, control);
        return checked(control, label);
      });
    };

    const base64 = (file, label, control) => new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
      reader.onerror = () => reject(new Wrong(`${label}: the file can't be read: ${reader.error.message}`, control));
      reader.readAsDataURL(file);
    });

    // A list: as many of its items as are wanted.
    const several = (asked, schema) => {
      const items = new Map();
      const add = make("button", { type: "button", class: "call", text: "Add", "aria-label": `Add to ${asked.label}` });
      const node = make("fieldset", { class: "group" }, make("legend", { text: asked.label }),
        asked.note || asked.hint ? make("span", { class: "note", text: [asked.note, asked.hint].filter(Boolean).join(" · ") }) : null, add);
      const touched = () => node.dispatchEvent(new Event("input", { bubbles: true }));
      let count = 0;
      const put = start => {
        const label = `${asked.name ?? "item"} ${++count}`;
        const one = part({ label, schema: schema.items, types: asked.types, isRequired: !takesNull(schema.items, asked.types),
          start: start ?? undefined }, "null", text => text);
        const remove = make("button", { type: "button", class: "call", text: "Remove", "aria-label": `Remove ${label}` });
        const row = make("div", { class: "row" }, one.node, remove);
        remove.onclick = () => { items.delete(row); row.remove(); add.focus(); touched(); };
        items.set(row, one);
        add.before(row);
        return row;
      };
      add.onclick = () => { put().querySelector("input, select, textarea, button")?.focus(); touched(); };
      for (const one of asked.start ?? []) put(one);
      return { node, control: add, isNeverBlank: true, text: async () =>
        `[${(await Promise.all([...items.values()].map(one => one.text()))).join(",")}]` };
    };

    // An object: each of its parts. One that may be left out is said by opening it, and its parts are made then.
    const group = (asked, schema) => {
      const { label, note, isRequired, start, types } = asked;
      let members = null;
      const made = () => members ??= Object.entries(schema.properties).map(([name, schemaOfPart]) => member({
        name, label: name, note: schemaOfPart?.description, schema: schemaOfPart, types, isRequired: schema.required?.includes(name) ?? false,
        start: start?.[name] ?? undefined }));
      if (isRequired) {
        const node = make("fieldset", { class: "group" }, make("legend", { text: label }),
          note ? make("span", { class: "note", text: note }) : null, ...made().map(one => one.node));
        return { node, text: () => said(made()) };
      }
      const node = make("details", {}, make("summary", { text: label }), make("p", { class: "note", text: [note, "left out while it is closed"].filter(Boolean).join(" · ") }));
      node.addEventListener("toggle", () => { if (node.open && members === null) node.append(...made().map(one => one.node)); });
      node.open = start !== undefined;
      return { node, text: async () => node.open ? said(made()) : "" };
    };
    """#
}
