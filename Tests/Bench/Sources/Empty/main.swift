// Does nothing: what a Swift program costs before it does anything.
