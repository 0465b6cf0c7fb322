import ComponentHost

extension Figure {
  static var lists: [Figure] {
    [
      Figure("list") { place in
        let folder = "\(place.folder)/thousand"
        let host = Host(Settings(directories: [folder]))
        let listed = host.list()
        guard listed.count == 1000, listed.allSatisfy({ $0.state == .ready }) else {
          throw Complaint("\(folder) has not 1,000 components that are ready")
        }
        let paths = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(capacity: listed.count)
        _ = paths.initialize(from: listed.map { Kept($0.file).bytes })
        let look = place.floors.look
        return .loops(
          Loops(
            figure: { count in (0..<count).reduce(0) { sum, _ in sum &+ host.list().count } },
            floor: { count in
              (0..<count).reduce(0) { sum, _ in sum &+ look(UnsafePointer(paths.baseAddress!), paths.count) }
            }, each: 1000, counted: 1))
      }
    ]
  }
}
