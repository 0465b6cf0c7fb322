//! The small host for tests in Rust, tried on the sample: every way in which a call can go.

use super::component::testing::TestHost;
use super::component::{contract, lend, Component, Data, Fault};
use super::*;

fn reason(outcome: Result<Data, Fault>) -> String {
    outcome.unwrap_err().reason
}

#[test]
fn calls_end_with_replies_and_faults() {
    let host = TestHost::new(register);
    let all = Data::map([("list", vec![1i64, 2].into()), ("none", ().into()), ("half", 0.5.into())]);
    assert_eq!(host.call("echo", &[("all", all.clone()), ("b", true.into())]), Ok(Data::map([("all", all), ("b", true.into())])));
    assert_eq!(host.call("first", &[("value", Data::Bytes(vec![0, 255]))]), Ok(Data::Bytes(vec![0, 255])));
    assert_eq!(host.call("add", &[("a", 40.into()), ("b", 2.into())]), Ok(42.into()));
    assert_eq!(reason(host.call("add", &[("a", 1.into())])), "missing_parameter");
    assert_eq!(reason(host.call("add", &[("a", 1.into()), ("b", "2".into())])), "mistyped_parameter");
    let facts = Data::map([("parameter", "b".into()), ("expected", "int".into())]);
    for b in [vec![("a", 1.into())], vec![("a", 1.into()), ("b", "2".into())]] {
        assert_eq!(host.call("add", &b).unwrap_err().details, facts);
    }
    assert_eq!(reason(host.call("no", &[])), "no_such_action");
    assert_eq!(host.call_target("Sample.Sub", "name", &[]), Ok("Sample.Sub.name".into()));
    let details = host.call("fail", &[("code", 6.into()), ("reason", "no".into())]).unwrap_err();
    assert_eq!((details.code, details.reason.as_str()), (DENIED, "no"));
    assert_eq!(details.details.get("code"), Some(&6.into()));
}

#[test]
fn days_of_all_years_are_written_as_they_are_read() {
    let mut last = String::new();
    for seconds in (Date::FIRST.seconds()..=Date::LAST.seconds()).step_by(11 * 86400) {
        let date = Date::new(seconds, 5);
        let text = date.to_string();
        assert_eq!(text.parse(), Ok(date));
        assert_eq!(text[..10].parse(), Ok(Date::new(seconds, 0)));
        assert!(last < text);
        last = text;
    }
    assert_eq!(Date::LAST.to_string(), "9999-12-31T23:59:59.999999999Z");
}

#[test]
fn a_number_of_any_size_is_a_date_and_the_clock_takes_it() {
    for seconds in [i64::MIN, i64::MAX] {
        let end = if seconds < 0 { Date::FIRST } else { Date::LAST };
        for nanoseconds in [i64::MIN, 0, i64::MAX] {
            assert_eq!(Date::new(seconds, nanoseconds), end);
        }
    }
    assert_eq!(Date::new(Date::LAST.seconds(), 1_000_000_000), Date::LAST);
    assert_eq!(Date::new(Date::FIRST.seconds(), -1), Date::FIRST);
    for date in [Date::FIRST, Date::new(0, -1), Date::new(0, 0), Date::new(0, 1), Date::LAST] {
        assert_eq!(date.system_time().map(Date::from), Some(date));
    }
    assert!(Date::now() > Date::new(1_700_000_000, 0));
}

#[test]
fn deferred_calls_are_waited_for() {
    let host = TestHost::new(register);
    assert_eq!(host.call("later", &[("text", "then".into())]), Ok("then".into()));
    assert_eq!(reason(host.call("later", &[])), "missing_parameter");
    assert_eq!(host.call("progress", &[("steps", 3.into())]), Ok(3.into()));
}

#[test]
fn what_is_said_for_the_log_is_kept() {
    let host = TestHost::new(register);
    assert_eq!(host.call("log", &[("text", "hm".into())]), Ok(Data::Null));
    assert_eq!(host.log(), [(30, "hm".to_string())]);
}

