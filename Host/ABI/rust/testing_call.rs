//! One call under way in the small host for tests, from its action to its end.

use super::asking::now;
use super::contract::{self, *};
use super::data::Arena;
use super::testing::{Outcome, TestHost};
use super::testing_signature::Declared;
use super::testing_table::unreadable;
use super::{read, Data, Fault};
use std::ptr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// One call, which begins with what the component sees of it. An `Arc` counts its holders.
#[repr(C)]
pub(super) struct Running {
    call: contract::Call,
    names: [String; 2],
    parameters: Vec<(String, Data)>,
    entries: Vec<Entry>,
    hints: Vec<(String, Data)>,
    hint_entries: Vec<Entry>,
    arena: Arena,
    declared: Option<Arc<Declared>>,
    end: Mutex<End>,
    changed: Condvar,
}

// Any thread may read the fields: some never change, and the others are behind a lock.
unsafe impl Send for Running {}
unsafe impl Sync for Running {}

#[derive(Default)]
struct End {
    outcome: Option<Outcome>,
    holds: usize,
    came_twice: bool,
    steps: Vec<(Option<f64>, String)>,
}

/// What a test says with a call besides its parameters. A deadline of 0 is none.
#[derive(Default)]
pub(super) struct Besides {
    pub hints: Vec<(String, Data)>,
    pub deadline: i64,
}

impl Running {
    pub fn new(
        host: &TestHost,
        target: &str,
        action: &str,
        parameters: Vec<(String, Data)>,
        instance: Context,
        declared: Option<Arc<Declared>>,
    ) -> Arc<Running> {
        let besides = Besides::default();
        Running::with(
            host,
            [target, action],
            parameters,
            besides,
            instance,
            declared,
        )
    }

    pub fn with(
        host: &TestHost,
        names: [&str; 2],
        parameters: Vec<(String, Data)>,
        besides: Besides,
        instance: Context,
        declared: Option<Arc<Declared>>,
    ) -> Arc<Running> {
        let names = names.map(str::to_string);
        let hints = besides.hints;
        let mut arena = Arena::default();
        let mut lend_all = |pairs: &[(String, Data)]| -> Vec<Entry> {
            pairs
                .iter()
                .map(|(key, value)| arena.entry(key, value))
                .collect()
        };
        let (entries, hint_entries) = (lend_all(&parameters), lend_all(&hints));
        // What is lent lies on the heap, and stays where it is when its owner moves.
        let call = contract::Call {
            head: Head::of::<contract::Call>(),
            host: host.table(),
            target: lend(&names[0]),
            action: lend(&names[1]),
            parameters: entries.as_ptr(),
            parameter_count: entries.len(),
            deadline: besides.deadline,
            flags: 0,
            reserved: 0,
            hints: hint_entries.as_ptr(),
            hint_count: hint_entries.len(),
            instance,
        };
        let (end, changed) = (Mutex::default(), Condvar::new());
        Arc::new(Running {
            call,
            names,
            parameters,
            entries,
            hints,
            hint_entries,
            arena,
            declared,
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

    /// What was said of how far it is, before it ended.
    pub fn steps(&self) -> Vec<(Option<f64>, String)> {
        lock(&self.end).steps.clone()
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

// MARK: the functions of the table that belong to a call

unsafe fn running<'a>(call: *mut contract::Call) -> &'a Running {
    &*call.cast::<Running>()
}

pub(super) unsafe extern "C" fn reply(call: *mut contract::Call, value: *const Value) -> i32 {
    let (running, copy) = (running(call), Data::copy(&*value));
    let declared = running.declared.as_ref();
    let misfit = copy
        .as_ref()
        .and_then(|copy| declared.and_then(|declared| declared.misfit(copy)));
    if let Some(misfit) = misfit {
        running.end(Err(Fault::new(FAILED, "mistyped_reply", misfit)));
        return INVALID;
    }
    running.end(copy.ok_or_else(unreadable))
}

pub(super) unsafe extern "C" fn fail(call: *mut contract::Call, failure: *const Failure) -> i32 {
    running(call).end(Err(Fault::copy(&*failure)))
}

pub(super) unsafe extern "C" fn hear(call: *mut contract::Call, progress: *const Progress) -> i32 {
    let mut end = lock(&running(call).end);
    if end.outcome.is_some() {
        return ENDED;
    }
    let fraction = Some((*progress).fraction).filter(|fraction| *fraction >= 0.0);
    let message = read((*progress).message).to_string();
    end.steps.push((fraction, message));
    OK
}

pub(super) unsafe extern "C" fn defer(call: *mut contract::Call) -> *mut contract::Call {
    let mut end = lock(&running(call).end);
    if end.outcome.is_some() {
        return ptr::null_mut();
    }
    end.holds += 1;
    Arc::increment_strong_count(call.cast::<Running>());
    call
}

pub(super) unsafe extern "C" fn release(call: *mut contract::Call) {
    let is_lost = {
        let mut end = lock(&running(call).end);
        end.holds -= 1;
        end.holds == 0 && end.outcome.is_none()
    };
    if is_lost {
        running(call).end(Err(Fault::new(
            FAILED,
            "no_reply",
            "the deferred call was dropped",
        )));
    }
    Arc::decrement_strong_count(call.cast::<Running>());
}

pub(super) unsafe extern "C" fn is_cancelled(call: *mut contract::Call) -> bool {
    let deadline = (*call).deadline;
    let host = &*(*call).host.cast::<TestHost>();
    host.gives_up.load(Ordering::Relaxed) || (deadline != 0 && deadline <= now())
}

// All calls have the place in a trace that the test says.
pub(super) unsafe extern "C" fn trace(call: *mut contract::Call) -> Text {
    lend(*lock(&(*(*call).host.cast::<TestHost>()).trace))
}

// All calls are given up, or none, as the test says when it is asked; besides, those whose deadline has passed.
pub(super) unsafe extern "C" fn when_cancelled(
    call: *mut contract::Call,
    cancelled: Release,
    context: Context,
    done: Option<Release>,
) {
    if is_cancelled(call) {
        cancelled(context);
    }
    if let Some(done) = done {
        done(context);
    }
}
