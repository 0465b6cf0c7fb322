import ComponentHost
import Glibc

/// What components say of themselves, shown from what is kept.
extension Figure {
  static var descriptions: [Figure] {
    [
      Figure("kept.targets") { place in try shown(place, "list", "--targets") },
      Figure("kept.openapi") { place in
        let document = try kept(place, ["openapi", "--allow", "Other7"]).output()
        guard document.contains("/Other7/showDetail03") else { throw Complaint("the document lacks what is open") }
        return try shown(place, "openapi")
      },
      Figure("kept.tab") { place in try tab(place, "call Other7 ") },
      Figure("kept.tab.names") { place in try tab(place, "call Other7") },
      Figure("kept.read") { place in
        _ = try kept(place, ["list"])
        let folder = "\(place.folder)/described"
        var settings = Settings(directories: [folder])
        settings.cacheDirectory = "\(cache(place))/component-host"
        let paths = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(capacity: 1000)
        let listed = Host(settings).list()
        guard listed.count == 1000 else { throw Complaint("\(folder) has not 1,000 components") }
        _ = paths.initialize(from: listed.map { Kept($0.file).bytes })
        let look = place.floors.look
        return .loops(
          Loops(
            // A host reads what is kept of a file once.
            figure: { count in (0..<count).reduce(0) { sum, _ in sum &+ Host(settings).descriptions().count } },
            floor: { count in
              (0..<count).reduce(0) { sum, _ in sum &+ look(UnsafePointer(paths.baseAddress!), paths.count) }
            }, each: 1000, counted: 1))
      },
    ]
  }

  private static func cache(_ place: Place) -> String { "\(place.folder)/cache" }

  // The program with those components, of whom all is kept.
  private static func kept(_ place: Place, _ words: [String]) throws -> Child {
    // This process has none of its own.
    setenv("XDG_CACHE_HOME", cache(place), 1)
    let line = [place.program, "--plugins", "\(place.folder)/described"]
    if mkdir(cache(place), 0o700) == 0 {
      _ = try Child(line + ["list", "--targets"]).time()
      let names = try Child([
        place.program, "complete", "bash", "--", "host \(line[1...].joined(separator: " ")) call Other7 ",
      ])
      .output()
      guard names.contains("showDetail") else { throw Complaint("nothing is kept in \(cache(place))") }
    }
    return Child(line + words)
  }

  // On all processors, as whoever waits for it has it: what many components say is read and written by shares.
  private static func shown(_ place: Place, _ words: String...) throws -> Work {
    let (shown, plain) = (try kept(place, words), try kept(place, ["list"]))
    return .pairs(repetitions: 21) { try onAll { (try shown.time(), try plain.time()) } }
  }

  private static func tab(_ place: Place, _ line: String) throws -> Work {
    _ = try kept(place, ["list"])
    let whole = "host --plugins \(place.folder)/described \(line)"
    let (child, empty) = (Child([place.program, "complete", "bash", "--", whole]), Child(["\(place.folder)/empty"]))
    return .pairs(repetitions: 31) { (try child.time(), try empty.time()) }
  }
}
