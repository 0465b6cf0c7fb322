//! What a component has registered with the small host for tests, from its `register` to its shutdown.

use super::contract::*;
use super::data::{read, slice};
use super::testing::{Outcome, TestHost};
use super::testing_call::{lock, Running};
use super::testing_instance::TargetRow;
use super::testing_signature::{read_definition, read_signature, unknown_type, Declared, Types};
use super::{Data, Fault};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

/// One generation of the component. Contexts are addresses, for a test may run on any thread.
#[derive(Default)]
pub(super) struct Generation {
    /// The address of its register.
    register: usize,
    pub about: Option<Description>,
    pub targets: Vec<TargetRow>,
    pub actions: Vec<ActionRow>,
    pub definitions: Vec<(String, String)>,
    pub events: Vec<String>,
    pub observers: Vec<ObserverRow>,
    pub endings: Vec<(Release, usize)>,
    /// Whatever register returns.
    pub is_refused: bool,
}

/// What the component says of itself, without its texts but the name.
pub(super) struct Description {
    pub name: String,
    pub context: usize,
    pub shutdown: Option<Release>,
    pub release: Option<Release>,
    pub steps: [(&'static str, Option<Run>); 4],
}

pub(super) struct ActionRow {
    pub target: String,
    pub name: String,
    pub signature: String,
    /// What its signature says of its reply, once all is registered.
    pub declared: Option<Arc<Declared>>,
    pub run: Run,
    pub context: usize,
}

/// An observer of the component's; as an observation it goes by its number.
#[derive(Clone)]
pub(super) struct ObserverRow {
    pub number: usize,
    pub events: Vec<String>,
    pub heard: Heard,
    pub release: Option<Release>,
    pub context: usize,
}

impl Generation {
    /// Reads types and signatures, or says which one can't be read.
    fn read_signatures(&mut self) -> Result<(), String> {
        let broken = |what: &str, name: &str, rest: String| {
            format!("the {what} of '{name}' can't be read from here on: {rest}")
        };
        let read = |(name, definition): &(String, String)| match read_definition(definition) {
            Ok(form) => Ok((name.clone(), form)),
            Err(rest) => Err(broken("type", name, rest)),
        };
        let types: Result<Types, String> = self.definitions.iter().map(read).collect();
        let types = Arc::new(types?);
        if let Some(message) = types
            .iter()
            .find_map(|named| unknown_type(&named.1, &types))
        {
            return Err(message);
        }
        for row in &mut self.actions {
            if row.signature.is_empty() {
                continue;
            }
            let reply = read_signature(&row.signature)
                .map_err(|rest| broken("signature", &row.name, rest))?;
            if let Some(message) = reply.as_ref().and_then(|form| unknown_type(form, &types)) {
                return Err(message);
            }
            row.declared = reply.map(|reply| {
                let path = format!("{}.{}", row.target, row.name);
                let types = types.clone();
                Arc::new(Declared { path, reply, types })
            });
        }
        Ok(())
    }

    /// The component's name, the function of a step and its context; nothing where it has no such step.
    pub fn step(&self, name: &str) -> Option<(String, Run, Context)> {
        let about = self.about.as_ref()?;
        let step = about.steps.iter().find(|step| step.0 == name)?;
        Some((about.name.clone(), step.1?, about.context as Context))
    }

    /// Shuts the component down, after its last call: it hears no events any more, its instances are destroyed, `shutdown`
    /// runs, and its contexts are given back.
    ///
    /// `shutdown` is left out where the component `goes_on` in another generation of the same function: both share what is
    /// static, and what it would let go of is the other one's.
    pub fn shut_down(mut self, goes_on: bool) {
        for observer in self.observers.drain(..) {
            give_back(observer.release, observer.context);
        }
        for target in &mut self.targets {
            target.owed.extend(target.instance.take());
            for (destroy, context, instance) in target.take_owed() {
                unsafe { destroy(context as Context, instance as Context) };
            }
        }
        if let Some(about) = self.about.as_ref().filter(|_| !goes_on) {
            give_back(about.shutdown, about.context);
        }
        self.give_back();
    }

    /// Gives the contexts back of what has been shut down, or was refused.
    pub fn give_back(self) {
        for observer in self.observers {
            give_back(observer.release, observer.context);
        }
        for (release, context) in self.endings {
            give_back(Some(release), context);
        }
        if let Some(about) = self.about {
            give_back(about.release, about.context);
        }
    }
}

fn give_back(function: Option<Release>, context: usize) {
    if let Some(function) = function {
        unsafe { function(context as Context) };
    }
}

// MARK: steps and generations

impl TestHost {
    /// Registers a generation, which is then the one that answers. One that is refused has given its contexts back.
    pub(super) fn register(&self, register: Register) -> Result<(), Fault> {
        *lock(&self.now) = Generation {
            register: register as usize,
            ..Generation::default()
        };
        let code = unsafe { register(self.table(), ptr::from_ref(self).cast_mut().cast()) };
        let mut now = lock(&self.now);
        let message = match (code, now.is_refused, now.actions.is_empty()) {
            (OK, false, false) => match now.read_signatures() {
                Ok(()) => return Ok(()),
                Err(message) => message,
            },
            (OK, true, _) => "register went on behind a refusal".to_string(),
            (OK, false, true) => "register added no action".to_string(),
            _ => format!("register returned {code}"),
        };
        let refused = std::mem::take(&mut *now);
        drop(now);
        refused.give_back();
        Err(Fault::new(REFUSED, "not_registered", message))
    }

    /// Has the component take a state and start, in this order. Where it does not take the state it starts without.
    pub(super) fn begin(&self, state: Option<&Data>) -> Result<(), Fault> {
        if let Some(state) = state {
            if let Err(fault) = self.restore(state) {
                eprintln!("it starts without the state: {}", fault.message);
            }
        }
        if !self.has_step("start") {
            return Ok(());
        }
        self.start().map(|_| ())
    }

    pub(super) fn has_step(&self, name: &str) -> bool {
        lock(&self.now).step(name).is_some()
    }

    // Runs a step as a call that nobody made.
    pub(super) fn step(&self, name: &str, parameters: Vec<(String, Data)>) -> Outcome {
        let found = lock(&self.now).step(name);
        let Some((component, run, context)) = found else {
            let message = format!("the component has no '{name}'");
            return Err(Fault::new(FAILED, "no_step", message));
        };
        let begins = matches!(name, "start" | "restore");
        let before = self.is_starting.fetch_or(begins, Ordering::Relaxed);
        let running = Running::new(self, &component, name, parameters, ptr::null_mut(), None);
        let outcome = running.run(run, context);
        self.is_starting.store(before, Ordering::Relaxed);
        outcome
    }

    pub(super) fn hand_over(&self, register: Register) -> Result<(), Fault> {
        let hands_over = self.has_step("save");
        let old = std::mem::take(&mut *lock(&self.now));
        let shares = old.register == register as usize;
        let swap = |with: Generation| std::mem::replace(&mut *lock(&self.now), with);
        if let Err(fault) = self.register(register) {
            swap(old);
            return Err(fault);
        }
        let next = swap(old);
        let saved = match hands_over.then(|| self.save()).transpose() {
            Ok(saved) => saved,
            Err(fault) => {
                next.shut_down(shares);
                return Err(failed("save_failed", &fault));
            }
        };
        let old = swap(next);
        let Err(fault) = self.begin(saved.as_ref()) else {
            old.shut_down(shares);
            return Ok(());
        };
        // What both can't own is let go of by the one before the other takes it again.
        swap(Generation::default()).shut_down(shares && !hands_over);
        swap(old);
        if saved.is_some() {
            if let Err(fault) = self.begin(saved.as_ref()) {
                eprintln!("it goes on as well as it can: {}", fault.message);
            }
        }
        Err(failed("start_failed", &fault))
    }
}

fn failed(reason: &str, fault: &Fault) -> Fault {
    let message = format!("{}: {}", fault.reason, fault.message);
    Fault::new(REFUSED, reason, message)
}

// MARK: events

impl Generation {
    /// Whether the component may publish an event: it is its own, and declared.
    pub fn check_own(&self, event: &str) -> Result<(), Fault> {
        if self.events.iter().any(|name| name == event) {
            return Ok(());
        }
        let own = self.about.as_ref().map_or("", |about| &about.name);
        if event.split('.').next() != Some(own) {
            let message = format!("the event '{event}' is not the component's own");
            return Err(Fault::new(DENIED, "foreign_event", message));
        }
        let message = format!("the component has not declared the event '{event}'");
        Err(Fault::new(NOT_FOUND, "no_such_event", message))
    }

    /// The number of the observer, which no other one ever has.
    pub unsafe fn take_observer(&mut self, observer: &Observer) -> usize {
        static NUMBERS: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let names = slice(observer.events, observer.event_count);
        self.observers.push(ObserverRow {
            number,
            events: names.iter().map(|name| read(*name).to_string()).collect(),
            heard: observer.heard,
            release: observer.release,
            context: observer.context as usize,
        });
        number
    }
}
