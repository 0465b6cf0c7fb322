// The host's.
