//! What a component asks of its neighbours and its host: in the service of a call, as `call.call(…)`, or of none, as
//! `call.host().call(…)`, from any thread that the component has. Not in `register`.

use super::asking::{ask, ask_with, ended};
use super::contract::{self, *};
use super::{Call, Data, Fault, Function, Options, Parameter, Path};
use std::mem::offset_of;
use std::ptr::{from_mut, null, null_mut};

/// Whether something could be called, as far as that is known.
pub enum Presence {
    Yes,
    /// With what a call would fail with.
    No(Fault),
    /// Nobody can tell without loading a component, which runs its code; or that took longer than there was time, or the
    /// host is too old to be asked.
    Unknown,
}

// One text for both: methods of a trait would be there only for who names it.
macro_rules! asks {
    ($asker:ty) => {
        impl $asker {
            /// Calls a neighbour and waits for its reply. Where only a stand-in answers to the names, its answer is the
            /// result.
            pub fn call(
                &self,
                target: &str,
                action: &str,
                parameters: &[(&str, Data)],
            ) -> Result<Data, Fault> {
                self.call_strictly(target, action, parameters)
                    .or_else(|mut fault| fault.answer.take().ok_or(fault))
            }

            /// As `call`, but only the neighbour's own reply is the result: a stand-in's answer is in the fault.
            pub fn call_strictly(
                &self,
                target: &str,
                action: &str,
                parameters: &[(&str, Data)],
            ) -> Result<Data, Fault> {
                ask(
                    self.host(),
                    self.parent(),
                    parameters,
                    |host, mut request| unsafe {
                        (request.target, request.action) = (lend(target), lend(action));
                        (host.call)(host, &request)
                    },
                )
            }

            /// As `call`, with more said than parameters.
            pub fn call_with(
                &self,
                target: &str,
                action: &str,
                parameters: &[(&str, Data)],
                options: &Options,
            ) -> Result<Data, Fault> {
                ask_with(
                    self.host(),
                    self.parent(),
                    parameters,
                    options,
                    |host, mut request| unsafe {
                        (request.target, request.action) = (lend(target), lend(action));
                        (host.call)(host, &request)
                    },
                )
                .or_else(|mut fault| fault.answer.take().ok_or(fault))
            }

            /// The neighbour's reply; nothing where it is missing, be it that nothing has its name, that it is refused,
            /// takes too long or crashes. That it was asked wrongly, or given up, is a fault, and so is one with a reason of
            /// `answers`.
            pub fn if_there(
                &self,
                target: &str,
                action: &str,
                parameters: &[(&str, Data)],
                answers: &[&str],
            ) -> Result<Option<Data>, Fault> {
                match self.call_strictly(target, action, parameters) {
                    Ok(reply) => Ok(Some(reply)),
                    Err(fault) if !fault.is_missing(answers) => Err(fault),
                    Err(_) => Ok(None),
                }
            }

            /// The neighbour's reply, without which nothing can be done: where it is missing the fault says what can't be
            /// done, and why, "no bread today: no component named 'Mill'", with the reason "no_mill".
            pub fn needed(
                &self,
                target: &str,
                action: &str,
                parameters: &[(&str, Data)],
                message: &str,
                answers: &[&str],
            ) -> Result<Data, Fault> {
                self.call_strictly(target, action, parameters)
                    .map_err(|fault| {
                        if fault.is_missing(answers) {
                            missing(target, message, fault)
                        } else {
                            fault
                        }
                    })
            }

            /// Calls an action as its face has it: with a map of parameters, and its own reply read. What `host bindings`
            /// prints does so.
            pub fn face<T: for<'a> Parameter<'a>>(
                &self,
                target: &str,
                action: &str,
                parameters: Data,
            ) -> Result<T, Fault> {
                let pairs = match parameters {
                    Data::Map(pairs) => pairs,
                    _ => vec![],
                };
                let pairs: Vec<(&str, Data)> = pairs
                    .iter()
                    .map(|(key, value)| (key.as_str(), value.clone()))
                    .collect();
                let reply = self.call_strictly(target, action, &pairs)?;
                reply.read().ok_or_else(|| {
                    let message = format!("the reply of {target}.{action} has another form");
                    Fault::new(FAILED, "unreadable_reply", message)
                })
            }

            /// Calls a function that was handed over.
            pub fn invoke(
                &self,
                function: &Function,
                parameters: &[(&str, Data)],
            ) -> Result<Data, Fault> {
                ask(
                    self.host(),
                    self.parent(),
                    parameters,
                    |host, request| unsafe { (host.invoke)(host, &*function.0, &request) },
                )
            }

            /// Opens a URL as a caller from outside would, with parameters besides what the URL says, and waits for the
            /// reply. Without parameters it is the URL alone.
            pub fn open(&self, url: &str, parameters: &[(&str, Data)]) -> Result<Data, Fault> {
                if parameters.is_empty() {
                    return ask(
                        self.host(),
                        self.parent(),
                        parameters,
                        |host, request| unsafe { (host.open)(host, lend(url), &request) },
                    );
                }
                self.open_with(url, parameters, &Options::default())
            }

            /// As `open`, with more said than parameters; no hints, which a URL says in its query.
            pub fn open_with(
                &self,
                url: &str,
                parameters: &[(&str, Data)],
                options: &Options,
            ) -> Result<Data, Fault> {
                let message = "open a URL with parameters from here";
                require(self.host(), offset_of!(Host, open_with), message)?;
                refuse_hints(options)?;
                ask_with(
                    self.host(),
                    self.parent(),
                    parameters,
                    options,
                    |host, request| unsafe { (host.open_with)(host, lend(url), &request) },
                )
            }

            /// Calls the action of a map key, "BookDetail_cover".
            pub fn open_key(
                &self,
                key: &str,
                parameters: &[(&str, Data)],
                options: &Options,
            ) -> Result<Data, Fault> {
                ask_with(
                    self.host(),
                    self.parent(),
                    parameters,
                    options,
                    |host, request| unsafe { (host.open_key)(host, lend(key), &request) },
                )
            }

            /// Whether there is a target, and an action of it. Without `loading` no component's code runs, and what can't be
            /// told without loading one is not known.
            pub fn has(&self, target: &str, action: Option<&str>, loading: bool) -> Presence {
                // Only what is null is no name.
                let nothing = Text {
                    bytes: null(),
                    length: 0,
                };
                let (target, action) = (lend(target), action.map_or(nothing, lend));
                let flags = u32::from(loading) * ASK_LOADING;
                let has = offset_of!(Host, has);
                presence(self.host(), has, |host, context| unsafe {
                    (host.has)(host, target, action, flags, Some(ended), context)
                })
            }

            /// Whether `open` would call something for a URL, as a caller from outside would; as `has`.
            pub fn can_open(&self, url: &str, loading: bool) -> Presence {
                let (url, flags) = (lend(url), u32::from(loading) * ASK_LOADING);
                let can_open = offset_of!(Host, can_open);
                presence(self.host(), can_open, |host, context| unsafe {
                    (host.can_open)(host, url, flags, Some(ended), context)
                })
            }

            /// Lets go of a target's instance; it is destroyed on another thread, when no call is in it.
            pub fn release_instance(&self, target: &str) -> Presence {
                let (target, release) = (lend(target), offset_of!(Host, release_instance));
                presence(self.host(), release, |host, context| unsafe {
                    (host.release_instance)(host, target, Some(ended), context)
                })
            }

            /// Adds a route of the component's own while the program runs.
            pub fn add_route(&self, path: &Path) -> Result<(), Fault> {
                change_route(self.host(), path, |host| host.publish_route).map(|_| ())
            }

            /// Takes a route of the component's own out; whether there was one.
            pub fn remove_route(&self, path: &Path) -> Result<bool, Fault> {
                let was_there = change_route(self.host(), path, |host| host.withdraw_route)?;
                Ok(was_there == Data::Bool(true))
            }

            /// The URL that calls an action.
            pub fn url(
                &self,
                scheme: &str,
                target: &str,
                action: &str,
                parameters: &[(&str, Data)],
            ) -> Result<String, Fault> {
                require(self.host(), offset_of!(Host, write_url), "write URLs")?;
                let url = ask(
                    self.host(),
                    self.parent(),
                    parameters,
                    |host, mut request| unsafe {
                        (request.target, request.action) = (lend(target), lend(action));
                        (host.write_url)(host, lend(scheme), &request)
                    },
                )?;
                match url {
                    Data::Text(url) => Ok(url),
                    _ => Err(Fault::new(FAILED, "no_url", "the host wrote no text")),
                }
            }
        }
    };
}

