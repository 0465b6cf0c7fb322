//! The interceptor of the sample in Rust; its namesakes do the same.

use super::component::{Data, Fault, PassingCall, Source};
use super::{Call, Outcome, DENIED};

// What it does with a call is the call's to say.
pub fn guard(call: &Call) -> Outcome {
    let call = PassingCall::of(call)?;
    let wish: Option<String> = call.parameters.field("guard");
    let reply = match wish.as_deref() {
        Some("refuse") => return Err(Fault::new(DENIED, "not_now", "not on a Saturday")),
        Some("look") => look(&call),
        Some("change") => call.proceed_with(Data::map([("x", "changed".into())]))?,
        Some("send") => call.proceed_to("Sample.Sub", "name", call.parameters.clone())?,
        Some("wrap") => Data::List(vec![call.proceed()?]),
        _ => call.proceed()?,
    };
    Ok(reply.into())
}

fn look(call: &PassingCall) -> Data {
    let count = match &call.parameters {
        Data::Map(pairs) => pairs.len() as i64,
        _ => 0,
    };
    let (source, component) = match call.source {
        Source::Program => ("program", Data::Null),
        Source::Component(name) => ("component", name.into()),
        Source::Remote => ("remote", Data::Null),
    };
    Data::map([
        ("target", call.target.into()),
        ("action", call.action.into()),
        ("count", count.into()),
        ("source", source.into()),
        ("component", component),
        ("routed", call.is_routed.into()),
    ])
}