#[test]
fn what_is_published_is_kept_and_what_is_told_is_heard() {
    let host = TestHost::new(register);
    let said = [("event", "Sample.said".into()), ("value", 7.into())];
    assert_eq!(host.call("publish", &said), Ok(Data::Null));
    assert_eq!(reason(host.call("publish", &[("event", "Sample.sad".into())])), "no_such_event");
    assert_eq!(reason(host.call("publish", &[("event", "Samples.said".into())])), "foreign_event");
    assert_eq!(host.tell("Other.said", &8.into()), 1);
    assert_eq!(host.tell("Other.sad", &Data::Null), 0);
    let published = [7, 8].map(|number: i64| ("Sample.said".to_string(), Data::from(number)));
    assert_eq!(host.published(), published);
}

#[test]
fn an_observation_ends_when_it_is_dropped() {
    let host = TestHost::new(register);
    let (heard, hearing) = (Arc::new(AtomicI64::new(0)), Arc::new(()));
    let (count, held) = (heard.clone(), hearing.clone());
    let observe = move |_: &Notice| {
        let _ = &held;
        count.fetch_add(1, Ordering::Relaxed);
    };
    let observation = host.observe(&["Other.rang"], 0, observe).ok();
    assert_eq!(host.tell("Other.rang", &Data::Null), 1);
    drop(observation);
    assert_eq!(host.tell("Other.rang", &Data::Null), 0);
    assert_eq!((heard.load(Ordering::Relaxed), Arc::strong_count(&hearing)), (1, 1));
}

#[test]
fn neighbours_are_what_the_test_says() {
    let good = [("target", "Good".into()), ("action", "run".into())];
    assert_eq!(reason(TestHost::new(register).call("nest", &good)), "no_such_component");
    let host = TestHost::with_neighbours(register, |target, action, parameters| match (target, action) {
        ("Good", "run") => Ok(parameters.clone()),
        _ => Err(Fault::new(DENIED, "only_good", "there is only Good")),
    });
    let with = Data::map([("x", 1.into())]);
    let more = [good[0].clone(), good[1].clone(), ("with", with.clone())];
    assert_eq!(host.call("nest", &more), Ok(with));
    assert_eq!(reason(host.call("nest", &[("target", "Bad".into()), ("action", "run".into())])), "only_good");
    let sum = Data::map([("a", 1.into()), ("b", 2.into())]);
    let itself = [("target", "Sample".into()), ("action", "add".into()), ("with", sum)];
    assert_eq!(host.call("nest", &itself), Ok(3.into()));
}

#[test]
fn neighbours_are_stubbed_one_by_one_and_what_was_asked_is_kept() {
    let host = TestHost::new(register);
    let there = |is_there: bool, said: Data| Ok(Data::map([("there", is_there.into()), ("said", said)]));
    let ask = |target: &str| host.call_target("Sample.Helpers", "ifThere", &[("target", target.into())]);
    assert_eq!(ask("Good"), there(false, Data::Null));
    host.stub_reply("Good", "run", "ok");
    host.stub("Bad", "run", |_| Err(Fault::new(INVALID, "asked_wrongly", "no")));
    assert_eq!(ask("Good"), there(true, "ok".into()));
    assert_eq!(reason(ask("Bad")), "asked_wrongly");
    assert_eq!(host.asked(), ["Good.run", "Good.run", "Bad.run"].map(|name| (name.to_string(), Data::Map(vec![]))));
    assert_eq!(host.asked(), []);
    host.remove_stubs();
    assert_eq!(ask("Good"), there(false, Data::Null));
}

#[test]
fn calls_are_made_in_the_service_of_none() {
    static HEARD: std::sync::Mutex<Vec<Result<Data, Fault>>> = std::sync::Mutex::new(vec![]);
    unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
        fn run(call: &Call) -> Outcome {
            let host = call.host();
            for target in ["Good", "Nobody"] {
                host.start(target, "run", &[("n", 1.into())], |outcome| HEARD.lock().unwrap().push(outcome));
            }
            let called = std::thread::spawn(|| host.call("Good", "run", &[])).join().unwrap();
            Ok(called?.into())
        }
        static CALLS: Component =
            Component::new("Calls", "", [1, 0, 0], &[Target::new("Calls", "", &[action("run", run)])]);
        component::register(host, registration, &CALLS)
    }
    let host = TestHost::new(register);
    host.stub("Good", "run", |parameters| Ok(parameters.clone()));
    assert_eq!(host.call("run", &[]), Ok(Data::Map(vec![])));
    let heard = std::mem::take(&mut *HEARD.lock().unwrap());
    assert_eq!(heard[0], Ok(Data::map([("n", 1.into())])));
    assert_eq!(reason(heard[1].clone()), "no_such_component");
}

