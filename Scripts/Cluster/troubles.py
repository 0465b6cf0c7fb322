"""What was disturbed in a cluster and when, and which failures of calls that explains: any other one is wrong."""
import collections, threading, time

# What a call that `reads` may end with as any other one does, where something is disturbed: it is made once more in a budget for
# the whole host, which many that hang together use up, and by whoever the broker chooses, who may hang as well.
READS_END_UNKNOWN_BY = {"outcome_unknown", "elsewhere_timed_out"}

UNKNOWN = {"outcome_unknown", "elsewhere_timed_out", "no_answer", "lost"}
NOBODY = {"no_such_component", "nobody", "not_here", "other_version"}
# With these nothing was called: the effect must not be there.
NOT_CALLED = NOBODY | {"unreachable", "elsewhere_busy", "busy", "closing", "older_version", "no_connection"}

# What a host answers by itself is called so.
HERE = "here"

# The kind of those troubles.
BETWEEN = "between brokers"

# How long a change may take until everybody knows it, in seconds, and for how long the broker may not know that a host is gone.
MOMENT = 3
NOTICED = 1


# A broker that is told that its last subscriber of a subject goes drops what others just send it for that one, and says
# nothing to anybody: some microseconds for each that goes. So of so many times that somebody goes one call may end unknown.
LOST_BETWEEN_BROKERS = 10


class Trouble:
    """Something that is disturbed for a while: of which kind, what, and which calls may fail with which reasons so.

    `explains` is asked for a call, and says with what it may fail. `behind` is how long it may go on once it is over."""

    def __init__(self, kind, what, explains, behind=0.0):
        self.kind, self.what, self.explains, self.behind = kind, what, explains, behind
        self.began, self.ended = time.monotonic(), None

    def meets(self, call):
        return call.ended >= self.began and (self.ended is None or call.began <= self.ended + self.behind)


class Book:
    def __init__(self):
        self.lock, self.start = threading.Lock(), time.monotonic()
        self.troubles, self.had = [], {}
        self.last, self.counts = collections.deque(maxlen=25), collections.Counter()
        self.outcomes = collections.Counter()

    def note(self, words):
        self.last.append(f"{time.monotonic() - self.start:8.3f} s  {words}")

    def begin(self, trouble):
        with self.lock:
            self.troubles.append(trouble)
            self.counts[trouble.kind] += 1
            self.note(f"{trouble.kind}: {trouble.what}")
        return trouble

    def lost_too_many(self):
        """Whether more is lost between brokers than can be."""
        lost = sum(count for (kind, _), count in self.outcomes.items() if kind == BETWEEN)
        return lost > 1 + self.counts[BETWEEN] / LOST_BETWEEN_BROKERS

    def end(self, trouble, words="is over"):
        with self.lock:
            trouble.ended = time.monotonic()
            self.note(f"{trouble.kind}: {trouble.what} {words}")

    # MARK: who has what

    def has(self, host, component):
        """From now on, as the host is there and so is its file."""
        with self.lock:
            spans = self.had.setdefault(component, {}).setdefault(host, [])
            if not spans or spans[-1][1] is not None:
                spans.append([time.monotonic(), None])

    def lacks(self, host, component):
        with self.lock:
            spans = self.had.get(component, {}).get(host, [])
            if spans and spans[-1][1] is None:
                spans[-1][1] = time.monotonic()

    def was_always_there(self, component, began, ended):
        """Whether somebody had it at each moment, of whom all could know."""
        with self.lock:
            spans = sorted((begin + MOMENT, end) for all in self.had.get(component, {}).values() for begin, end in all)
        reached = began - NOTICED
        for begin, end in spans:
            if begin <= reached and (end is None or end - NOTICED > reached):
                reached = float("inf") if end is None else end - NOTICED
            if reached >= ended:
                return True
        return False

    # MARK: failures

    def explanation(self, call):
        """What a call may have failed by; None where it may not."""
        with self.lock:
            # What is limited explains nothing that something else does.
            troubles = sorted((trouble for trouble in self.troubles if trouble.meets(call)),
                              key=lambda trouble: trouble.kind == BETWEEN)
        if call.reason in NOBODY and self.is_nobodys(call):
            return "nobody has it"
        for trouble in troubles:
            allowed = trouble.explains(call)
            if allowed is True or allowed and call.reason in allowed:
                if call.reads and call.reason in UNKNOWN and not self.may_be_unknown(call, allowed):
                    continue
                return trouble.kind
        return None

    def is_nobodys(self, call):
        return call.component != HERE and not self.was_always_there(call.component, call.began, call.ended)

    # Of what a raw client sent nobody but itself could have repeated it.
    def may_be_unknown(self, call, allowed):
        return allowed is True or call.is_raw or call.reason in READS_END_UNKNOWN_BY


# MARK: what explains what

def own(call, host):
    """Whether it is made by a host that is disturbed itself: its callers may hear anything, also that it is gone."""
    return not call.is_raw and call.via == host.letter


def host_gone(host, components):
    """It is killed: what it had just then has no end."""
    began = time.monotonic()

    def explains(call):
        if own(call, host):
            return True
        return UNKNOWN if call.component in components and call.began < began + NOTICED else None
    return Trouble("host killed", host.name, explains, MOMENT)


def host_ends(host):
    """It is told to end: nobody else may notice."""
    return Trouble("host told to end", host.name, lambda call: own(call, host) or None, MOMENT)


def leaves(host, components):
    """It takes back what it has subscribed for these, in good order."""
    lost = {"elsewhere_timed_out", "no_answer"}
    trouble = Trouble(BETWEEN, f"{host.name}, {', '.join(components)}",
                      lambda call: lost if call.component in components else None, NOTICED)
    trouble.ended = trouble.began
    return trouble


def host_hangs(host, components):
    """It is stopped: what is sent to it has no answer in time, and is late once it goes on."""
    def explains(call):
        if own(call, host):
            return True
        return UNKNOWN | {"busy"} if call.component in components else None
    return Trouble("host hangs", host.name, explains, MOMENT)


def broker_gone(broker, kind):
    """It is there no more, or anew: connections to it are lost, and others may not know at once who is where."""
    reasons = UNKNOWN | NOBODY | {"unreachable", "no_connection"}
    return Trouble(kind, broker.name, lambda call: reasons if call.component != HERE else None, MOMENT)


def liar(component):
    """Somebody among those who have it answers wrong: its own callers hear no reply, and nobody else notices."""
    reasons = UNKNOWN | {"invalid_answer", "wrong_kind", "lied", "busy"}
    return Trouble("liar", component, lambda call: reasons if call.component == component else None, NOTICED)
