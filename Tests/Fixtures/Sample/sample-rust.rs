// The sample component in Rust: plain rustc, no crates, with what `host new` puts into packages.
// Name: Sample
#[path = "../../../Host/ABI/rust/mod.rs"]
mod component;

use component::contract::{self, *};
use component::{
    lend, Action, Call, Component, Data, Deferred, Event, Fault, Need, Notice, Observer, Presence, Reply, Target,
};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::Arc;
use std::time::Duration;

type Outcome = Result<Reply, Fault>;

fn reply(call: &Call, value: Value) -> Outcome {
    unsafe { (call.host().reply)(call.raw(), &value) };
    Ok(Reply::Done)
}

fn echo(call: &Call) -> Outcome {
    let (parameters, count) = (call.parameters().as_ptr(), call.parameters().len());
    let payload = Payload { entries: parameters };
    reply(call, Value { kind: KIND_MAP, flags: 0, payload, count })
}

fn first(call: &Call) -> Outcome {
    match call.find("value") {
        Some(value) => reply(call, *value),
        None => Ok(().into()),
    }
}

fn add(call: &Call) -> Outcome {
    let (a, b): (i64, i64) = (call.get("a")?, call.get("b")?);
    let sum = a.checked_add(b).ok_or_else(|| Fault::new(INVALID, "overflow", "the sum does not fit"))?;
    Ok(sum.into())
}

fn fail(call: &Call) -> Outcome {
    let code: i64 = call.get_or("code", 1)?;
    let mut fault = Fault::new(code as i32, call.get_or("reason", "")?, call.get_or("message", "")?);
    fault.details = Data::map([("code", code.into())]);
    Err(fault)
}

fn progress(call: &Call) -> Outcome {
    let steps: i64 = call.get_or("steps", 0)?;
    for step in 1..=steps {
        call.progress(Some(step as f64 / steps as f64), &format!("step {step}"));
    }
    Ok(steps.into())
}

fn later(call: &Call) -> Outcome {
    let deferred = call.defer()?;
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(2));
        let outcome = deferred.get::<&str>("text").map(Data::from);
        deferred.end(outcome);
    });
    Ok(Reply::Later)
}

fn nest(call: &Call) -> Outcome {
    let Data::Map(with) = call.get_or("with", Data::Map(vec![]))? else { return Err(Fault::new(INVALID, "", "")) };
    let with: Vec<(&str, Data)> = with.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
    Ok(call.call(call.get("target")?, call.get("action")?, &with)?.into())
}

// What is added may be an object or a function, so it goes as it came.
fn open(call: &Call) -> Outcome {
    let with = call.find("with").filter(|value| value.kind == KIND_MAP);
    let (entries, count) = unsafe { with.map_or((std::ptr::null(), 0), |with| (with.payload.entries, with.count)) };
    let url = lend(call.get("url")?);
    unsafe { (call.host().open_with)(call.host(), url, &request(call, entries, count)) };
    Ok(Reply::Done)
}

fn has(call: &Call) -> Outcome {
    let (target, action) = (call.get("target")?, call.get_or("action", "")?);
    present(call.has(target, Some(action), call.find("loading").is_some()))
}

fn can_open(call: &Call) -> Outcome {
    present(call.can_open(call.get("url")?, call.find("loading").is_some()))
}

fn let_go(call: &Call) -> Outcome {
    present(call.release_instance(call.get("target")?))
}

fn present(presence: Presence) -> Outcome {
    match presence {
        Presence::Yes => Ok(Data::Bool(true).into()),
        Presence::Unknown => Ok(Data::Null.into()),
        Presence::No(fault) => Err(fault),
    }
}

fn call_back(call: &Call) -> Outcome {
    let function = call.find("function").filter(|value| value.kind == KIND_FUNCTION);
    let function = function.ok_or_else(|| Fault::new(INVALID, "no_function", "a function is missing"))?;
    let n = Entry { key: lend("n"), value: Value { kind: KIND_INT, flags: 0, payload: Payload { integer: 20 }, count: 0 } };
    unsafe { (call.host().invoke)(call.host(), function.payload.function, &request(call, &n, 1)) };
    Ok(Reply::Done)
}

