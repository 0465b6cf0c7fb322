//! Calls that are not waited for, and are heard of before they end.

use super::contract::*;
use super::{data, read, Data, Fault};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{null, null_mut};

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
        data::lend_parameters(parameters, |entries| {
            let request = Request {
                head: Head::of::<Request>(),
                target: lend(target),
                action: lend(action),
                parameters: entries.as_ptr(),
                parameter_count: entries.len(),
                ended: hear_end,
                progressed: Some(hear_progress),
                context: Box::into_raw(begun).cast(),
                deadline: 0,
                cancellation: null_mut(),
                parent: null_mut(),
                flags: 0,
                reserved: 0,
                hints: null(),
                hint_count: 0,
                skips: null(),
                skip_count: 0,
                place: null_mut(),
            };
            unsafe { (self.start)(self, &request) }
        });
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
    let unreadable = || {
        let message = "the reply is of a kind that came later";
        Fault::new(FAILED, "unreadable_reply", message)
    };
    let outcome = match reply.as_ref() {
        Some(reply) => Data::copy(reply).ok_or_else(unreadable),
        None => Err(Fault::copy(&*failure)),
    };
    let _ = catch_unwind(AssertUnwindSafe(|| (begun.ended)(outcome)));
}