asks!(Call);
asks!(Host);

impl Host {
    // As of a call: itself, and what it asks is in the service of none.
    fn host(&self) -> &Host {
        self
    }

    fn parent(&self) -> *mut contract::Call {
        null_mut()
    }

    /// Makes a call and returns as soon as its action does; `ended` hears the end, on any thread.
    pub fn start(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
        ended: impl FnOnce(Result<Data, Fault>) + Send + 'static,
    ) {
        self.start_with(target, action, parameters, &Options::default(), ended);
    }

    /// The same of a function that was handed over.
    pub fn start_invoke(
        &self,
        function: &Function,
        parameters: &[(&str, Data)],
        ended: impl FnOnce(Result<Data, Fault>) + Send + 'static,
    ) {
        let options = Options::default();
        self.begin(parameters, &options, ended, |host, request| unsafe {
            (host.start_invoke)(host, &*function.0, &request)
        });
    }
}

// What can't be done without a neighbour, and why it is missing.
fn missing(target: &str, message: &str, fault: Fault) -> Fault {
    let name = target.split('.').next().unwrap_or(target);
    let reason = format!("no_{}", name.to_ascii_lowercase());
    let message = format!("{message}: {}", fault.message);
    let why = Data::map([
        ("reason", fault.reason.into()),
        ("message", fault.message.into()),
    ]);
    Fault {
        details: Data::map([("missing", Data::map([(name, why)]))]),
        ..Fault::new(FAILED, &reason, message)
    }
}

