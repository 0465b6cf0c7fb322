//! A small host for tests: a component answers it as it answers the program `host`, which need not be there.
//!
//! It takes a registration, makes calls, and runs what a component does besides: `start` when it is made, `save`, `restore`
//! and `start` when the next generation takes its place, `shutdown` when it is closed.
//!
//! Each reply is held against its action's signature, and a call fails as `mistyped_reply` whose reply does not keep to it.
//!
//! It does not do all that the program does. Parameters and what is said of events are not checked against their types.
//! Calls come from inside the process; only those that the test makes have hints and a deadline, by `call_with`, and a reply
//! that comes after that counts as well. All of them are given up, or none, as `gives_up` says. What only starts a call waits
//! for its end, steps run on the test's thread, and a serial target's turns are not kept. There is nobody but the component:
//! needs are not looked for, and neither stand-ins nor its own `notFound` are asked; neighbours are the test's stubs, and else
//! what it says. What it publishes is heard by nobody, and what the test tells its observers they hear at once, all of it.
//! Routes and keys are taken and lead nowhere: URLs and map keys that the component opens lead to its neighbours, and a URL
//! that it writes names target, action and parameters, as the host's does where no route leads to the action.
//!
//! A bench that is not the engine itself has its reason: it is compiled with the component alone, by rustc and with no crate
//! besides, so a package needs neither Swift nor the program `host` to be tested. What it leaves out is shown by the program:
//! `host run` with the component in its folder.

use super::contract::{self, *};
use super::testing_call::{lock, Besides, Running};
use super::testing_generation::Generation;
use super::testing_signature::Declared;
use super::testing_stub::Stub;
use super::testing_table::TABLE;
use super::{asking, Data, Fault, Notice, Observation, Options};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

pub(super) type Outcome = Result<Data, Fault>;
/// Answers for every other component: to the target, the action and the parameters.
pub type Neighbour = dyn Fn(&str, &str, &Data) -> Outcome + Send + Sync;

/// The host, which begins with the table that the component sees.
#[repr(C)]
pub struct TestHost {
    table: Host,
    pub(super) now: Mutex<Generation>,
    pub(super) logged: Mutex<Vec<(u32, String)>>,
    pub(super) published: Mutex<Vec<(String, Data)>>,
    /// Whether its restore or start runs.
    pub(super) is_starting: AtomicBool,
    pub(super) neighbour: Box<Neighbour>,
    pub(super) stubs: Mutex<Vec<Stub>>,
    pub(super) asked: Mutex<Vec<(String, Data)>>,
    pub(super) gives_up: AtomicBool,
    pub(super) trace: Mutex<&'static str>,
}

/// What a component finds: `TestHost::with(register, Setup { directory: "data", ..Setup::default() })`.
pub struct Setup {
    /// The component's name, as its table has it; it is the package's, where cargo builds the test.
    pub name: &'static str,
    /// The folder in which it finds the files that lie beside its own. Empty, as for every component that is linked in,
    /// unless the test names one.
    pub directory: &'static str,
    /// The state of a generation before, which it takes ahead of its start.
    pub state: Option<Data>,
    pub neighbour: Box<Neighbour>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            name: option_env!("CARGO_PKG_NAME").unwrap_or(""),
            directory: "",
            state: None,
            neighbour: Box::new(|target, _, _| {
                Err(Fault::new(
                    NOT_FOUND,
                    "no_such_component",
                    format!("no component answers to '{target}'"),
                ))
            }),
        }
    }
}

