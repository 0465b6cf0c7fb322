//! A small host for tests: a component answers it as it answers the program `host`, which need not be there.
//!
//! It takes a registration and makes calls. It does not check parameters against signatures, and gives no call up. URLs
//! and map keys that a component opens lead to its neighbours, and a URL that it writes names target, action and
//! parameters, as the host's does where no route leads to the action.

use super::contract::{self, *};
use super::data::Arena;
use super::testing_table::TABLE;
use super::{Data, Fault, Notice, Observation};
use std::ptr;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

pub(super) type Outcome = Result<Data, Fault>;
type Neighbour = dyn Fn(&str, &str, &Data) -> Outcome + Send + Sync;

/// The host, which begins with the table that the component sees.
#[repr(C)]
pub struct TestHost {
    table: Host,
    pub(super) targets: Mutex<Vec<TargetRow>>,
    pub(super) actions: Mutex<Vec<ActionRow>>,
    pub(super) logged: Mutex<Vec<(u32, String)>>,
    /// What the component does before its first call, and the address of its context.
    pub(super) start: Mutex<Option<(Run, usize)>>,
    pub(super) events: Mutex<Vec<String>>,
    pub(super) published: Mutex<Vec<(String, Data)>>,
    pub(super) observers: Mutex<Vec<ObserverRow>>,
    neighbour: Box<Neighbour>,
}

pub(super) struct TargetRow {
    pub name: String,
    pub flags: u32,
    pub make: Option<Make>,
    pub destroy: Option<Destroy>,
    /// An address, for a test may run on any thread.
    pub context: usize,
    pub instance: Option<usize>,
}

pub(super) struct ActionRow {
    pub target: String,
    pub name: String,
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

impl TestHost {
    /// A host that has loaded the component and no other.
    pub fn new(register: Register) -> &'static TestHost {
        TestHost::with_neighbours(register, |target, _, _| {
            Err(Fault::new(
                NOT_FOUND,
                "no_such_component",
                format!("no component answers to '{target}'"),
            ))
        })
    }

    /// A host in which `neighbour` answers for every other component: to the target, the action and the parameters.
    pub fn with_neighbours(
        register: Register,
        neighbour: impl Fn(&str, &str, &Data) -> Outcome + Send + Sync + 'static,
    ) -> &'static TestHost {
        // It lives as long as the process, as a component may expect.
        let host: &'static TestHost = Box::leak(Box::new(TestHost {
            table: TABLE,
            actions: Mutex::default(),
            targets: Mutex::default(),
            logged: Mutex::default(),
            start: Mutex::default(),
            events: Mutex::default(),
            published: Mutex::default(),
            observers: Mutex::default(),
            neighbour: Box::new(neighbour),
        }));
        let code = unsafe { register(&host.table, ptr::from_ref(host).cast_mut().cast()) };
        assert_eq!(code, OK, "register returned {code}");
        assert!(!lock(&host.actions).is_empty(), "register added no action");
        let start = *lock(&host.start);
        if let Some((run, context)) = start {
            let call = Running::new(host, "", "start", vec![], ptr::null_mut());
            let outcome = call.run(run, context as Context);
            assert!(outcome.is_ok(), "start failed: {outcome:?}");
        }
        host
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
        let all = lock(&self.observers).clone();
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
        let target = lock(&self.targets).first().map(|row| row.name.clone());
        let target = target.expect("register added no target");
        self.call_target(&target, action, parameters)
    }

    /// Calls an action of any target.
    pub fn call_target(&self, target: &str, action: &str, parameters: &[(&str, Data)]) -> Outcome {
        let parameters = parameters
            .iter()
            .map(|(key, value)| (key.to_string(), value.clone()));
        self.route(target, action, parameters.collect())
    }

    pub(super) fn route(
        &self,
        target: &str,
        action: &str,
        parameters: Vec<(String, Data)>,
    ) -> Outcome {
        if !lock(&self.targets).iter().any(|row| row.name == target) {
            return (self.neighbour)(target, action, &Data::Map(parameters));
        }
        let found = lock(&self.actions)
            .iter()
            .find(|row| row.target == target && row.name == action)
            .map(|row| (row.run, row.context as Context));
        let Some((run, context)) = found else {
            let message = format!("'{target}' has no action '{action}'");
            return Err(Fault::new(NOT_FOUND, "no_such_action", message));
        };
        let running = |instance| Running::new(self, target, action, parameters, instance);
        self.with_instance(target, |instance| running(instance).run(run, context))
    }

    /// The instance that the target makes, as long as its flags say; null where it makes none.
    fn with_instance(&self, target: &str, body: impl FnOnce(Context) -> Outcome) -> Outcome {
        let mut targets = lock(&self.targets);
        let row = targets.iter_mut().find(|row| row.name == target);
        let maker = row.and_then(|row| Some((row.make?, row.destroy?, row)));
        let Some((make, destroy, row)) = maker else {
            drop(targets);
            return body(ptr::null_mut());
        };
        let context = row.context as Context;
        let is_for_one = row.flags & TARGET_PER_CALL != 0;
        let kept = row.instance.map(|instance| instance as Context);
        let instance = kept.unwrap_or_else(|| unsafe { make(context) });
        if instance.is_null() {
            return Err(Fault::new(
                FAILED,
                "no_instance",
                "the target made no instance",
            ));
        }
        if !is_for_one {
            row.instance = Some(instance as usize);
        }
        drop(targets);
        let outcome = body(instance);
        if is_for_one {
            unsafe { destroy(context, instance) };
        }
        outcome
    }
}

