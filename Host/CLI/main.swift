import ComponentHost
import ComponentKit
let a = CommandLine.arguments
var s = Settings(directories: ["/tmp/lib"])
s.loadsInPlace = a.contains("--in-place")
let h = Host(s)
for l in h.list() { print(l) }
do { print(try h.mediator.call(a[1], a[2], a.count > 3 && a[3] != "--in-place" ? Value(json: a[3]).map! : [:])) } catch
{ print(error, (error as? Failure)?.details ?? [:]) }
