//! What makes a component in Rust short. Carried by the package; nothing in it is the component's own.
//!
//! A component is a table of targets and their actions, which `register` hands to the host. An action returns its
//! reply or a fault; one that panics fails its call, so no panic ever crosses the border.

#![allow(dead_code, unused_imports, unused_macros)]

pub mod contract;

mod asking;
mod call;
mod data;
mod date;
mod deferred;
mod event;
mod fault;
mod held;
mod instance;
mod intercept;
mod neighbour;
mod parameter;
mod record;
mod refusal;
mod registration;
mod row;
mod start;
#[cfg(test)]
pub mod testing;
#[cfg(test)]
mod testing_call;
#[cfg(test)]
mod testing_generation;
#[cfg(test)]
mod testing_instance;
#[cfg(test)]
mod testing_registration;
#[cfg(test)]
mod testing_signature;
#[cfg(test)]
mod testing_stub;
#[cfg(test)]
mod testing_table;
#[cfg(test)]
mod testing_url;
mod way;

pub use asking::{Cancellation, Listen, Options, Place};
pub use call::Call;
pub use contract::lend;
pub use data::{read, Data, Item};
pub use date::{Date, NoDate};
pub use deferred::Deferred;
pub use event::{Event, Notice, Observation, Observer};
pub use fault::Fault;
pub use held::{Function, Object};
pub use instance::{Instance, Instances};
pub use intercept::{PassingCall, Source};
pub use neighbour::Presence;
pub use parameter::{field, Parameter};
pub(crate) use record::{choice, export, record};
pub use way::{Constant, Key, Path};

use contract::{Context, Head, Registration, Text, Version};
use std::mem::offset_of;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// A component, as a table that is there as long as the process is.
pub struct Component {
    /// The name in the file's name: libGreeter.so says "Greeter".
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    pub version: [u32; 3],
    /// The neighbours it calls.
    pub needs: &'static [Need],
    /// The types that its signatures name.
    pub types: &'static [Type],
    /// "Greeter", or "Greeter.Settings".
    pub targets: &'static [Target],
    /// By which callers from outside reach its actions, besides their names.
    pub paths: &'static [Path<'static>],
    pub keys: &'static [Key],
    /// What it publishes.
    pub events: &'static [Event],
    /// What it hears of.
    pub observers: &'static [Observer],
    /// Called once, after its last call has ended, with the component's host, to log and publish with.
    pub shutdown: Option<fn(&contract::Host)>,
    /// Opens what calls will use: runs once, before the first of them. Where it fails the component is refused.
    pub start: Option<Step>,
    /// Gives back what can be made again, when the system's memory is short.
    pub memory_pressure: Option<Step>,
    /// Replies with the state that the next generation takes, and lets go of what only one can own.
    pub save: Option<Step>,
    /// Takes the state of the generation before from the parameter "state", ahead of its start.
    pub restore: Option<Step>,
}

/// What a component does besides answering calls; it ends as an action does.
pub type Step = fn(&Call) -> Result<Reply, Fault>;

impl Component {
    /// What a table leaves out: `Component { name: "Greeter", ..Component::EMPTY }`.
    pub const EMPTY: Component = Component {
        name: "",
        summary: "",
        version: [1, 0, 0],
        needs: &[],
        types: &[],
        targets: &[],
        paths: &[],
        keys: &[],
        events: &[],
        observers: &[],
        shutdown: None,
        start: None,
        memory_pressure: None,
        save: None,
        restore: None,
    };
}

pub struct Need {
    pub name: &'static str,
    pub minimum: [u32; 3],
    /// Whether the component works without it.
    pub is_optional: bool,
}

pub struct Type {
    /// "Detail"
    pub name: &'static str,
    /// "{id: int, title: text, author: text?}"
    pub definition: &'static str,
    pub summary: &'static str,
}

