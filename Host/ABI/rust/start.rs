//! Calls that are not waited for, and are heard of before they end.

use super::asking::{ask, ended};
use super::contract::*;
use super::{read, Data, Fault};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{from_mut, null_mut};

// What hears of a call, until its end was heard.
struct Begun {
    progress: Box<dyn Fn(Option<f64>, &str) + Send + Sync>,
    ended: Box<dyn FnOnce(Result<Data, Fault>) + Send>,
}

impl Host {
    /// As `start`, and `progress` hears how far the call has come: from 0 to 1 where that is known, and what is being done.
    pub fn start_hearing(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
        progress: impl Fn(Option<f64>, &str) + Send + Sync + 'static,
        ended: impl FnOnce(Result<Data, Fault>) + Send + 'static,
    ) {
        let begun = Box::new(Begun {
            progress: Box::new(progress),
            ended: Box::new(ended),
        });
        let unheard = ask(self, null_mut(), parameters, |host, request| unsafe {
            let request = Request {
                target: lend(target),
                action: lend(action),
                ended: hear_end,
                progressed: Some(hear_progress),
                context: Box::into_raw(begun).cast(),
                ..request
            };
            (host.start)(host, &request)
        });
        drop(unheard);
    }
}

unsafe extern "C" fn hear_progress(context: Context, progress: *const Progress) {
    let begun = &*context.cast::<Begun>();
    let fraction = Some((*progress).fraction).filter(|fraction| *fraction >= 0.0);
    let message = read((*progress).message);
    let _ = catch_unwind(AssertUnwindSafe(|| (begun.progress)(fraction, message)));
}

unsafe extern "C" fn hear_end(context: Context, reply: *const Value, failure: *const Failure) {
    let begun = Box::from_raw(context.cast::<Begun>());
    let mut outcome = Err(Fault::new(FAILED, "no_outcome", "the call was not made"));
    ended(from_mut(&mut outcome).cast(), reply, failure);
    let _ = catch_unwind(AssertUnwindSafe(|| (begun.ended)(outcome)));
}
