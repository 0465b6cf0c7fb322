/// Which next generations may take a component's place.
public enum Upgrades: Sendable {
  /// All that load and start.
  case all
  /// Those that break nothing which callers use: actions that were called in this host since the component came, by
  /// whomever but itself, with the routes and keys that lead to them, and events that others observe. What breaks is what
  /// the check of printed faces says so of. A rollback is not judged.
  case compatible
}
