import Glibc

/// How long tests wait for what has to come. What comes is not waited for longer than it takes, so only a test that fails
/// takes all of it; a busy machine with a sanitizer takes a part of it now and then.
package let patience = Duration.seconds(30)

/// Waits until something is so; false if it is not within that time.
package func eventually(within limit: Duration = patience, _ condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + limit
  // At first it looks often, later so that looking takes little from what is waited for.
  var pause: useconds_t = 200
  while !condition() {
    if ContinuousClock.now > end { return condition() }
    usleep(pause)
    pause = min(pause + pause / 4, 10_000)
  }
  return true
}
