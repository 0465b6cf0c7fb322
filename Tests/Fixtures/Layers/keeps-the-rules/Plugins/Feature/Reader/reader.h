// Nobody else's business.