impl TestHost {
    /// A host that has loaded the component and no other.
    pub fn new(register: Register) -> &'static TestHost {
        TestHost::with(register, Setup::default())
    }

    /// A host in which `neighbour` answers for every other component: to the target, the action and the parameters.
    pub fn with_neighbours(
        register: Register,
        neighbour: impl Fn(&str, &str, &Data) -> Outcome + Send + Sync + 'static,
    ) -> &'static TestHost {
        let neighbour = Box::new(neighbour);
        let setup = Setup::default();
        TestHost::with(register, Setup { neighbour, ..setup })
    }

    /// A host in which the component finds what the test says. It has registered, taken the state and started.
    pub fn with(register: Register, setup: Setup) -> &'static TestHost {
        // It lives as long as the process, as a component may expect.
        let host: &'static TestHost = Box::leak(Box::new(TestHost {
            table: Host {
                name: lend(setup.name),
                directory: lend(setup.directory),
                ..TABLE
            },
            now: Mutex::default(),
            logged: Mutex::default(),
            published: Mutex::default(),
            is_starting: AtomicBool::new(false),
            neighbour: setup.neighbour,
            stubs: Mutex::default(),
            asked: Mutex::default(),
            gives_up: AtomicBool::new(false),
            trace: Mutex::default(),
        }));
        if let Err(fault) = host.register(register) {
            panic!("{}", fault.message);
        }
        if let Err(fault) = host.begin(setup.state.as_ref()) {
            host.close();
            panic!("start failed: {fault:?}");
        }
        host
    }

    /// Shuts the component down, after its last call. Behind that it has no actions any more.
    pub fn close(&self) {
        let gone = std::mem::take(&mut *lock(&self.now));
        gone.shut_down(false);
    }

    /// Puts the next generation in the component's place as the host does: it registers; where the one before has a `save`
    /// that runs, and its state goes to the `restore` of the next; then that one's `start`, and the `shutdown` of the one
    /// before. Where that fails the next one is shut down, and the one before gets its state back, starts and goes on: the
    /// fault's reason is "not_registered", "save_failed" or "start_failed".
    ///
    /// Both generations are linked into the test, and where `register` is the same function they share what is static. So
    /// only what `save` takes out of that shows that `restore` puts it back, and `shutdown` does not run while the other
    /// one goes on.
    pub fn replace(&self, register: Register) -> Result<(), Fault> {
        self.hand_over(register)
    }

    /// Has all calls be given up from now on, or none.
    pub fn gives_up(&self, gives_up: bool) {
        self.gives_up.store(gives_up, Ordering::Relaxed);
    }

    /// Has all calls have a place in a trace from now on, or none where it is empty.
    pub fn trace(&self, trace: &'static str) {
        *lock(&self.trace) = trace;
    }

    /// Runs the component's `start` by itself; it has run when the host was made.
    pub fn start(&self) -> Outcome {
        self.step("start", vec![])
    }

    /// Runs the component's `memory_pressure`.
    pub fn memory_pressure(&self) -> Outcome {
        self.step("memory_pressure", vec![])
    }

    /// Runs the component's `save` by itself, and replies with the state. What follows in the host is `close`, or `restore`
    /// and `start`.
    pub fn save(&self) -> Outcome {
        self.step("save", vec![])
    }

    /// Runs the component's `restore` by itself.
    pub fn restore(&self, state: &Data) -> Outcome {
        self.step("restore", vec![("state".to_string(), state.clone())])
    }

    /// What the component has said for the log: levels and lines.
    pub fn log(&self) -> Vec<(u32, String)> {
        lock(&self.logged).clone()
    }

    /// What the component has published so far. Its own observers don't hear it here.
    pub fn published(&self) -> Vec<(String, Data)> {
        lock(&self.published).clone()
    }

    /// Observes as the component does.
    pub fn observe(
        &self,
        events: &[&str],
        limit: u32,
        heard: impl Fn(&Notice) + Send + Sync + 'static,
    ) -> Result<Observation, Fault> {
        self.table.observe(events, limit, heard)
    }

    /// Tells the component's observers of an event, a neighbour's say; how many have heard it.
    pub fn tell(&self, event: &str, value: &Data) -> usize {
        let all = lock(&self.now).observers.clone();
        let hearing = all
            .iter()
            .filter(|row| row.events.iter().any(|name| name == event));
        value.lend(|value| {
            let notice = contract::Notice {
                head: Head::of::<contract::Notice>(),
                event: lend(event),
                value: *value,
                lost: 0,
            };
            hearing
                .map(|row| unsafe { (row.heard)(row.context as Context, &notice) })
                .count()
        })
    }

    /// Calls an action of the component's first target.
    pub fn call(&self, action: &str, parameters: &[(&str, Data)]) -> Outcome {
        let target = lock(&self.now).targets.first().map(|row| row.name.clone());
        let target = target.expect("the component was shut down");
        self.call_target(&target, action, parameters)
    }

    /// Calls an action of any target.
    pub fn call_target(&self, target: &str, action: &str, parameters: &[(&str, Data)]) -> Outcome {
        self.call_with(target, action, parameters, &Options::default())
    }

    /// Calls an action of any target with hints and a limit, and tells the options' `progress`, once the call has ended, how
    /// far the action said that it was. What else the options say means nothing here.
    pub fn call_with(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
        options: &Options,
    ) -> Outcome {
        let own = |pairs: &[(&str, Data)]| -> Vec<(String, Data)> {
            let own = |(key, value): &(&str, Data)| (key.to_string(), value.clone());
            pairs.iter().map(own).collect()
        };
        let besides = Besides {
            hints: own(options.hints),
            deadline: options.limit.map_or(0, asking::deadline_in),
        };
        let mut steps = vec![];
        let outcome = self.run(target, action, own(parameters), besides, &mut steps);
        if let Some(progress) = options.progress {
            for (fraction, message) in &steps {
                progress(*fraction, message);
            }
        }
        outcome
    }

    pub(super) fn route(
        &self,
        target: &str,
        action: &str,
        parameters: Vec<(String, Data)>,
    ) -> Outcome {
        let besides = Besides::default();
        self.run(target, action, parameters, besides, &mut vec![])
    }

    // Runs an action, and hands out what it said of how far it is.
    fn run(
        &self,
        target: &str,
        action: &str,
        parameters: Vec<(String, Data)>,
        besides: Besides,
        steps: &mut Vec<(Option<f64>, String)>,
    ) -> Outcome {
        if !self.has_target(target) {
            return self.ask_neighbour(target, action, &Data::Map(parameters));
        }
        if self.is_starting.load(Ordering::Relaxed) {
            let message = "it is just being started, by this very call";
            return Err(Fault::new(REFUSED, "not_registered", message));
        }
        let Some((run, context, declared)) = self.find(target, action) else {
            let message = format!("'{target}' has no action '{action}'");
            return Err(Fault::new(NOT_FOUND, "no_such_action", message));
        };
        self.with_instance(target, |instance| {
            let names = [target, action];
            let running = Running::with(self, names, parameters, besides, instance, declared);
            let outcome = running.clone().run(run, context);
            *steps = running.steps();
            outcome
        })
    }

    pub(super) fn table(&self) -> &Host {
        &self.table
    }

    pub(super) fn has_target(&self, target: &str) -> bool {
        lock(&self.now).targets.iter().any(|row| row.name == target)
    }

    pub(super) fn find(
        &self,
        target: &str,
        action: &str,
    ) -> Option<(Run, Context, Option<Arc<Declared>>)> {
        let now = lock(&self.now);
        let mut rows = now.actions.iter();
        let row = rows.find(|row| row.target == target && row.name == action)?;
        Some((row.run, row.context as Context, row.declared.clone()))
    }
}