#[test]
fn calls_have_the_place_in_a_trace_that_the_test_says() {
    let host = TestHost::new(register);
    let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    host.trace(trace);
    assert_eq!(host.call_target("Sample.Helpers", "trace", &[]), Ok(trace.into()));
    host.trace("");
    assert_eq!(host.call_target("Sample.Helpers", "trace", &[]), Ok("".into()));
}

#[test]
fn calls_are_given_up_where_the_test_says_so() {
    let host = TestHost::new(register);
    host.gives_up(true);
    assert_eq!(host.call("untilCancelled", &[]).unwrap_err().code, CANCELLED);
    assert_eq!(host.call_target("Sample.Helpers", "untilStopped", &[]).unwrap_err().code, CANCELLED);
    assert_eq!(reason(host.call("untilGivenUp", &[])), "no_reply");
    assert_eq!(host.call("givenUp", &[]), Ok(1.into()));
}

#[test]
fn objects_and_functions_pass_through_a_test() {
    let host = TestHost::new(register);
    let (held, adder) = (host.call("box", &[]).unwrap(), host.call("adder", &[("by", 5.into())]).unwrap());
    assert_eq!(host.call("bump", &[("box", held.clone())]), Ok(1.into()));
    assert_eq!(host.call("bump", &[("box", held)]), Ok(2.into()));
    assert_eq!(host.call("callBack", &[("function", adder)]), Ok(25.into()));
}

#[test]
fn a_test_s_call_says_more_than_parameters() {
    let host = TestHost::new(register);
    let hot = [("hot", true.into())];
    let with = |hints, limit| Options { hints, limit, ..Options::default() };
    let hinted = |options: &Options| host.call_with("Sample.Helpers", "hinted", &[], options);
    assert_eq!(hinted(&with(&[], None)), Ok(false.into()));
    assert_eq!(hinted(&with(&hot, None)), Ok(true.into()));
    let stopped = |limit| host.call_with("Sample.Helpers", "untilStopped", &[], &with(&[], Some(limit)));
    assert_eq!(stopped(Duration::ZERO).unwrap_err().code, TIMED_OUT);
    assert_eq!(stopped(Duration::from_millis(5)).unwrap_err().reason, "timed_out");
    let has_time = |limit| host.call_with("Sample.Helpers", "hasTime", &[], &with(&[], Some(limit)));
    assert_eq!(has_time(Duration::from_secs(60)), Ok(true.into()));
    assert_eq!(has_time(Duration::ZERO), Ok(false.into()));
    let heard = std::sync::Mutex::new(vec![]);
    let progress = |fraction: Option<f64>, message: &str| heard.lock().unwrap().push((fraction, message.to_string()));
    let listening = Options { progress: Some(&progress), ..Options::default() };
    assert_eq!(host.call_with("Sample", "progress", &[("steps", 2.into())], &listening), Ok(2.into()));
    let steps = [(Some(0.5), "step 1".to_string()), (Some(1.0), "step 2".to_string())];
    assert_eq!(*heard.lock().unwrap(), steps);
}

#[test]
fn a_fault_says_whether_the_neighbour_is_missing() {
    for code in [FAILED, NOT_FOUND, REFUSED, TIMED_OUT, DENIED] {
        assert!(Fault::new(code, "no", "").is_missing(&[]) && Fault::new(code, "no", "").is_missing(&["on"]));
        assert!(!Fault::new(code, "no", "").is_missing(&["on", "no"]));
    }
    assert!(!Fault::new(INVALID, "no", "").is_missing(&[]) && !Fault::new(CANCELLED, "no", "").is_missing(&[]));
}

