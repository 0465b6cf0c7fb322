"""What is changed in the folder of a host that serves, and what was there when."""
import os, random, shutil, threading, time

class States:
    """Which number a file of Coming's says, and when; None for none."""

    def __init__(self):
        self.lock, self.all = threading.Lock(), [(0.0, None)]

    def begin(self, number):
        with self.lock:
            self.all.append((time.monotonic(), number))

    def within(self, start, end):
        with self.lock:
            ends = [began for began, _ in self.all[1:]] + [float("inf")]
            return {number for (began, number), ended in zip(self.all, ends) if began <= end and ended >= start}


def put(stage, source, name):
    shutil.copyfile(source, f"{stage.plugins}/.{name}.new")
    os.chmod(f"{stage.plugins}/.{name}.new", 0o755)
    os.rename(f"{stage.plugins}/.{name}.new", f"{stage.plugins}/{name}")


def changes(stage, until):
    number, last = 1, 1
    while not stage.over.is_set() and time.monotonic() < until:
        number = 3 - number
        put(stage, f"{stage.changing}/Counting-{number}.so", "libCounting.so")
        kind = random.randrange(4)
        if kind == 0:
            # While it is being taken out it may be there still, and the other way round.
            stage.states.begin(None)
            if os.path.exists(f"{stage.plugins}/libComing.so"):
                os.remove(f"{stage.plugins}/libComing.so")
        elif kind == 1:
            # What answers goes on, where something does.
            put(stage, __file__, "libComing.so")
        else:
            last = 3 - last
            stage.states.begin(last)
            put(stage, f"{stage.changing}/Coming-{last}.so", "libComing.so")
        stage.tally.add("changes", 2)
        stage.over.wait(random.uniform(0.02, 0.3))
    put(stage, f"{stage.changing}/Counting-1.so", "libCounting.so")
    stage.states.begin(1)
    put(stage, f"{stage.changing}/Coming-1.so", "libComing.so")
