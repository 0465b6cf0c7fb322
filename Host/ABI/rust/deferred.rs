//! Calls that outlive their actions.

use super::contract::*;
use super::{Call, Data, Fault, Reply};
use std::ops::Deref;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Mutex;

/// A call that outlives its action: it is replied to later, from any thread. One that is dropped before fails.
pub struct Deferred {
    call: Call,
}

// The contract lets a deferred call be used from any thread.
unsafe impl Send for Deferred {}

impl Deferred {
    pub(super) fn new(call: Call) -> Deferred {
        Deferred { call }
    }

    /// Ends the call.
    pub fn end(self, outcome: Result<Data, Fault>) {
        self.call.end(&outcome);
    }

    /// Ends the call as an action does: with what `body` returns, or with its panic.
    pub fn end_with(self, body: impl FnOnce(&Call) -> Result<Reply, Fault>) {
        super::end_as(body, &self.call);
    }

    /// Holds the call until it is given up or its deadline passes, and hands it to a function then.
    pub fn hold(self, body: impl FnOnce(Deferred) + Send + 'static) {
        let raw = self.call.raw();
        let when_cancelled = self.call.host().when_cancelled;
        let held: Box<Cancelled> = Box::new(Mutex::new(Some(Box::new(move || body(self)))));
        let context = Box::into_raw(held).cast();
        unsafe { when_cancelled(raw, cancelled, context, Some(forget)) };
    }

    /// Has a function called once when the call is given up or its deadline passes; at once if that has happened.
    pub fn when_cancelled(&self, body: impl FnOnce() + Send + 'static) {
        let body: Box<Cancelled> = Box::new(Mutex::new(Some(Box::new(body))));
        let context = Box::into_raw(body).cast();
        unsafe {
            (self.host().when_cancelled)(self.call.raw(), cancelled, context, Some(forget));
        }
    }
}

type Cancelled = Mutex<Option<Box<dyn FnOnce() + Send>>>;

unsafe extern "C" fn cancelled(context: Context) {
    let body = (*context.cast::<Cancelled>())
        .lock()
        .map_or(None, |mut body| body.take());
    if let Some(body) = body {
        let _ = catch_unwind(AssertUnwindSafe(body));
    }
}

unsafe extern "C" fn forget(context: Context) {
    let forget = AssertUnwindSafe(|| drop(Box::from_raw(context.cast::<Cancelled>())));
    let _ = catch_unwind(forget);
}

impl Deref for Deferred {
    type Target = Call;

    fn deref(&self) -> &Call {
        &self.call
    }
}

impl Drop for Deferred {
    fn drop(&mut self) {
        unsafe { (self.call.host().release)(self.call.raw()) }
    }
}
