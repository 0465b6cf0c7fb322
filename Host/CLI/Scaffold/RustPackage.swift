/// A package for a component in Rust: a crate without dependencies.
struct RustPackage: PackageTemplate {
  static let language = "Rust"
  static let build = "cargo build --release"
  static let test = "cargo test"
  static let built = "target/release/"

  let name: PackageName
  let layer: Layer

  var files: [PackageFile] {
    [
      PackageFile("Cargo.toml", manifest),
      PackageFile("src/lib.rs", component),
      PackageFile("README.md", readme(places)),
      PackageFile(".gitignore", "/target/\n"),
    ] + CarriedFiles.files(below: "rust/", in: "src/component/")
  }

  private var places: [(path: String, what: String)] {
    [
      ("src/lib.rs", "the component, and its tests in a small host of their own"),
      ("src/component", "the contract, and what makes it short for authors; nothing in it is yours to change"),
    ]
  }

  private var manifest: String {
    """
    [package]
    name = "\(name.text)"
    version = "1.0.0"
    edition = "2021"
    rust-version = "1.77"

    [package.metadata.component]
    layer = "\(layer.rawValue)"

    # Named like the component, because lib\(name.text).so owns the target "\(name.text)".
    [lib]
    name = "\(name.text)"
    crate-type = ["cdylib"]

    # A package of its own, also inside the folder of another one.
    [workspace]

    """
  }

  private var fallback: String {
    guard name.isFallback else { return "" }
    return """

      /// What nobody else answers comes here.
      fn not_found(call: &Call) -> Result<Reply, Fault> {
          let (target, action): (&str, &str) = (call.get("target")?, call.get("action")?);
          let message: &str = call.get("message")?;
          Ok(format!("Nobody answers {target}.{action}: {message}").into())
      }

      const NOT_FOUND: Action = Action::new("notFound", "", "Answers what nobody else does", not_found);

      """
  }

  private var fallbackTest: String {
    guard name.isFallback else { return "" }
    return """

          #[test]
          fn what_nobody_else_answers_is_answered() {
              let host = TestHost::new(crate::register);
              let asked = [
                  ("target", "Nowhere".into()),
                  ("action", "run".into()),
                  ("message", "it is not there".into()),
              ];
              let reply = "Nobody answers Nowhere.run: it is not there";
              assert_eq!(host.call("notFound", &asked), Ok(reply.into()));
          }

      """
  }

  private var component: String {
    """
    #![allow(non_snake_case)]

    mod component;

    use component::{export, Action, Call, Component, Fault, Key, Path, Reply, Target};

    /// "Hello, Ann". What the signature says of the parameters is checked before.
    fn greet(call: &Call) -> Result<Reply, Fault> {
        let name = call.get_or("name", "world")?;
        Ok(format!("Hello, {name}").into())
    }

    const GREET: Action = Action::new(
        "greet",
        r#"(name: text = "world") -> text"#,
        "Greets a person",
        greet,
    )
    .notes("name: who is greeted")
    .remote()
    .reads();
    \(fallback)
    const TARGET: Target = Target::new("\(name.text)", "Greets people", &[GREET\(name.isFallback ? ", NOT_FOUND" : "")]);

    export!(Component {
        // app://\(name.text)/hello/Ann: callers from outside reach the action by more than its name.
        paths: &[Path::new("/hello/:name", "greet")],
        // \(name.text)_greeting, a map key: it stays, whatever the action is called one day.
        keys: &[Key::new("greeting", "greet")],
        ..Component::new("\(name.text)", "Greets people", [1, 0, 0], &[TARGET])
    });

    #[cfg(test)]
    mod tests {
        use crate::component::testing::TestHost;
        use crate::component::{contract, Data};

        #[test]
        fn a_person_is_greeted_by_name() {
            let host = TestHost::new(crate::register);
            let ann = [("name", "Ann".into())];
            assert_eq!(host.call("greet", &ann), Ok("Hello, Ann".into()));
        }

        #[test]
        fn without_a_name_the_world_is_greeted() {
            let host = TestHost::new(crate::register);
            assert_eq!(host.call("greet", &[]), Ok("Hello, world".into()));
        }

        #[test]
        fn a_name_that_is_no_text_is_refused() {
            let host = TestHost::new(crate::register);
            let one = [("name", Data::Int(1))];
            let fault = host.call("greet", &one).unwrap_err();
            assert_eq!(fault.code, contract::INVALID);
        }
    \(fallbackTest)}

    """
  }
}