#[test]
fn instances_are_made_with_the_host_and_live_as_long_as_their_target_says() {
    struct Seat(&'static Host);
    impl Instance for Seat {
        fn make(host: &'static Host) -> Option<Seat> {
            host.log(LEVEL_INFO, "made");
            Some(Seat(host))
        }
    }
    impl Drop for Seat {
        fn drop(&mut self) {
            self.0.log(LEVEL_INFO, "gone");
        }
    }
    unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
        fn is_host(call: &Call) -> Outcome {
            Ok(std::ptr::eq(call.instance::<Seat>()?.0, call.host()).into())
        }
        const SIT: &[Action] = &[action("sit", is_host)];
        static SEATS: Component = Component::new("Seats", "", [1, 0, 0], &[
            Target::new("Seats", "", SIT).instances(Instances::per_call::<Seat>()),
            Target::new("Seats.Kept", "", SIT).instances(Instances::kept::<Seat>()),
            Target::new("Seats.Cached", "", SIT).instances(Instances::cached::<Seat>()),
        ]);
        component::register(host, registration, &SEATS)
    }
    let host = TestHost::new(register);
    let said = |target: &str| {
        let before = host.log().len();
        for _ in 0..2 {
            assert_eq!(host.call_target(target, "sit", &[]), Ok(true.into()));
        }
        host.log()[before..].iter().map(|(_, word)| word.clone()).collect::<Vec<_>>()
    };
    assert_eq!(said("Seats"), ["made", "gone", "made", "gone"]);
    assert_eq!(said("Seats.Kept"), ["made"]);
    assert_eq!(said("Seats.Cached"), ["made"]);
    host.close();
    assert_eq!(host.log()[6..].iter().filter(|(_, word)| word == "gone").count(), 2);
}

#[test]
fn constants_of_a_table_are_data_of_every_kind() {
    const ALL: Constant = Constant::Map(&[
        ("list", Constant::List(&[Constant::Null, Constant::Bool(true), Constant::Int(-1)])),
        ("bytes", Constant::Bytes(&[0, 255])),
        ("map", Constant::Map(&[("half", Constant::Double(0.5)), ("text", Constant::Text("ü"))])),
    ]);
    let all = Data::map([
        ("list", vec![Data::Null, true.into(), Data::Int(-1)].into()),
        ("bytes", vec![0u8, 255].into()),
        ("map", Data::map([("half", 0.5.into()), ("text", "ü".into())])),
    ]);
    assert_eq!(Data::from(ALL), all);
}

/// A component whose action asks and writes without a call.
unsafe extern "C" fn register_asking(host: *const Host, registration: *mut Registration) -> i32 {
    fn codes(call: &Call) -> Outcome {
        let (host, own, none) = (call.host(), lend("Asks"), std::ptr::null_mut());
        let codes = unsafe {
            [
                (host.release_instance)(host, own, None, none),
                (host.has)(host, own, lend("gone"), 0, None, none),
                (host.has)(host, own, lend("url"), 0, None, none),
                // Only what is null is no name.
                (host.has)(host, own, lend(""), 0, None, none),
                (host.has)(host, own, Text { bytes: std::ptr::null(), length: 0 }, 0, None, none),
            ]
        };
        Ok(Data::List(codes.map(|code| i64::from(code).into()).to_vec()).into())
    }
    fn url(call: &Call) -> Outcome {
        unsafe extern "C" fn hear(context: Context, value: *const Value, _: *const Failure) {
            *context.cast::<Option<Data>>() = value.as_ref().and_then(|value| Data::copy(value));
        }
        let mut written: Option<Data> = None;
        // The action's own parameters are those of the URL.
        let lent = unsafe { &*call.raw() };
        let request = Request {
            head: Head::of::<Request>(), target: lend("Good"), action: lend("run"), parameters: lent.parameters,
            parameter_count: lent.parameter_count, ended: hear, progressed: None, context: std::ptr::from_mut(&mut written).cast(),
            deadline: 0, cancellation: std::ptr::null_mut(), parent: call.raw(), flags: 0, reserved: 0,
            hints: std::ptr::null(), hint_count: 0, skips: std::ptr::null(), skip_count: 0, place: std::ptr::null_mut(),
        };
        let code = unsafe { (call.host().write_url)(call.host(), lend("app"), &request) };
        assert_eq!(code, if written.is_some() { OK } else { INVALID });
        Ok(written.unwrap_or(Data::Null).into())
    }
    static ASKS: Component = Component {
        targets: &[Target::new("Asks", "", &[action("codes", codes), action("url", url)])],
        needs: &[],
        paths: &[],
        keys: &[],
        ..COMPONENT
    };
    component::register(host, registration, &ASKS)
}

