//! Calls Nasty through its face in Rust, and looks at what comes back.

mod component;
mod nasty;

use component::{Action, Call, Component, Data, Fault, Reply, Target};
use nasty::*;

fn run(call: &Call) -> Result<Reply, Fault> {
    let scalars = ScalarsParameters {
        bool: true,
        int: i64::MIN,
        double: 0.5,
        text: "text".to_string(),
        bytes: vec![1, 255],
        date: "2026-11-21T09:30:00Z".to_string(),
        any: 7.into(),
        list: vec![1, 2],
        map: vec![("key".to_string(), vec![])],
        order: Order::RichText,
        level: LEVEL_MINUS_9223372036854775808,
        point: Point { x: 3, y: 4 },
        inner: ScalarsInner { a: 5, b: ScalarsInnerB { c: "deep".to_string() } },
        parts: vec![ScalarsParts { n: 9 }],
    };
    let got = nasty::scalars(call, scalars.clone())?;
    assert_eq!(Data::from(got), Data::from(scalars));

    let none = optionals(call, OptionalsParameters::default())?;
    assert!(none.bool.is_none() && none.point.is_none() && none.any.is_none() && none.parts.is_none());
    let some = OptionalsParameters {
        int: Some(1),
        text: Some(String::new()),
        order: Some(Order::Plain),
        any: Some("any".into()),
        point: Some(Point { x: 1, y: 2 }),
        ..OptionalsParameters::default()
    };
    let got = optionals(call, some)?;
    assert!(got.bool.is_none());
    assert_eq!((got.int, got.order, got.any), (Some(1), Some(Order::Plain), Some("any".into())));
    assert_eq!(got.point, Some(Point { x: 1, y: 2 }));

    for choice in [Order::Plain, Order::RichText, Order::Empty] {
        assert_eq!(order(call, OrderParameters { order: choice })?, choice);
    }
    let leaf = |value| Tree { value, children: vec![], parent: None };
    let sent = Tree { children: vec![leaf(2)], ..leaf(1) };
    assert_eq!(tree(call, TreeParameters { tree: sent.clone() })?, sent);
    assert_eq!(b_list(call)?.target, "Nasty.b");
    assert_eq!(x_y_list(call)?.target, "Nasty.x.y");
    assert_eq!(hushed(call, HushedParameters::default())?, ());
    assert_eq!(untyped(call, Data::map([("a", Data::Null)]))?, Data::map([("a", Data::Null)]));
    Ok("as expected".into())
}

component::export!(Component::new("Caller", "", [1, 0, 0], &[Target::new("Caller", "", &[Action::new(
    "run",
    "() -> text",
    "",
    run
)])]));
