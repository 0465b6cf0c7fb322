// The sample component in Rust: plain rustc, no crates.
// Name: Sample
#[path = "rust/contract.rs"]
mod contract;
#[path = "rust/values.rs"]
mod values;

use contract::*;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::Arc;
use std::time::Duration;
use values::*;

extern "C" fn echo(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    call.reply(map(call.call().parameters, call.call().parameter_count))
}

extern "C" fn first(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    call.reply(call.find("value").copied().unwrap_or(null()))
}

extern "C" fn add(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    let (Some(a), Some(b)) = (call.int("a"), call.int("b")) else {
        return call.fail(INVALID, "missing_parameter", "a and b must be whole numbers", null());
    };
    match a.checked_add(b) {
        Some(sum) => call.reply(int(sum)),
        None => call.fail(INVALID, "overflow", "the sum does not fit", null()),
    }
}

extern "C" fn fails(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    let code = call.int("code").unwrap_or(FAILED as i64);
    let detail = Entry { key: lend("code"), value: int(code) };
    call.fail(code as i32, call.text("reason"), call.text("message"), map(&detail, 1))
}

extern "C" fn progress(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    let steps = call.int("steps").unwrap_or(0);
    for step in 1..=steps {
        let message = format!("step {step}");
        let fraction = step as f64 / steps as f64;
        (call.host().progress)(call.0, &Progress { head: Head::of::<Progress>(), fraction, message: lend(&message) });
    }
    call.reply(int(steps))
}

extern "C" fn later(_: Context, call: *mut Call) -> i32 {
    let deferred = Running((Running(call).host().defer)(call));
    if deferred.0.is_null() {
        return ENDED;
    }
    std::thread::spawn(move || {
        let deferred = deferred;
        std::thread::sleep(Duration::from_millis(2));
        deferred.reply(text(deferred.text("text")));
        (deferred.host().release)(deferred.0);
    });
    OK
}

extern "C" fn nest(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    let (with, count) = match call.of_kind("with", MAP) {
        Some(value) => (unsafe { value.payload.entries }, value.count),
        None => (std::ptr::null(), 0),
    };
    (call.host().call)(call.host(), &call.request(call.text("target"), call.text("action"), with, count))
}

extern "C" fn call_back(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    let Some(value) = call.of_kind("function", FUNCTION) else { return INVALID };
    let n = Entry { key: lend("n"), value: int(20) };
    (call.host().invoke)(call.host(), unsafe { value.payload.function }, &call.request("", "", &n, 1))
}

// What the function value of `adder` and the object of `box` point to is an Arc's number.
extern "C" fn retain(context: Context) {
    unsafe { Arc::increment_strong_count(context as *const AtomicI64) }
}

extern "C" fn release(context: Context) {
    unsafe { Arc::decrement_strong_count(context as *const AtomicI64) }
}

fn number(context: Context) -> &'static AtomicI64 {
    unsafe { &*(context as *const AtomicI64) }
}

extern "C" fn add_held(context: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    call.reply(int(call.int("n").unwrap_or(0) + number(context).load(Ordering::Relaxed)))
}

extern "C" fn adder(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    let held = Arc::new(AtomicI64::new(call.int("by").unwrap_or(0)));
    let function = Function {
        head: Head::of::<Function>(),
        context: Arc::as_ptr(&held) as Context,
        run: add_held,
        retain: Some(retain),
        release: Some(release),
    };
    call.reply(Value { kind: FUNCTION, flags: 0, payload: Payload { function: &function }, count: 0 })
}

extern "C" fn boxed(_: Context, call: *mut Call) -> i32 {
    let held = Arc::new(AtomicI64::new(0));
    let instance = Arc::as_ptr(&held) as Context;
    let object = Object { head: Head::of::<Object>(), kind: lend("Sample.Box"), instance, retain, release };
    Running(call).reply(Value { kind: OBJECT, flags: 0, payload: Payload { object: &object }, count: 0 })
}

extern "C" fn bump(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    let object = call.of_kind("box", OBJECT).map(|value| unsafe { &*value.payload.object });
    match object {
        Some(object) if object.release as usize == release as *const () as usize => {
            call.reply(int(number(object.instance).fetch_add(1, Ordering::Relaxed) + 1))
        }
        _ => call.fail(INVALID, "foreign_object", "the box is none of mine", null()),
    }
}

extern "C" fn until_cancelled(_: Context, call: *mut Call) -> i32 {
    for _ in 0..10000 {
        if (Running(call).host().is_cancelled)(call) {
            return Running(call).fail(CANCELLED, "seen", "I saw it", null());
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    FAILED
}

static GIVEN_UP: AtomicI64 = AtomicI64::new(0);

extern "C" fn on_given_up(context: Context) {
    GIVEN_UP.fetch_add(1, Ordering::Relaxed);
    let deferred = Running(context.cast());
    (deferred.host().release)(deferred.0);
}

extern "C" fn until_given_up(_: Context, call: *mut Call) -> i32 {
    let deferred = Running((Running(call).host().defer)(call));
    if deferred.0.is_null() {
        return ENDED;
    }
    (deferred.host().when_cancelled)(deferred.0, on_given_up, deferred.0.cast(), None);
    OK
}

extern "C" fn given_up(_: Context, call: *mut Call) -> i32 {
    Running(call).reply(int(GIVEN_UP.load(Ordering::Relaxed)))
}

extern "C" fn name(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    call.reply(text(&format!("{}.{}", read(call.call().target), read(call.call().action))))
}

extern "C" fn not_found(_: Context, call: *mut Call) -> i32 {
    let call = Running(call);
    call.reply(text(call.text("action")))
}

#[no_mangle]
pub extern "C" fn register(host: &'static Host, registration: Registration) -> i32 {
    let (name_text, summary) = (lend("Sample"), lend("The same in every language"));
    let none = std::ptr::null_mut();
    let (head, version) = (Head::of::<About>(), [1, 2, 3]);
    let about =
        About { head, name: name_text, summary, version, reserved: 0, shutdown: None, context: none, release: None };
    (host.describe)(registration, &about);
    (host.add_need)(registration, &Need { head: Head::of::<Need>(), name: lend("Good"), minimum: [1, 0, 0], flags: 1 });
    let add_target = |target: &str, summary: &str, flags: u64| {
        let (name, summary) = (lend(target), lend(summary));
        (host.add_target)(registration, &Target { head: Head::of::<Target>(), name, summary, flags })
    };
    let add_action = |target: &str, action: &str, run: Run| {
        let (target, name, summary) = (lend(target), lend(action), lend("An action"));
        let (head, context) = (Head::of::<Action>(), std::ptr::null_mut());
        (host.add_action)(registration, &Action { head, target, name, summary, flags: 0, run, context, release: None,
            signature: lend(""), parameter_notes: lend("") })
    };
    add_target("Sample", "", 0);
    let actions: [(&str, Run); 14] = [
        ("echo", echo), ("first", first), ("add", add), ("fail", fails), ("progress", progress), ("later", later),
        ("nest", nest), ("callBack", call_back), ("adder", adder), ("box", boxed), ("bump", bump),
        ("untilCancelled", until_cancelled), ("untilGivenUp", until_given_up), ("givenUp", given_up),
    ];
    for (name, run) in actions {
        add_action("Sample", name, run);
    }
    add_target("Sample.Sub", "A target below", 1);
    add_action("Sample.Sub", "name", name);
    add_action("Sample.Sub", "notFound", not_found)
}