#[test]
fn a_url_says_all_but_what_is_opened_with_more() {
    fn given(call: &Call) -> Outcome {
        unsafe extern "C" fn hear(context: Context, value: *const Value, _: *const Failure) {
            *context.cast::<Option<Data>>() = value.as_ref().and_then(|value| Data::copy(value));
        }
        let (host, lent) = (call.host(), unsafe { &*call.raw() });
        let ways = [
            host.open, host.start_open, host.open_with, host.start_open_with, host.open_key, host.start_open_key,
        ];
        let replies = ways.map(|way| {
            let mut reply: Option<Data> = None;
            let request = Request {
                head: Head::of::<Request>(), target: lend(""), action: lend(""), parameters: lent.parameters,
                parameter_count: lent.parameter_count, ended: hear, progressed: None,
                context: std::ptr::from_mut(&mut reply).cast(), deadline: 0, cancellation: std::ptr::null_mut(),
                parent: call.raw(), flags: 0, reserved: 0, hints: std::ptr::null(), hint_count: 0,
                skips: std::ptr::null(), skip_count: 0, place: std::ptr::null_mut(),
            };
            unsafe { way(host, lend("Good_key"), &request) };
            reply.unwrap_or(Data::Null)
        });
        Ok(Data::List(replies.to_vec()).into())
    }
    unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
        static GIVES: Component =
            Component::new("Gives", "", [1, 0, 0], &[Target::new("Gives", "", &[action("given", given)])]);
        component::register(host, registration, &GIVES)
    }
    let host = TestHost::new(register);
    host.stub("Good_key", "", |parameters| Ok(parameters.clone()));
    let (none, one) = (Data::map([]), Data::map([("n", 1.into())]));
    let all = vec![none.clone(), none, one.clone(), one.clone(), one.clone(), one];
    assert_eq!(host.call("given", &[("n", 1.into())]), Ok(all.into()));
}

#[test]
fn what_fails_returns_its_code_also_where_nobody_hears_it() {
    let codes = [NOT_FOUND, NOT_FOUND, OK, NOT_FOUND, OK].map(i64::from).to_vec();
    assert_eq!(TestHost::new(register_asking).call("codes", &[]), Ok(codes.into()));
}

#[test]
fn a_url_names_target_action_and_parameters() {
    let host = TestHost::new(register_asking);
    assert_eq!(host.call("url", &[]), Ok("app://Good/run".into()));
    let query = [
        ("to", "a b\u{fc}&~".into()), ("none", Data::Null), ("on", true.into()), ("off", false.into()),
        ("list", Data::List(vec![(-1).into(), 1e-300.into(), "\t\u{7f}\"\u{202e}".into()])),
    ];
    let list = "%5B-1%2C1e-300%2C%22%5Ct%5Cu007f%5C%22%5Cu202e%22%5D";
    let url = format!("app://Good/run?to=a%20b%C3%BC%26~&on=true&off=false&list={list}");
    assert_eq!(host.call("url", &query), Ok(url.into()));
    let raw = Data::Bytes(vec![251, 255, 0, 1]);
    let map = Data::map([("a b", Data::List(vec![])), ("raw", raw)]);
    let values: [(Data, &str); 18] = [
        (map, "%7B%22a%20b%22%3A%5B%5D%2C%22raw%22%3A%22%2B%2F8AAQ%3D%3D%22%7D"), (Data::Bytes(vec![251, 255]), "%2B%2F8%3D"),
        (Data::Bytes(vec![]), ""), (Data::map([]), "%7B%7D"),
        (10.0.into(), "10.0"), (150.0.into(), "150.0"), ((-0.0).into(), "-0.0"), (0.0001.into(), "0.0001"),
        (0.00012345.into(), "0.00012345"), (1e-5.into(), "1e-05"), (1.5e-7.into(), "1.5e-07"),
        (1e15.into(), "1000000000000000.0"), (9007199254740992.0.into(), "9007199254740992.0"),
        ((-9007199254740994.0).into(), "-9.007199254740994e%2B15"), (1e16.into(), "1e%2B16"), (1e300.into(), "1e%2B300"),
        (5e-324.into(), "5e-324"), ((0.1 + 0.2).into(), "0.30000000000000004"),
    ];
    for (value, text) in values {
        assert_eq!(host.call("url", &[("x", value)]), Ok(format!("app://Good/run?x={text}").into()));
    }
}

