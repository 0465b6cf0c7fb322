//! What the sample in Rust says of calls, of what is handed over, of who asks and what runs it; its namesakes do with theirs.

use super::component::{Data, Date, Fault, Function, Object, Options, Place, Reply};
use super::{Action, Call, Outcome, DENIED, GIVEN_UP, REQUEST_FRESH};
use std::sync::atomic::Ordering;
use std::sync::Arc;

struct Token;

// Bytes, a list and bytes that may be missing, and a record that is read by hand; a fault that says why.
fn weigh(call: &Call) -> Outcome {
    let raw: Vec<u8> = call.get("raw")?;
    let list: Option<Vec<Data>> = call.get("list")?;
    let extra: Option<Vec<u8>> = call.get("extra")?;
    let pairs: Vec<(String, Data)> = call.get("record")?;
    let (keys, record) = (pairs.len() as i64, Data::Map(pairs));
    let Some(n) = record.field("n").filter(|n: &i64| *n >= 0) else {
        let fault = Fault::new(DENIED, "no_number", "the record has no number");
        return Err(Fault { details: Data::map([("keys", keys.into())]), ..fault });
    };
    let at = record.field("at").unwrap_or(Date::new(0, 0));
    let count = |size: usize| Data::Int(size as i64);
    let (list, extra) = (list.map_or(0, |list| list.len()), extra.map_or(0, |extra| extra.len()));
    let counted = [("raw", count(raw.len())), ("list", count(list)), ("extra", count(extra)), ("n", n.into()), ("at", at.into())];
    Ok(Data::map(counted).into())
}

// A function that is not waited for, and what is done where its caller gives up.
fn relay(call: &Call) -> Outcome {
    let function: Function = call.get("function")?;
    let deferred = call.defer()?;
    deferred.when_cancelled(|| {
        GIVEN_UP.fetch_add(1, Ordering::Relaxed);
    });
    call.host().start_invoke(&function, &[("n", 20.into())], move |outcome| deferred.end(outcome));
    Ok(Reply::Later)
}

// A function and an object of its own, and both from whoever has some.
fn tools(call: &Call) -> Outcome {
    let next = Function::of(call.host(), |call| Ok((call.get::<i64>("n")? + 1).into()));
    let token = Object::of(Arc::new(Token), "Sample.Token");
    Ok(Data::map([("next", next.into()), ("token", token.into())]).into())
}

fn use_tools(call: &Call) -> Outcome {
    let own = call.get::<Object>("token")?.get::<Token>().is_some();
    let said = call.invoke(&call.get("next")?, &[("n", 4.into())])?;
    Ok(Data::map([("own", own.into()), ("said", said)]).into())
}

// Only the neighbour's own reply counts; what a stand-in says is told apart.
fn strictly(call: &Call) -> Outcome {
    let (there, said) = match call.call_strictly(call.get("target")?, call.get("action")?, &[]) {
        Ok(reply) => (true, Some(reply)),
        Err(fault) => (false, fault.answer),
    };
    Ok(Data::map([("there", there.into()), ("said", said.into())]).into())
}

// With an instance of its own, and past interceptors.
fn apart(call: &Call) -> Outcome {
    let flags = if call.get("fresh")? { REQUEST_FRESH } else { 0 };
    let skips: Vec<&str> = call.get_or("skips", vec![])?;
    let options = Options { flags, skips: &skips, ..Options::default() };
    Ok(call.call_with(call.get("target")?, call.get("action")?, &[], &options)?.into())
}

fn origin(call: &Call) -> Outcome {
    let host = call.host();
    let [major, minor, patch] = host.host_version();
    let version = format!("{major}.{minor}.{patch}");
    let said = [("remote", call.is_remote().into()), ("host", host.host_name().into()), ("version", version.into())];
    Ok(Data::map(said).into())
}

// The names are looked up once.
fn often(call: &Call) -> Outcome {
    static ADD: Place = Place::new();
    let options = Options { place: Some(&ADD), ..Options::default() };
    let mut sum = Data::Int(0);
    for _ in 0..call.get::<i64>("times")? {
        sum = call.call_with("Sample", "add", &[("a", sum), ("b", 2.into())], &options)?;
    }
    Ok(sum.into())
}

pub const ACTIONS: &[Action] = &[
    Action::new("weigh", "", "An action", weigh),
    Action::new("relay", "", "An action", relay),
    Action::new("tools", "", "An action", tools),
    Action::new("use", "", "An action", use_tools),
    Action::new("strictly", "(target: text, action: text) -> any", "An action", strictly),
    Action::new("apart", "(target: text, action: text, fresh: bool, skips: [text]?) -> any", "An action", apart),
    Action::new("origin", "() -> any", "An action", origin).remote(),
    Action::new("often", "(times: int) -> int", "An action", often),
];
