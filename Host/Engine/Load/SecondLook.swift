/// Brings a component in line with the folders that was being loaded while the others were.
final class SecondLook: CrewJob {
  private let name: String
  private let loader: Loader

  init(_ name: String, _ loader: Loader) { (self.name, self.loader) = (name, loader) }

  func work() {
    for change in loader.refresh(only: [name]) where !change.isTold { loader.settings.changed(change) }
  }
}
