//! Interceptors: an action "intercept" stands before every call of a host whose program or policy names its target.

use super::{Action, Call, Data, Fault, Function, Reply};

/// Where a call comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source<'a> {
    /// The program that embeds the host.
    Program,
    Component(&'a str),
    /// A caller outside the process, by a URL.
    Remote,
}

/// A call on its way to its action, as an interceptor sees it. What the interceptor returns is how it ends.
pub struct PassingCall<'a> {
    /// The interceptor's own call, with the hints and the deadline of the one that passes.
    pub call: &'a Call,
    pub target: &'a str,
    pub action: &'a str,
    /// A map.
    pub parameters: Data,
    pub source: Source<'a>,
    /// Whether a route led to it.
    pub is_routed: bool,
    function: Function,
}

impl<'a> PassingCall<'a> {
    /// Of the call that the interceptor is asked with.
    pub fn of(call: &'a Call) -> Result<PassingCall<'a>, Fault> {
        let parameters: Vec<(String, Data)> = call.get("parameters")?;
        Ok(PassingCall {
            call,
            target: call.get("target")?,
            action: call.get("action")?,
            parameters: Data::Map(parameters),
            source: match call.get("source")? {
                "remote" => Source::Remote,
                "component" => Source::Component(call.get("component")?),
                _ => Source::Program,
            },
            is_routed: call.get("routed")?,
            function: call.get("proceed")?,
        })
    }

    /// Goes on to the next interceptor, and behind the last one to the action, and waits for how it ends; may be done again,
    /// to retry.
    pub fn proceed(&self) -> Result<Data, Fault> {
        self.call.invoke(&self.function, &[])
    }

    /// The same with other parameters, a map.
    pub fn proceed_with(&self, parameters: Data) -> Result<Data, Fault> {
        self.call
            .invoke(&self.function, &[("parameters", parameters)])
    }

    /// The same elsewhere.
    pub fn proceed_to(&self, target: &str, action: &str, parameters: Data) -> Result<Data, Fault> {
        let changes = [
            ("target", target.into()),
            ("action", action.into()),
            ("parameters", parameters),
        ];
        self.call.invoke(&self.function, &changes)
    }
}

impl Action {
    /// The row of an interceptor, whose function begins with `let call = PassingCall::of(call)?`. Its target must not be
    /// serial.
    pub const fn intercept(run: fn(&Call) -> Result<Reply, Fault>) -> Action {
        Action::new("intercept", "", "Stands before every call", run)
    }
}
