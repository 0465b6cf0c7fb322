//! Replies that are held against their signatures, as the program does it.
#[path = "../../Host/ABI/rust/mod.rs"]
mod component;

use component::contract::*;
use component::testing::{Setup, TestHost};
use component::{Action, Call, Component, Data, Deferred, Fault, Reply, Target, Type};

type Outcome = Result<Reply, Fault>;

fn answer(call: &Call) -> Outcome {
    let leaf = || Data::map([("value", 1.into())]);
    let book = [("id", 1.into()), ("title", Data::Null), ("note", "x".into())];
    let reply = match call.action() {
        "null" => Data::Null,
        "double" => 7.5.into(),
        "whole" => 7.0.into(),
        "text" => "plain".into(),
        "escaped" => "é\"\\".into(),
        "day" => "2024-02-29".into(),
        "date" => "2024-02-29T12:00:00Z".into(),
        "long" => "0123456789012345678901234567890123456789.".into(),
        "list" => Data::List(vec![1.into(), 2.0.into(), "3".into()]),
        "book" => Data::map(book),
        "tree" => Data::map([("value", 1.into()), ("parts", Data::List(vec![leaf(), Data::Null]))]),
        _ => 7.into(),
    };
    Ok(reply.into())
}

fn later(call: &Call) -> Outcome {
    let deferred: Deferred = call.defer().expect("it has not ended");
    std::thread::spawn(move || deferred.end(Ok(7.into())));
    Ok(Reply::Later)
}

const CASES: [(&str, &str, Option<&str>); 41] = [
    ("int", "", None),
    ("int", "()", None),
    ("int", "() -> int", None),
    ("int", "() -> double?", None),
    ("int", "() -> any", None),
    ("int", "() -> 1 | -2 | 7", None),
    ("int", "() -> -7 | 70", Some("the reply must be one of -7, 70, not the int 7")),
    ("int", "() -> text", Some("the reply must be text, not an int")),
    ("int", "() -> nothing", Some("the reply must be null, not an int")),
    ("int", "() -> [int]", Some("the reply must be a list, not an int")),
    ("int", "() -> bool", Some("the reply must be a bool, not an int")),
    ("int", r#"(a: [text: int] = {"}": 1}, b: {c: ["(" | ")"]}? = null, d: text = "\")") -> int"#, None),
    ("whole", "() -> int", None),
    ("double", "() -> int", Some("the reply must be an int, not a double")),
    ("double", "() -> double", None),
    ("null", "() -> nothing", None),
    ("null", "() -> any", None),
    ("null", "() -> int?", None),
    ("null", "() -> Other", None),
    ("null", "() -> int", Some("the reply must be an int, not null")),
    ("null", "() -> Tree", Some("the reply must be a map, not null")),
    ("text", "() -> Other", None),
    ("escaped", r#"() -> "a" | "\u00e9\"\\""#, None),
    ("text", r#"() -> "a" | "b""#, Some(r#"the reply must be one of "a", "b", not the text 'plain'"#)),
    ("text", "() -> bytes", Some("the reply must be bytes, not the text 'plain'")),
    ("text", "() -> object", Some("the reply must be an object, not the text 'plain'")),
    ("long", "() -> int", Some("the reply must be an int, not a text of 41 bytes")),
    ("day", "() -> date", Some("the reply must be a date like 2026-11-21T09:30:00Z, not the text '2024-02-29'")),
    ("date", "() -> date", None),
    ("list", "() -> [any]", None),
    ("list", "() -> [int]", Some("the reply's '[2]' must be an int, not the text '3'")),
    ("list", "() -> [text: int]", Some("the reply must be a map, not a list")),
    ("book", "() -> Book", Some("the reply has the unknown key 'note'")),
    ("book", "() -> [text: text?]", Some("the reply's 'id' must be text, not an int")),
    ("book", "() -> {id: int, title: any, note: text}", None),
    ("book", "() -> {id: int, title: text, note: text}", Some("the reply's 'title' is missing (text)")),
    ("tree", "() -> Tree", None),
    ("tree", "() -> {value: int, parts: [Book]}", Some("the reply's 'parts[0]' has the unknown key 'value'")),
    ("tree", "() -> {value: int, parts: [Tree?], more: any}", Some("the reply's 'more' is missing (any)")),
    ("later", "() -> int", None),
    ("later", "() -> text", Some("the reply must be text, not an int")),
];

static TYPES: [Type; 5] = [
    Type::new("Tree", "{ value : int , parts : [ Tree? ]? }"),
    Type::new("Book", "{id: int, title: text?}"),
    Type::new("Form", r#""plain" | "r\u00e9""#),
    Type::new("Perhaps", "Form?"),
    Type::new("Other", "Perhaps"),
];

// A component with one action, as a table that is there as long as the process is.
fn host(name: &'static str, signature: &'static str) -> Result<&'static TestHost, String> {
    static NEXT: std::sync::Mutex<Option<&'static Component>> = std::sync::Mutex::new(None);
    unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
        component::register(host, registration, NEXT.lock().unwrap().unwrap())
    }
    let run = if name == "later" { later } else { answer };
    let actions: &'static [Action] = vec![Action::new(name, signature, "", run)].leak();
    let targets: &'static [Target] = vec![Target::new("Replies", "", actions)].leak();
    let component = Component { types: &TYPES, ..Component::new("Replies", "", [1, 0, 0], targets) };
    *NEXT.lock().unwrap() = Some(Box::leak(Box::new(component)));
    std::panic::catch_unwind(|| TestHost::with(register, Setup::default()))
        .map_err(|message| *message.downcast::<String>().expect("a message"))
}

#[test]
fn replies_are_held_against_their_signatures() {
    for (name, signature, misfit) in CASES {
        let outcome = host(name, signature).expect(signature).call(name, &[]);
        let ended = outcome.as_ref().err().map(|fault| (fault.code, &*fault.reason, &*fault.message));
        let message = misfit.map(|misfit| format!("Replies.{name} does not keep to its signature: {misfit}"));
        let expected = message.as_ref().map(|message| (FAILED, "mistyped_reply", &**message));
        assert_eq!(ended, expected, "{name} {signature}");
    }
    let broken = [
        "(", "int", "(a int)", "(a: int", "() ->", "() -> [", "() -> [int", "() -> {a", "() -> {a: int", "() -> {a: int,}",
        "() > int", "() -> int x", "() -> int ??", "() -> \"a", "() -> \"a\" |", "() -> \"\\x\"", "() -> 1.5", "() -> -",
        "(a: int = )", "(a: int = [)", "() -> \"\\ud800\"", "() -> \"\\ud800\\u0041\"", "(1: int)", "() -> inte",
    ];
    for signature in broken {
        let refused = host("int", signature).err().expect(signature);
        let is_said = refused.starts_with("the signature of 'int' can't be read from here on:");
        assert!(is_said || refused == "there is no type 'inte'", "{signature}: {refused}");
    }
}
