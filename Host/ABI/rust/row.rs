//! Rows of a component's table, as short as they can be said.

use super::contract::{ACTION_READS, ACTION_REMOTE};
use super::{Action, Call, Component, Event, Fault, Instances, Need, Notice, Observer, Reply};
use super::{Target, Type};

impl Component {
    /// A component of one target, which has its name.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        version: [u32; 3],
        targets: &'static [Target],
    ) -> Component {
        Component {
            name,
            summary,
            version,
            targets,
            ..Component::EMPTY
        }
    }
}

impl Need {
    /// A neighbour without which the component is refused, of this version or a later one.
    pub const fn new(name: &'static str, minimum: [u32; 3]) -> Need {
        Need {
            name,
            minimum,
            is_optional: false,
        }
    }

    /// One that the component works without.
    pub const fn optional(name: &'static str, minimum: [u32; 3]) -> Need {
        Need {
            name,
            minimum,
            is_optional: true,
        }
    }
}

impl Type {
    pub const fn new(name: &'static str, definition: &'static str) -> Type {
        Type {
            name,
            definition,
            summary: "",
        }
    }
}

impl Target {
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        actions: &'static [Action],
    ) -> Target {
        Target {
            name,
            summary,
            is_serial: false,
            actions,
            instances: None,
        }
    }

    /// One call at a time.
    pub const fn serial(self) -> Target {
        Target {
            is_serial: true,
            ..self
        }
    }

    pub const fn instances(self, instances: Instances) -> Target {
        Target {
            instances: Some(instances),
            ..self
        }
    }
}

impl Action {
    pub const fn new(
        name: &'static str,
        signature: &'static str,
        summary: &'static str,
        run: fn(&Call) -> Result<Reply, Fault>,
    ) -> Action {
        Action {
            name,
            signature,
            summary,
            notes: "",
            flags: 0,
            media_type: "",
            run,
        }
    }

    /// What the parameters mean: lines of the form "id: the book's number".
    pub const fn notes(self, notes: &'static str) -> Action {
        Action { notes, ..self }
    }

    /// `ACTION_REMOTE`, `ACTION_PROGRESS` or `ACTION_READS`, besides those that it has.
    pub const fn flags(self, flags: u32) -> Action {
        Action {
            flags: self.flags | flags,
            ..self
        }
    }

    /// Callers from outside may call it.
    pub const fn remote(self) -> Action {
        self.flags(ACTION_REMOTE)
    }

    /// It changes nothing, so a call may be made again.
    pub const fn reads(self) -> Action {
        self.flags(ACTION_READS)
    }

    /// What a text or bytes that it replies with is, for callers from outside: "text/csv".
    pub const fn replying(self, media_type: &'static str) -> Action {
        Action { media_type, ..self }
    }
}

impl Event {
    pub const fn new(name: &'static str, form: &'static str, summary: &'static str) -> Event {
        Event {
            name,
            form,
            summary,
        }
    }
}

impl Observer {
    pub const fn new(events: &'static [&'static str], heard: fn(&Notice)) -> Observer {
        Observer {
            events,
            limit: 0,
            heard,
        }
    }
}
