// Its own.