#[test]
fn what_the_host_writes_no_url_of_is_refused() {
    let host = TestHost::new(register_asking);
    for key in ["", "a[", "a]b", "a\n", "a\u{202e}"] {
        assert_eq!(host.call("url", &[(key, 1.into())]), Ok(Data::Null), "{key}");
    }
    let nested = |depth| (0..depth).fold(Data::Int(1), |inner, _| Data::List(vec![inner]));
    for value in ["a\0b".into(), f64::INFINITY.into(), f64::NAN.into(), nested(129)] {
        assert_eq!(host.call("url", &[("x", value)]), Ok(Data::Null));
    }
    assert_ne!(host.call("url", &[("x", nested(128))]), Ok(Data::Null));
}

#[test]
fn a_panic_fails_the_call() {
    static PANICS: Component = Component {
        targets: &[Target::new("Panics", "", &[action("run", |_| panic!("at {}", "last"))])],
        needs: &[],
        paths: &[],
        keys: &[],
        ..COMPONENT
    };
    unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
        component::register(host, registration, &PANICS)
    }
    let fault = TestHost::new(register).call("run", &[]).unwrap_err();
    assert_eq!((fault.reason.as_str(), fault.message.as_str()), ("panic", "the action panicked: at last"));
}
#[test]
fn instances_last_as_long_as_their_target_says() {
    static MADE: AtomicI64 = AtomicI64::new(0);
    unsafe extern "C" fn make(_: Context) -> Context {
        MADE.fetch_add(1, Ordering::Relaxed);
        std::ptr::from_ref(&MADE).cast_mut().cast()
    }
    unsafe fn number(instance: Context) -> &'static AtomicI64 {
        &*instance.cast::<AtomicI64>()
    }
    unsafe extern "C" fn destroy(_: Context, instance: Context) {
        number(instance).fetch_add(100, Ordering::Relaxed);
    }
    unsafe extern "C" fn count(_: Context, call: *mut contract::Call) -> i32 {
        let action = component::read((*call).action);
        let made = number((*call).instance).load(Ordering::Relaxed);
        // It is in no instance any more, and in this one until it returns.
        if action == "drop" {
            let code = ((*(*call).host).release_instance)((*call).host, (*call).target, None, std::ptr::null_mut());
            assert_eq!((code, number((*call).instance).load(Ordering::Relaxed)), (OK, made));
        }
        Data::Int(made).lend(|value| ((*(*call).host).reply)(call, value))
    }
    unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
        for (name, flags) in [("Kept", 0), ("Kept.Each", TARGET_PER_CALL)] {
            let (name, empty, context) = (lend(name), lend(""), std::ptr::null_mut());
            let (make, destroy): (Option<Make>, Option<Destroy>) = (Some(make), Some(destroy));
            let head = Head::of::<contract::Target>();
            let target =
                contract::Target { head, name, summary: empty, flags, reserved: 0, make, destroy, context, release: None };
            ((*host).add_target)(registration, &target);
            let head = Head::of::<contract::Action>();
            for action in ["count", "drop"] {
                let action = contract::Action {
                    head, target: name, name: lend(action), summary: empty, flags: 0, reserved: 0, run: count, context,
                    release: None, signature: empty, parameter_notes: empty,
                    media_type: empty,
                };
                ((*host).add_action)(registration, &action);
            }
        }
        OK
    }
    let host = TestHost::new(register);
    for made in [1, 1] {
        assert_eq!(host.call("count", &[]), Ok(Data::Int(made)));
    }
    for made in [2, 103] {
        assert_eq!(host.call_target("Kept.Each", "count", &[]), Ok(Data::Int(made)));
    }
    for (action, made) in [("drop", 203), ("count", 304), ("count", 304)] {
        assert_eq!(host.call(action, &[]), Ok(Data::Int(made)));
    }
    host.close();
    assert_eq!(MADE.load(Ordering::Relaxed), 404);
}