// A request whose end is the call's.
fn request(call: &Call, parameters: *const Entry, parameter_count: usize) -> Request {
    Request {
        head: Head::of::<Request>(),
        target: lend(""),
        action: lend(""),
        parameters,
        parameter_count,
        ended: pass_on,
        progressed: None,
        context: call.raw().cast(),
        deadline: 0,
        cancellation: std::ptr::null_mut(),
        parent: std::ptr::null_mut(),
        flags: 0,
        reserved: 0,
        hints: std::ptr::null(),
        hint_count: 0,
        skips: std::ptr::null(),
        skip_count: 0,
        place: std::ptr::null_mut(),
    }
}

unsafe extern "C" fn pass_on(context: Context, reply: *const Value, failure: *const Failure) {
    let call = context.cast::<contract::Call>();
    if reply.is_null() {
        ((*(*call).host).fail)(call, failure);
    } else {
        ((*(*call).host).reply)(call, reply);
    }
}

// What the function value of `adder` and the object of `box` point to is an Arc's number.
unsafe extern "C" fn retain(context: Context) {
    Arc::increment_strong_count(context as *const AtomicI64)
}

unsafe extern "C" fn release(context: Context) {
    Arc::decrement_strong_count(context as *const AtomicI64)
}

unsafe fn number(context: Context) -> &'static AtomicI64 {
    &*(context as *const AtomicI64)
}

unsafe extern "C" fn add_held(context: Context, call: *mut contract::Call) -> i32 {
    let call = Call::new(call);
    let sum = call.get_or("n", 0).unwrap_or(0) + number(context).load(Ordering::Relaxed);
    Data::Int(sum).lend(|value| (call.host().reply)(call.raw(), value))
}

fn adder(call: &Call) -> Outcome {
    let held = Arc::new(AtomicI64::new(call.get_or("by", 0)?));
    let function = Function {
        head: Head::of::<Function>(),
        context: Arc::as_ptr(&held) as Context,
        run: add_held,
        retain: Some(retain),
        release: Some(release),
        host: call.host(),
    };
    reply(call, Value { kind: KIND_FUNCTION, flags: 0, payload: Payload { function: &function }, count: 0 })
}

fn boxed(call: &Call) -> Outcome {
    let held = Arc::new(AtomicI64::new(0));
    let instance = Arc::as_ptr(&held) as Context;
    let object = Object { head: Head::of::<Object>(), kind: lend("Sample.Box"), instance, retain, release };
    reply(call, Value { kind: KIND_OBJECT, flags: 0, payload: Payload { object: &object }, count: 0 })
}

fn bump(call: &Call) -> Outcome {
    let object = call.find("box").filter(|value| value.kind == KIND_OBJECT);
    match object.map(|value| unsafe { &*value.payload.object }) {
        Some(object) if object.release as usize == release as *const () as usize => {
            Ok((unsafe { number(object.instance) }.fetch_add(1, Ordering::Relaxed) + 1).into())
        }
        _ => Err(Fault::new(INVALID, "foreign_object", "the box is none of mine")),
    }
}

