// The sample component in Rust: plain rustc, no crates, with what `host new` puts into packages.
// Name: Sample
#[path = "../../../Host/ABI/rust/mod.rs"]
mod component;
#[path = "parts/guard.rs"]
mod guard;
#[path = "parts/more.rs"]
mod more;

use component::contract::*;
use component::{
    choice, record, Action, Call, Cancellation, Component, Constant, Data, Date, Event, Fault, Function, Instance,
    Instances, Key, Need, Notice, Object, Observer, Options, Path, Presence, Reply, Target, Type,
};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

type Outcome = Result<Reply, Fault>;

fn echo(call: &Call) -> Outcome {
    Ok(parameters(call).into())
}

fn parameters(call: &Call) -> Data {
    unsafe { Data::copy_entries(call.parameters()) }.map_or(Data::Null, Data::Map)
}

fn first(call: &Call) -> Outcome {
    Ok(call.get_or("value", Data::Null)?.into())
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

fn open(call: &Call) -> Outcome {
    let Data::Map(with) = call.get_or("with", Data::Map(vec![]))? else { return Err(Fault::new(INVALID, "", "")) };
    let with: Vec<(&str, Data)> = with.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
    Ok(call.open(call.get("url")?, &with)?.into())
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
    let function: Function = call.get("function")?;
    Ok(call.invoke(&function, &[("n", 20.into())])?.into())
}

fn adder(call: &Call) -> Outcome {
    let by: i64 = call.get("by")?;
    Ok(Data::from(Function::of(call.host(), move |call| Ok((call.get::<i64>("n")? + by).into()))).into())
}

fn boxed(_: &Call) -> Outcome {
    Ok(Data::from(Object::of(Arc::new(AtomicI64::new(0)), "Sample.Box")).into())
}

fn bump(call: &Call) -> Outcome {
    match call.get::<Object>("box")?.get::<AtomicI64>() {
        Some(number) => Ok((number.fetch_add(1, Ordering::Relaxed) + 1).into()),
        None => Err(Fault::new(INVALID, "foreign_object", "the box is none of mine")),
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

fn until_given_up(call: &Call) -> Outcome {
    call.defer()?.hold(|_| {
        GIVEN_UP.fetch_add(1, Ordering::Relaxed);
    });
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

fn add_route(call: &Call) -> Outcome {
    call.add_route(&Path::new(call.get("pattern")?, "routed"))?;
    Ok(true.into())
}

fn remove_route(call: &Call) -> Outcome {
    Ok(call.remove_route(&Path::new(call.get("pattern")?, "routed"))?.into())
}

// What another one says is said again.
fn repeat(notice: &Notice) {
    let _ = notice.host.publish("Sample.said", &notice.value);
}

fn not_found(call: &Call) -> Outcome {
    Ok(call.get::<&str>("action")?.into())
}

choice! { pub enum Unit { Km = "km", Mi = "mi" } }
record! { pub struct Measure { unit: Unit, names: Vec<String>, bytes: i64, raw: Option<Vec<u8>> } }

// An enum, a list and bytes that may be missing; a record.
fn measure(call: &Call) -> Outcome {
    let names: Vec<&str> = call.get_or("names", vec![])?;
    let names = names.iter().enumerate().map(|(index, name)| format!("{index} {name}")).collect();
    let raw: Option<Vec<u8>> = call.get("raw")?;
    let bytes = raw.as_ref().map_or(0, |raw| raw.len() as i64);
    Ok(Measure { unit: call.get_or("unit", Unit::Km)?, names, bytes, raw }.into())
}

// A neighbour that may be missing.
fn if_there(call: &Call) -> Outcome {
    let reply = call.if_there(call.get("target")?, "run", &[], &[])?;
    Ok(Data::map([("there", reply.is_some().into()), ("said", reply.into())]).into())
}

// A neighbour without which nothing can be done.
fn needed(call: &Call) -> Outcome {
    Ok(call.needed(call.get("target")?, "run", &[], "nothing today", &[])?.into())
}

// A date, read and written, and one later than another.
fn moment(call: &Call) -> Outcome {
    let at: Date = call.get("at")?;
    let (seconds, nanosecond) = (at.seconds().into(), i64::from(at.nanosecond()).into());
    Ok(Data::map([("at", at.into()), ("seconds", seconds), ("nanosecond", nanosecond)]).into())
}

fn after(call: &Call) -> Outcome {
    let at = call.get_or("at", Date::new(0, 0))?;
    Ok(Date::new(at.seconds() + call.get::<i64>("seconds")?, at.nanosecond().into()).into())
}

fn until_stopped(call: &Call) -> Outcome {
    for _ in 0..10000 {
        call.check_cancelled()?;
        std::thread::sleep(Duration::from_micros(500));
    }
    Err(Fault::new(FAILED, "never_stopped", "nobody stopped the call"))
}

// With less time than the call that it serves has.
fn limited(call: &Call) -> Outcome {
    let limit = Some(Duration::from_millis(call.get::<i64>("milliseconds")? as u64));
    let options = Options { limit, ..Options::default() };
    Ok(call.call_with("Sample.Helpers", "untilStopped", &[], &options)?.into())
}

fn has_time(call: &Call) -> Outcome {
    Ok(call.time_left().map_or(true, |left| left > Duration::ZERO).into())
}

fn hinted(call: &Call) -> Outcome {
    Ok(call.hint("hot", false).into())
}

fn open_key(call: &Call) -> Outcome {
    let options = Options { hints: &[("hot", call.get::<bool>("hot")?.into())], ..Options::default() };
    Ok(call.open_key(call.get("key")?, &[], &options)?.into())
}

fn url(call: &Call) -> Outcome {
    let unit = call.get::<&str>("unit")?;
    Ok(call.url("app", "Sample.Helpers", "measure", &[("unit", unit.into())])?.into())
}

fn table(_: &Call) -> Outcome {
    Ok("a,b\r\n1,2\r\n".into())
}

fn trace(call: &Call) -> Outcome {
    Ok(call.trace().unwrap_or("").into())
}

struct Desk(AtomicI64);

impl Instance for Desk {
    fn make(_: &'static Host) -> Option<Desk> {
        Some(Desk(AtomicI64::new(0)))
    }
}

fn sit(call: &Call) -> Outcome {
    Ok((call.instance::<Desk>()?.0.fetch_add(1, Ordering::Relaxed) + 1).into())
}

// A call that is not waited for: what was heard of it.
fn begin(call: &Call) -> Outcome {
    let (target, steps): (String, i64) = (call.get("target")?, call.get("steps")?);
    let (deferred, heard) = (call.defer()?, Arc::new(Mutex::new(String::new())));
    let told = heard.clone();
    let progress = move |fraction: Option<f64>, message: &str| {
        let percent = (fraction.unwrap_or(-1.0) * 100.0) as i64;
        told.lock().unwrap().push_str(&format!("{percent} {message}, "));
    };
    call.host().start_hearing(&target, "progress", &[("steps", steps.into())], progress, move |outcome| {
        let said = |steps: Data| format!("{}{}", heard.lock().unwrap(), steps.read::<i64>().unwrap_or(-1));
        deferred.end(outcome.map(|steps| Data::from(said(steps))));
    });
    Ok(Reply::Later)
}

fn begin_url(call: &Call) -> Outcome {
    let (url, deferred): (String, _) = (call.get("url")?, call.defer()?);
    let also = [("also", "later".into())];
    call.host().start_open(&url, &also, &Options::default(), move |outcome| deferred.end(outcome));
    Ok(Reply::Later)
}

fn begin_key(call: &Call) -> Outcome {
    let (key, hot): (String, bool) = (call.get("key")?, call.get("hot")?);
    let deferred = call.defer()?;
    let options = Options { hints: &[("hot", hot.into())], ..Options::default() };
    call.host().start_open_key(&key, &[], &options, move |outcome| deferred.end(outcome));
    Ok(Reply::Later)
}

// Opens a URL that is given no more time than this.
fn limited_url(call: &Call) -> Outcome {
    let (url, milliseconds): (String, i64) = (call.get("url")?, call.get("milliseconds")?);
    let limit = Some(Duration::from_millis(milliseconds as u64));
    Ok(call.open_with(&url, &[], &Options { limit, ..Options::default() })?.into())
}

// The code of a call that was given up before it began.
fn give_up(call: &Call) -> Outcome {
    let cancellation = Cancellation::new(call.host());
    cancellation.cancel();
    let options = Options { cancellation: Some(&cancellation), ..Options::default() };
    let outcome = call.call_with("Sample.Helpers", "untilStopped", &[], &options);
    Ok(outcome.map_or_else(|fault| i64::from(fault.code), |_| 0).into())
}

const SIT: &[Action] = &[Action::new("sit", "() -> int", "An action", sit)];

fn shut_down(host: &Host) {
    host.log(LEVEL_DEBUG, "closed");
}

const fn action(name: &'static str, run: fn(&Call) -> Outcome) -> Action {
    Action::new(name, "", "An action", run)
}

static COMPONENT: Component = Component {
    needs: &[Need::optional("Good", [1, 0, 0]), Need::optional("Elder", [2, 0, 0])],
    types: &[Type::new("Measure", "{unit: text, names: [text], bytes: int, raw: bytes?}")],
    start: Some(start),
    save: Some(save),
    restore: Some(restore),
    memory_pressure: Some(relieve),
    shutdown: Some(shut_down),
    paths: &[
        Path::new("/measures/:unit", "measure").of("Sample.Helpers"),
        Path {
            fixed: &[("names", Constant::List(&[Constant::Text("a")]))],
            renames: &[("was", "also")],
            ..Path::new("/old/:unit", "way").of("Sample.Ways")
        },
        Path { priority: 1, ..Path::new("/first/:unit", "way").of("Sample.Ways") },
        Path { fixed: &[("unit", Constant::Text("mi"))], ..Path::new("/first/km", "way").of("Sample.Ways") },
    ],
    keys: &[Key::new("hinted", "hinted").hints(&[("hot", Constant::Bool(true))]).of("Sample.Helpers")],
    events: &[Event::new("Sample.said", "int?", "An event")],
    observers: &[Observer::new(&["Other.said"], repeat)],
    ..Component::new("Sample", "The same in every language", [1, 2, 3], &[
        Target::new("Sample", "", &[
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
            action("kept", kept).reads(),
            action("publish", publish),
            action("addRoute", add_route),
            action("removeRoute", remove_route),
            action("routed", echo).remote(),
        ]),
        Target::new("Sample.Sub", "A target below", &[action("name", name), action("notFound", not_found)]).serial(),
        Target::new("Sample.Helpers", "What helpers say", &[
            Action::new(
                "measure",
                r#"(unit: "km" | "mi" = "km", names: [text]?, raw: bytes?) -> Measure"#,
                "An action",
                measure,
            )
            .notes("unit: what in")
            .remote()
            .reads(),
            Action::new("ifThere", "(target: text) -> {there: bool, said: any}", "An action", if_there),
            Action::new("needed", "(target: text) -> any", "An action", needed),
            action("moment", moment),
            Action::new("after", r#"(at: date = "1970-01-01T00:00:00Z", seconds: int) -> date"#, "An action", after),
            Action::new("untilStopped", "()", "An action", until_stopped),
            Action::new("limited", "(milliseconds: int)", "An action", limited),
            Action::new("hasTime", "() -> bool", "An action", has_time),
            Action::new("hinted", "() -> bool", "An action", hinted).remote(),
            Action::new("openKey", "(key: text, hot: bool) -> any", "An action", open_key),
            Action::new("url", "(unit: text) -> text", "An action", url),
            Action::new("table", "() -> text", "An action", table)
                .remote()
                .reads()
                .replying("text/csv; header=present"),
            Action::new("trace", "() -> text", "An action", trace),
        ]),
        Target::new("Sample.Desk", "A kept instance", SIT).instances(Instances::kept::<Desk>()),
        Target::new("Sample.Ways", "Ways to it", &[
            Action::new("begin", "(target: text, steps: int) -> text", "An action", begin),
            Action::new("giveUp", "() -> int", "An action", give_up),
            Action::new("beginURL", "(url: text) -> any", "An action", begin_url),
            Action::new("beginKey", "(key: text, hot: bool) -> any", "An action", begin_key),
            Action::new("limitedURL", "(url: text, milliseconds: int) -> any", "An action", limited_url),
            Action::new("wait", "() -> any", "An action", until_stopped).remote(),
            Action::new("way", "(unit: text, names: [text]?, also: text?) -> any", "An action", echo).remote(),
        ]),
        Target::new("Sample.Cached", "A cached instance", SIT).instances(Instances::cached::<Desk>()),
        Target::new("Sample.Each", "An instance for each call", SIT).instances(Instances::per_call::<Desk>()),
        Target::new("Sample.More", "What else helpers say", more::ACTIONS),
        Target::new("Sample.Guard", "Stands before calls", &[Action::intercept(guard::guard)]),
    ])
};

#[no_mangle]
pub unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
    component::register(host, registration, &COMPONENT)
}

#[cfg(test)]
#[path = "../../Scaffold/sample_test.rs"]
mod tests;