#[test]
fn a_text_without_a_type_is_read_in_the_words_that_all_languages_have() {
    use super::component::{contract::*, Parameter};
    fn text(text: &str, flags: u32) -> Value {
        Value { kind: KIND_TEXT, flags, payload: Payload { text: text.as_ptr() }, count: text.len() }
    }
    for (written, number) in [("16", Some(16.0)), ("+.5", Some(0.5)), ("-1e3", Some(-1000.0)), ("2.", Some(2.0))] {
        assert_eq!(f64::of(&text(written, VALUE_LOOSE)), number);
        assert_eq!(f64::of(&text(written, 0)), None);
    }
    for written in ["0x10", "inf", "nan", "1e400", "", "1_0", " 1"] {
        assert_eq!(f64::of(&text(written, VALUE_LOOSE)), None, "{written}");
    }
    assert_eq!(i64::of(&text("-9223372036854775808", VALUE_LOOSE)), Some(i64::MIN));
    assert_eq!(i64::of(&text("5.0", VALUE_LOOSE)), None);
    assert_eq!((bool::of(&text("yes", VALUE_LOOSE)), bool::of(&text("maybe", VALUE_LOOSE))), (Some(true), None));
    let double = |number| Value { kind: KIND_DOUBLE, flags: 0, payload: Payload { number }, count: 0 };
    assert_eq!((i64::of(&double(3.0)), i64::of(&double(3.5))), (Some(3), None));
    assert_eq!((i64::of(&double(9223372036854775808.0)), i64::of(&double(f64::NAN))), (None, None));
}

/// A component that does something besides answering calls, and counts what it owns alone.
mod steps {
    use super::*;
    use super::super::component::testing::Setup;
    use std::sync::atomic::AtomicBool;

    static COUNT: AtomicI64 = AtomicI64::new(0);
    static OWNED: AtomicBool = AtomicBool::new(false);
    static FORBIDDEN: AtomicBool = AtomicBool::new(false);
    static STEPS: std::sync::Mutex<Vec<&str>> = std::sync::Mutex::new(vec![]);

    fn note(step: &'static str) {
        STEPS.lock().unwrap().push(step);
    }

