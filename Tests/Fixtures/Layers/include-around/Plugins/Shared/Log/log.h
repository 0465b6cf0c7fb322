// Another's.
