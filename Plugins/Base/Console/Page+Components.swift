extension Page {
  /// The list of components, and the one that is looked at.
  static let list = #"""
    let components = [], chosen = null;

    const isLoading = component => component.refusal?.reason === "still_loading";
    const standing = component => isLoading(component) ? "loading" : component.refusal ? "refused" : component.state === "ready"
      ? (component.generation ? "loaded" : "ready") : component.state;

    // One question at a time; what happens meanwhile is one more behind it.
    let isAsking = false, isDue = false;
    const refresh = async () => {
      if (isAsking) { isDue = true; return; }
      isAsking = true;
      do { isDue = false; await look(); } while (isDue && !isOver);
      isAsking = false;
    };

    const look = async () => {
      try {
        components = (await ask("components")).filter(one => one.state !== "shadowed");
        tell(`${components.length} component${components.length === 1 ? "" : "s"}`);
      } catch (error) {
        if (isAnother(error.status)) over();
        else if (error.status) tell(`The host does not tell what it has: ${error.message}`, true);
        else tell("The host does not answer. If it was started anew, open the address that its log tells.", true);
        return;
      }
      list();
      const now = components.find(one => one.name === chosen);
      if (chosen === null) { if (components.length) choose(components[0].name); }
      else if (!now) {
        $("component").replaceChildren(make("h2", { text: chosen }), make("p", { text: "It was taken out." }));
        shownAs = null;
      }
      // What is typed in a form stays, unless the component has become another one.
      else show(now);
    };

    const list = () => {
      const wanted = $("search").value.trim().toLowerCase();
      const fits = one => !wanted || one.name.toLowerCase().includes(wanted)
        || (one.targets ?? []).some(target => target.name.toLowerCase().includes(wanted)
          || target.actions.some(action => action.name.toLowerCase().includes(wanted)));
      const found = components.filter(fits);
      $("found").textContent = wanted ? `${found.length} of ${components.length}` : "";
      const focused = document.activeElement?.dataset?.component;
      $("components").replaceChildren(...found.map(one => make("li", {},
        make("button", { type: "button", "data-component": one.name, "aria-current": one.name === chosen ? "true" : null,
          onclick: () => choose(one.name) },
          make("span", { text: one.name }),
          make("span", { class: one.refusal ? "bad" : "quiet", text: one.version ?? standing(one) })))));
      if (focused) $("components").querySelector(`[data-component="${CSS.escape(focused)}"]`)?.focus();
    };

    const choose = name => {
      chosen = name;
      list();
      const one = components.find(one => one.name === name);
      if (one) show(one);
    };

    let shownAs = null;
    const show = component => {
      const facts = [component.version && `version ${component.version}`, standing(component),
        component.generation && `generation ${component.generation}`, component.file].filter(Boolean).join(" · ");
      const refusal = component.refusal
        ? [`${isLoading(component) ? "Not known yet" : "Refused"}: ${component.refusal.message}`, component.refusal.help].filter(Boolean).join("; ") : "";
      // It is loaded by its first call, whose form must not go for that.
      const as = write([component.name, component.summary ?? "", component.targets ?? [], component.$defs ?? {}]);
      if (as === shownAs) {
        $("facts").textContent = facts;
        $("refusal").textContent = refusal;
        return;
      }
      shownAs = as;
      $("component").replaceChildren(...[
        make("h2", { text: component.name }), make("p", { text: component.summary ?? "" }),
        make("p", { class: "quiet", id: "facts", text: facts }), make("p", { class: "bad", id: "refusal", text: refusal }),
        ...(component.targets ?? []).flatMap(target => [
          make("h3", { text: target.name }), target.summary && make("p", { class: "quiet", text: target.summary }),
          ...target.actions.map(action => entry(target, action, component.$defs ?? {}))])].filter(Boolean));
    };
    """#
}