    fn noted() -> Vec<&'static str> {
        std::mem::take(&mut *STEPS.lock().unwrap())
    }

    fn start(call: &Call) -> Outcome {
        note("start");
        // Its own actions can't be called yet.
        let own = call.call("Steps", "add", &[]).unwrap_err();
        assert_eq!((own.code, own.reason.as_str()), (REFUSED, "not_registered"));
        if FORBIDDEN.swap(false, Ordering::Relaxed) {
            return Err(Fault::new(FAILED, "forbidden", "not this time"));
        }
        if OWNED.swap(true, Ordering::Relaxed) {
            return Err(Fault::new(FAILED, "owned", "another one has it"));
        }
        Ok(().into())
    }

    fn save(_: &Call) -> Outcome {
        note("save");
        let count = COUNT.load(Ordering::Relaxed);
        if count < 0 {
            return Err(Fault::new(FAILED, "negative", "a negative count is not saved"));
        }
        COUNT.store(0, Ordering::Relaxed);
        OWNED.store(false, Ordering::Relaxed);
        Ok(Data::map([("count", count.into())]).into())
    }

    fn restore(call: &Call) -> Outcome {
        note("restore");
        let state: Data = call.get("state")?;
        let Some(Data::Int(count)) = state.get("count") else {
            return Err(Fault::new(INVALID, "foreign_state", "that is no state of mine"));
        };
        COUNT.store(*count, Ordering::Relaxed);
        Ok(().into())
    }

    fn shutdown(_: &Host) {
        // That of the one before must not let go of what the next one has.
        note(if OWNED.load(Ordering::Relaxed) { "shutdown, owned" } else { "shutdown" });
    }

    fn add(call: &Call) -> Outcome {
        let more: i64 = call.get_or("more", 1)?;
        Ok((COUNT.fetch_add(more, Ordering::Relaxed) + more).into())
    }

    fn found(call: &Call) -> Outcome {
        let name = unsafe { component::read(call.host().name) };
        Ok(vec![name, call.host().directory()].into())
    }

    static STEPS_COMPONENT: Component = Component {
        name: "Steps",
        targets: &[Target::new("Steps", "", &[action("add", add), action("found", found)])],
        start: Some(start),
        save: Some(save),
        restore: Some(restore),
        memory_pressure: Some(|_| Ok(COUNT.load(Ordering::Relaxed).into())),
        shutdown: Some(shutdown),
        ..Component::EMPTY
    };

    unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
        component::register(host, registration, &STEPS_COMPONENT)
    }

    // Another function: that of another version, say.
    unsafe extern "C" fn register_other(host: *const Host, registration: *mut Registration) -> i32 {
        note("register");
        component::register(host, registration, &STEPS_COMPONENT)
    }

    // One test, for what is static is the same for all.
    #[test]
    fn generations_come_and_go_as_in_the_host() {
        let host = TestHost::new(register);
        assert_eq!(host.call("add", &[("more", 2.into())]), Ok(2.into()));
        assert_eq!(host.memory_pressure(), Ok(2.into()));
        assert_eq!(reason(host.start()), "owned");
        assert_eq!(reason(host.restore(&Data::Null)), "foreign_state");
        assert_eq!(noted(), ["start", "start", "restore"]);

        assert_eq!(host.replace(register), Ok(()));
        assert_eq!(noted(), ["save", "restore", "start"]);
        assert_eq!(host.call("add", &[]), Ok(3.into()));

        // Where the next one does not start, this one gets its state back and goes on.
        FORBIDDEN.store(true, Ordering::Relaxed);
        let fault = host.replace(register).unwrap_err();
        assert_eq!((fault.reason.as_str(), fault.message.as_str()), ("start_failed", "forbidden: not this time"));
        assert_eq!(noted(), ["save", "restore", "start", "shutdown", "restore", "start"]);
        assert_eq!(host.call("add", &[]), Ok(4.into()));

        // Where it does not save, it has let go of nothing.
        assert_eq!(host.call("add", &[("more", (-9).into())]), Ok((-5).into()));
        assert_eq!(host.replace(register).unwrap_err().reason, "save_failed");
        assert_eq!(noted(), ["save"]);
        unsafe extern "C" fn refuse(_: *const Host, _: *mut Registration) -> i32 {
            FAILED
        }
        assert_eq!(host.replace(refuse).unwrap_err().reason, "not_registered");
        assert_eq!(host.call("add", &[("more", 5.into())]), Ok(0.into()));
        assert_eq!(noted(), [""; 0]);

        // One that shares nothing is shut down behind the other's start.
        assert_eq!(host.replace(register_other), Ok(()));
        assert_eq!(noted(), ["register", "save", "restore", "start", "shutdown, owned"]);
        host.close();
        host.close();
        assert_eq!(noted(), ["shutdown, owned"]);

        // A state of the test's own, and what else it says.
        OWNED.store(false, Ordering::Relaxed);
        let state = Some(Data::map([("count", 40.into())]));
        let host = TestHost::with(register, Setup { name: "Steps", directory: "data", state, ..Setup::default() });
        assert_eq!(host.call("add", &[]), Ok(41.into()));
        assert_eq!(host.call("found", &[]), Ok(vec!["Steps", "data"].into()));
        assert_eq!(noted(), ["restore", "start"]);
        host.close();
        assert_eq!(noted(), ["shutdown, owned"]);
    }

    #[test]
    fn a_step_that_is_not_there_is_told() {
        static PLAIN: Component =
            Component { start: None, save: None, restore: None, memory_pressure: None, ..COMPONENT };
        unsafe extern "C" fn plain(host: *const Host, registration: *mut Registration) -> i32 {
            component::register(host, registration, &PLAIN)
        }
        let host = TestHost::new(plain);
        let outcomes = [host.start(), host.save(), host.restore(&Data::Null), host.memory_pressure()];
        assert_eq!(outcomes.map(reason), ["no_step"; 4]);
        assert_eq!(host.replace(plain), Ok(()));
    }
}

#[test]
fn a_registration_that_goes_on_behind_a_refusal_is_refused() {
    unsafe extern "C" fn twice(host: *const Host, registration: *mut Registration) -> i32 {
        component::register(host, registration, &COMPONENT);
        component::register(host, registration, &COMPONENT);
        OK
    }
    let fault = TestHost::new(register).replace(twice).unwrap_err();
    assert_eq!(fault.message, "register went on behind a refusal");
}