pub(super) fn refuse_hints(options: &Options) -> Result<(), Fault> {
    if options.hints.is_empty() {
        return Ok(());
    }
    let message = "a URL says its hints in its query: write them there, or open the map key";
    Err(Fault::new(INVALID, "hints_of_url", message))
}

pub(super) fn require(host: &Host, function: usize, what: &str) -> Result<(), Fault> {
    if host.offers(function) {
        return Ok(());
    }
    let message = format!("the host can't {what}");
    Err(Fault::new(FAILED, "host_too_old", message))
}

fn presence(host: &Host, function: usize, ask: impl FnOnce(&Host, Context) -> i32) -> Presence {
    let mut outcome: Result<Data, Fault> = Ok(Data::Null);
    if host.offers(function) {
        ask(host, from_mut(&mut outcome).cast());
    }
    match outcome {
        Ok(Data::Null) => Presence::Unknown,
        Ok(_) => Presence::Yes,
        Err(fault) => Presence::No(fault),
    }
}

// A function of the host's table.
type ChangeRoute = unsafe extern "C" fn(*const Host, *const Route, Option<Ended>, Context) -> i32;

fn change_route(host: &Host, path: &Path, change: fn(&Host) -> ChangeRoute) -> Result<Data, Fault> {
    let message = "add routes while it runs";
    require(host, offset_of!(Host, withdraw_route), message)?;
    let mut outcome = Err(Fault::new(FAILED, "no_outcome", "nothing was changed"));
    let context = from_mut(&mut outcome).cast();
    path.lend(unsafe { super::read(host.name) }, |route| unsafe {
        change(host)(host, route, Some(ended), context)
    });
    outcome
}
