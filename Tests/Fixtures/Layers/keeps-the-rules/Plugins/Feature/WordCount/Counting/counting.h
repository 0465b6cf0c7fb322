// A header of its own.