fn until_cancelled(call: &Call) -> Outcome {
    for _ in 0..10000 {
        if call.is_cancelled() {
            return Err(Fault::new(CANCELLED, "seen", "I saw it"));
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    Err(Fault::new(FAILED, "never_cancelled", "nobody gave the call up"))
}

static GIVEN_UP: AtomicI64 = AtomicI64::new(0);

unsafe extern "C" fn on_given_up(context: Context) {
    GIVEN_UP.fetch_add(1, Ordering::Relaxed);
    drop(Box::from_raw(context.cast::<Deferred>()));
}

fn until_given_up(call: &Call) -> Outcome {
    let deferred = call.defer()?;
    let raw = deferred.raw();
    let context: Context = Box::into_raw(Box::new(deferred)).cast();
    unsafe { (call.host().when_cancelled)(raw, on_given_up, context, None) };
    Ok(Reply::Later)
}

fn given_up(_: &Call) -> Outcome {
    Ok(GIVEN_UP.load(Ordering::Relaxed).into())
}

fn name(call: &Call) -> Outcome {
    Ok(format!("{}.{}", call.target(), call.action()).into())
}

fn log(call: &Call) -> Outcome {
    call.host().log(LEVEL_WARNING, call.get::<&str>("text")?);
    Ok(Data::Null.into())
}

static NUMBER: AtomicI64 = AtomicI64::new(0);
static STARTS: AtomicI64 = AtomicI64::new(0);

fn keep(call: &Call) -> Outcome {
    NUMBER.store(call.get("n")?, Ordering::Relaxed);
    save(call)
}

fn kept(_: &Call) -> Outcome {
    Ok((NUMBER.load(Ordering::Relaxed) * 10 + STARTS.load(Ordering::Relaxed)).into())
}

fn start(_: &Call) -> Outcome {
    STARTS.fetch_add(1, Ordering::Relaxed);
    Ok(Data::Null.into())
}

fn save(_: &Call) -> Outcome {
    Ok(NUMBER.load(Ordering::Relaxed).into())
}

// What is kept can be told again.
fn relieve(call: &Call) -> Outcome {
    NUMBER.store(0, Ordering::Relaxed);
    save(call)
}

fn restore(call: &Call) -> Outcome {
    NUMBER.store(call.get("state")?, Ordering::Relaxed);
    save(call)
}

fn publish(call: &Call) -> Outcome {
    let value = call.get_or("value", Data::Null)?;
    call.host().publish(call.get::<&str>("event")?, &value)?;
    Ok(Data::Null.into())
}

// A route below the component's own name, which leads to `routed`, is given to one of the host's functions.
fn change_route(
    call: &Call,
    change: unsafe extern "C" fn(*const Host, *const Route, Option<Ended>, Context) -> i32,
) -> Outcome {
    let route = Route {
        head: Head::of::<Route>(),
        target: lend("Sample"),
        pattern: lend(call.get("pattern")?),
        action: lend("routed"),
        scheme: lend(""),
        fixed: std::ptr::null(),
        fixed_count: 0,
        renames: std::ptr::null(),
        rename_count: 0,
        flags: 0,
        priority: 0,
    };
    unsafe { change(call.host(), &route, Some(pass_on), call.raw().cast()) };
    Ok(Reply::Done)
}

fn add_route(call: &Call) -> Outcome {
    change_route(call, call.host().publish_route)
}

fn remove_route(call: &Call) -> Outcome {
    change_route(call, call.host().withdraw_route)
}

// What another one says is said again.
fn repeat(notice: &Notice) {
    let _ = notice.host.publish("Sample.said", &notice.value);
}

fn not_found(call: &Call) -> Outcome {
    Ok(call.get::<&str>("action")?.into())
}

const fn action(name: &'static str, run: fn(&Call) -> Outcome) -> Action {
    Action { name, signature: "", summary: "An action", notes: "", flags: 0, run }
}

static COMPONENT: Component = Component {
    name: "Sample",
    summary: "The same in every language",
    version: [1, 2, 3],
    needs: &[Need { name: "Good", minimum: [1, 0, 0], is_optional: true }],
    types: &[],
    targets: &[
        Target {
            name: "Sample",
            summary: "",
            is_serial: false,
            actions: &[
                action("echo", echo),
                action("first", first),
                action("add", add),
                action("fail", fail),
                action("progress", progress),
                action("later", later),
                action("nest", nest),
                action("open", open),
                action("has", has),
                action("canOpen", can_open),
                action("letGo", let_go),
                action("callBack", call_back),
                action("adder", adder),
                action("box", boxed),
                action("bump", bump),
                action("untilCancelled", until_cancelled),
                action("untilGivenUp", until_given_up),
                action("givenUp", given_up),
                action("log", log),
                action("keep", keep),
                action("kept", kept),
                action("publish", publish),
                action("addRoute", add_route),
                action("removeRoute", remove_route),
                Action { flags: ACTION_REMOTE, ..action("routed", echo) },
            ],
        },
        Target {
            name: "Sample.Sub",
            summary: "A target below",
            is_serial: true,
            actions: &[action("name", name), action("notFound", not_found)],
        },
    ],
    start: Some(start),
    save: Some(save),
    restore: Some(restore),
    memory_pressure: Some(relieve),
    events: &[Event { name: "Sample.said", form: "int?", summary: "An event" }],
    observers: &[Observer { events: &["Other.said"], limit: 0, heard: repeat }],
    ..Component::EMPTY
};

#[no_mangle]
pub unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
    component::register(host, registration, &COMPONENT)
}

#[cfg(test)]
#[path = "../../Scaffold/sample_test.rs"]
mod tests;