pub struct Target {
    pub name: &'static str,
    pub summary: &'static str,
    /// Whether the host gives it one call at a time.
    pub is_serial: bool,
    pub actions: &'static [Action],
    /// What its calls find by `call.instance`.
    pub instances: Option<Instances>,
}

pub struct Action {
    pub name: &'static str,
    /// "(id: int, page: int = 1) -> Detail"; empty: anything goes.
    pub signature: &'static str,
    pub summary: &'static str,
    /// What the parameters mean: lines of the form "id: the book's number".
    pub notes: &'static str,
    /// `ACTION_REMOTE`, `ACTION_PROGRESS` and `ACTION_READS`, as far as they hold, or 0.
    pub flags: u32,
    /// What a text or bytes that it replies with is, for callers from outside: "text/csv"; or empty.
    pub media_type: &'static str,
    pub run: fn(&Call) -> Result<Reply, Fault>,
}

/// What an action returns.
pub enum Reply {
    Now(Data),
    /// The call was deferred, and is replied to by that.
    Later,
    /// The call has been ended by hand.
    Done,
}

impl<T: Into<Data>> From<T> for Reply {
    fn from(data: T) -> Reply {
        Reply::Now(data.into())
    }
}

/// The body of a component's `register`.
///
/// # Safety
/// The host and the registration must be those that `register` was given.
pub unsafe fn register(
    host: *const contract::Host,
    registration: *mut Registration,
    component: &'static Component,
) -> i32 {
    // The first refusal decides.
    match add(&*host, registration, component) {
        Ok(()) => contract::OK,
        Err(code) => code,
    }
}

unsafe fn add(
    host: &contract::Host,
    registration: *mut Registration,
    component: &'static Component,
) -> Result<(), i32> {
    let life = Box::into_raw(Box::new(Life { component, host })).cast();
    let about = contract::About {
        head: Head::of::<contract::About>(),
        name: lend(component.name),
        summary: lend(component.summary),
        version: version(component.version),
        reserved: 0,
        shutdown: component.shutdown.map(|_| shutdown as contract::Release),
        context: life,
        release: Some(give_back),
        start: component.start.map(|_| start as contract::Run),
        memory_pressure: component
            .memory_pressure
            .map(|_| memory_pressure as contract::Run),
        save: component.save.map(|_| save as contract::Run),
        restore: component.restore.map(|_| restore as contract::Run),
    };
    if let Err(code) = check((host.describe)(registration, &about)) {
        give_back(life);
        return Err(code);
    }
    for need in component.needs {
        let need = contract::Need {
            head: Head::of::<contract::Need>(),
            name: lend(need.name),
            minimum: version(need.minimum),
            flags: u32::from(need.is_optional) * contract::NEED_OPTIONAL,
        };
        check((host.add_need)(registration, &need))?;
    }
    for row in component.types {
        let row = contract::Type {
            head: Head::of::<contract::Type>(),
            name: lend(row.name),
            definition: lend(row.definition),
            summary: lend(row.summary),
        };
        check((host.add_type)(registration, &row))?;
    }
    for target in component.targets {
        let row = contract::Target {
            head: Head::of::<contract::Target>(),
            name: lend(target.name),
            summary: lend(target.summary),
            flags: (u32::from(target.is_serial) * contract::TARGET_SERIAL)
                | target.instances.map_or(0, |instances| instances.flags),
            reserved: 0,
            make: target.instances.map(|instances| instances.make),
            destroy: target.instances.map(|instances| instances.destroy),
            context: std::ptr::from_ref(host).cast_mut().cast(),
            release: None,
        };
        check((host.add_target)(registration, &row))?;
        for action in target.actions {
            check(add_action(host, registration, lend(target.name), action))?;
        }
    }
    way::add_ways(host, registration, component)?;
    add_events(host, registration, component)
}

