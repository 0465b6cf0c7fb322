// Reading parameters, making values and ending calls.

use crate::contract::*;

pub fn lend(text: &str) -> Text {
    Text { bytes: text.as_ptr(), length: text.len() }
}

/// The text of borrowed bytes, which the host has checked.
pub fn read<'a>(text: Text) -> &'a str {
    if text.length == 0 {
        return "";
    }
    unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(text.bytes, text.length)) }
}

pub fn int(integer: i64) -> Value {
    Value { kind: INT, flags: 0, payload: Payload { integer }, count: 0 }
}

pub fn text(text: &str) -> Value {
    Value { kind: TEXT, flags: 0, payload: Payload { text: text.as_ptr() }, count: text.len() }
}

pub fn map(entries: *const Entry, count: usize) -> Value {
    Value { kind: MAP, flags: 0, payload: Payload { entries }, count }
}

pub fn null() -> Value {
    Value { kind: 0, flags: 0, payload: Payload { integer: 0 }, count: 0 }
}

/// One call under way; what it says borrows lives until the call ends.
#[derive(Clone, Copy)]
pub struct Running(pub *mut Call);

// The contract lets a deferred call be used from any thread.
unsafe impl Send for Running {}

impl Running {
    pub fn call(&self) -> &'static Call {
        unsafe { &*self.0 }
    }

    pub fn host(&self) -> &'static Host {
        self.call().host
    }

    pub fn find(&self, name: &str) -> Option<&'static Value> {
        let call = self.call();
        if call.parameter_count == 0 {
            return None;
        }
        let entries = unsafe { std::slice::from_raw_parts(call.parameters, call.parameter_count) };
        entries.iter().find(|entry| read(entry.key) == name).map(|entry| &entry.value)
    }

    pub fn of_kind(&self, name: &str, kind: u32) -> Option<&'static Value> {
        self.find(name).filter(|value| value.kind == kind)
    }

    pub fn int(&self, name: &str) -> Option<i64> {
        self.of_kind(name, INT).map(|value| unsafe { value.payload.integer })
    }

    pub fn text(&self, name: &str) -> &'static str {
        match self.of_kind(name, TEXT) {
            Some(value) => read(Text { bytes: unsafe { value.payload.text }, length: value.count }),
            None => "",
        }
    }

    pub fn reply(&self, value: Value) -> i32 {
        (self.host().reply)(self.0, &value)
    }

    pub fn fail(&self, code: i32, reason: &str, message: &str, details: Value) -> i32 {
        let (reason, message) = (lend(reason), lend(message));
        (self.host().fail)(self.0, &Failure { head: Head::of::<Failure>(), code, reserved: 0, reason, message, details })
    }

    /// A request whose outcome becomes this call's.
    pub fn request(&self, target: &str, action: &str, parameters: *const Entry, parameter_count: usize) -> Request {
        Request {
            head: Head::of::<Request>(),
            target: lend(target),
            action: lend(action),
            parameters,
            parameter_count,
            ended: pass_on,
            progressed: std::ptr::null(),
            context: self.0.cast(),
            deadline: 0,
            cancellation: std::ptr::null(),
            parent: std::ptr::null(),
        }
    }
}

extern "C" fn pass_on(context: Context, reply: *const Value, failure: *const Failure) {
    let call = Running(context.cast());
    if reply.is_null() {
        (call.host().fail)(call.0, failure);
    } else {
        (call.host().reply)(call.0, reply);
    }
}