/// One call, which begins with what the component sees of it. An `Arc` counts its holders.
#[repr(C)]
pub(super) struct Running {
    call: contract::Call,
    names: [String; 2],
    parameters: Vec<(String, Data)>,
    entries: Vec<Entry>,
    arena: Arena,
    pub end: Mutex<End>,
    changed: Condvar,
}

// Any thread may read the fields: some never change, and the others are behind a lock.
unsafe impl Send for Running {}
unsafe impl Sync for Running {}

#[derive(Default)]
pub(super) struct End {
    pub outcome: Option<Outcome>,
    pub holds: usize,
    came_twice: bool,
}

impl Running {
    pub fn new(
        host: &TestHost,
        target: &str,
        action: &str,
        parameters: Vec<(String, Data)>,
        instance: Context,
    ) -> Arc<Running> {
        let names = [target.to_string(), action.to_string()];
        let mut arena = Arena::default();
        let entries: Vec<Entry> = parameters
            .iter()
            .map(|(key, value)| arena.entry(key, value))
            .collect();
        // What is lent lies on the heap, and stays where it is when its owner moves.
        let call = contract::Call {
            head: Head::of::<contract::Call>(),
            host: &host.table,
            target: lend(&names[0]),
            action: lend(&names[1]),
            parameters: entries.as_ptr(),
            parameter_count: entries.len(),
            deadline: 0,
            flags: 0,
            reserved: 0,
            hints: ptr::null(),
            hint_count: 0,
            instance,
        };
        let (end, changed) = (Mutex::default(), Condvar::new());
        Arc::new(Running {
            call,
            names,
            parameters,
            entries,
            arena,
            end,
            changed,
        })
    }

    pub fn run(self: Arc<Running>, run: Run, context: Context) -> Outcome {
        let code = unsafe { run(context, Arc::as_ptr(&self).cast_mut().cast()) };
        let mut end = lock(&self.end);
        if end.outcome.is_none() && code != OK {
            return Err(Fault::new(code, "failed", "the action returned a code"));
        }
        if end.outcome.is_none() && end.holds == 0 {
            return Err(Fault::new(
                FAILED,
                "no_reply",
                "the action ended without a reply",
            ));
        }
        let limit = Duration::from_secs(10);
        let wait = self
            .changed
            .wait_timeout_while(end, limit, |end| end.outcome.is_none());
        end = wait.unwrap_or_else(PoisonError::into_inner).0;
        assert!(
            !end.came_twice,
            "the action '{}' ended its call twice",
            self.names[1]
        );
        end.outcome
            .clone()
            .expect("the call did not end within ten seconds")
    }

    pub fn end(&self, outcome: Outcome) -> i32 {
        let mut end = lock(&self.end);
        if end.outcome.is_some() {
            end.came_twice = true;
            return ENDED;
        }
        end.outcome = Some(outcome);
        self.changed.notify_all();
        OK
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