unsafe fn add_events(
    host: &contract::Host,
    registration: *mut Registration,
    component: &'static Component,
) -> Result<(), i32> {
    let is_without = component.events.is_empty() && component.observers.is_empty();
    if !is_without && !host.offers(offset_of!(contract::Host, end_observation)) {
        (host.explain)(registration, lend("the host takes no events"));
        return Err(contract::FAILED);
    }
    for event in component.events {
        let row = contract::Event {
            head: Head::of::<contract::Event>(),
            name: lend(event.name),
            summary: lend(event.summary),
            form: lend(event.form),
            flags: 0,
            reserved: 0,
        };
        check((host.add_event)(registration, &row))?;
    }
    for observer in component.observers {
        check(event::add_observer(host, registration, observer))?;
    }
    Ok(())
}

unsafe fn add_action(
    host: &contract::Host,
    registration: *mut Registration,
    target: Text,
    action: &'static Action,
) -> i32 {
    let row = contract::Action {
        head: Head::of::<contract::Action>(),
        target,
        name: lend(action.name),
        summary: lend(action.summary),
        flags: action.flags,
        reserved: 0,
        run,
        context: pointer(action),
        release: None,
        signature: lend(action.signature),
        parameter_notes: lend(action.notes),
        media_type: lend(action.media_type),
    };
    (host.add_action)(registration, &row)
}

fn version(parts: [u32; 3]) -> Version {
    let [major, minor, patch] = parts;
    Version {
        major,
        minor,
        patch,
    }
}

fn pointer<T>(row: &'static T) -> Context {
    std::ptr::from_ref(row).cast_mut().cast()
}

fn check(code: i32) -> Result<(), i32> {
    if code == contract::OK {
        Ok(())
    } else {
        Err(code)
    }
}

unsafe extern "C" fn run(context: Context, call: *mut contract::Call) -> i32 {
    end((*context.cast::<Action>()).run, call)
}

unsafe extern "C" fn start(context: Context, call: *mut contract::Call) -> i32 {
    end_step((*context.cast::<Life>()).component.start, call)
}

unsafe extern "C" fn memory_pressure(context: Context, call: *mut contract::Call) -> i32 {
    end_step((*context.cast::<Life>()).component.memory_pressure, call)
}

unsafe extern "C" fn save(context: Context, call: *mut contract::Call) -> i32 {
    end_step((*context.cast::<Life>()).component.save, call)
}

unsafe extern "C" fn restore(context: Context, call: *mut contract::Call) -> i32 {
    end_step((*context.cast::<Life>()).component.restore, call)
}

unsafe fn end_step(step: Option<Step>, call: *mut contract::Call) -> i32 {
    step.map_or(contract::FAILED, |step| end(step, call))
}

// Runs an action or a step, which ends the call.
unsafe fn end(run: impl FnOnce(&Call) -> Result<Reply, Fault>, call: *mut contract::Call) -> i32 {
    end_as(run, &Call::new(call))
}

fn end_as(run: impl FnOnce(&Call) -> Result<Reply, Fault>, call: &Call) -> i32 {
    let outcome = catch_unwind(AssertUnwindSafe(|| run(call)));
    let outcome =
        outcome.unwrap_or_else(|panic| Err(Fault::new(contract::FAILED, "panic", said(&panic))));
    match outcome {
        Ok(Reply::Now(data)) => call.end(&Ok(data)),
        Ok(Reply::Later | Reply::Done) => contract::OK,
        Err(fault) => call.end(&Err(fault)),
    }
}

fn said(panic: &Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!(
        "the action panicked: {}",
        text.unwrap_or("it did not say why")
    )
}

unsafe extern "C" fn shutdown(context: Context) {
    let life = &*context.cast::<Life>();
    if let Some(shutdown) = life.component.shutdown {
        let _ = catch_unwind(AssertUnwindSafe(|| shutdown(&*life.host)));
    }
}

// What a component's steps are run with.
struct Life {
    component: &'static Component,
    host: *const contract::Host,
}

unsafe extern "C" fn give_back(life: Context) {
    drop(Box::from_raw(life.cast::<Life>()));
}
