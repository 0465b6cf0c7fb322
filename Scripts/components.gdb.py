# Shows a debugger the components that a host has loaded from sealed copies.
#
#   gdb -ix Scripts/components.gdb.py --args host --plugins ./lib call Reader showDetail id=1
#   gdb -ix Scripts/components.gdb.py -p PID
#
# The Debian package has it as /usr/lib/component-host/components.gdb.py.
#
# A sealed copy is known to the process as /proc/self/fd/7, which is another file in gdb's own process: gdb waits for ever
# where that is a pipe. So gdb is kept from opening such paths, and as soon as a component is mapped its symbols come from its
# own file, before anything of it has run: a breakpoint in one that is not loaded yet waits for that (`set breakpoint pending
# on`, where gdb has nobody to ask). Files are found by their build id, or by the whole ELF header where they have none: in the
# folders that `component-folders DIR...` names, and else in those of the program's --plugins and HOST_PLUGINS, or ./lib.
# `component-symbols` does it at once, and says what was not found.
import glob
import os
import re
import struct

import gdb

PT_NOTE = 4
NT_GNU_BUILD_ID = 3

folders = []
known = {}
missed = {}


def library_path():
    """Where the system's libraries lie, for gdb finds none by its path any more."""
    path = ["/lib64", "/usr/lib64", "/lib", "/usr/lib"] + glob.glob("/lib/*-linux-gnu") + glob.glob("/usr/lib/*-linux-gnu")
    swift = [os.path.realpath(place) for place in glob.glob("/proc/self/root/usr/bin/swift") + glob.glob("/opt/*/usr/bin/swift")]
    return path + [os.path.join(os.path.dirname(os.path.dirname(place)), "lib/swift/linux") for place in swift]


gdb.execute("set sysroot /nowhere", to_string=True)
gdb.execute("set solib-search-path " + ":".join(library_path()), to_string=True)


def identity(read):
    """What tells an ELF image from others: its build id, or else its headers, which say where everything in it lies. Of the
    image `read(offset, count)` gives bytes as the program headers place them."""
    header = read(0, 64)
    size, count = struct.unpack_from("<HH", header, 54)
    (offset,) = struct.unpack_from("<Q", header, 32)
    return build_id(read) or (header + read(offset, size * count)).hex()


def build_id(read):
    header = read(0, 64)
    if header[:6] != b"\x7fELF\x02\x01":
        return None
    (offset,) = struct.unpack_from("<Q", header, 32)
    size, count = struct.unpack_from("<HH", header, 54)
    for index in range(count):
        program = read(offset + index * size, size)
        kind, _, _, address, _, length = struct.unpack_from("<IIQQQQ", program)
        if kind != PT_NOTE or length > 1 << 16:
            continue
        notes = read(address, length)
        place = 0
        while place + 12 <= len(notes):
            name, content, note = struct.unpack_from("<III", notes, place)
            start = place + 12 + (name + 3) // 4 * 4
            if note == NT_GNU_BUILD_ID and notes[place + 12 : place + 16] == b"GNU\0":
                return notes[start : start + content].hex()
            place = start + (content + 3) // 4 * 4
    return None


def of_file(path):
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return None

    def read(offset, count):
        return content[offset : offset + count]

    try:
        return identity(read)
    except struct.error:
        return None


def of_memory(base):
    memory = gdb.selected_inferior()
    try:
        return identity(lambda offset, count: memory.read_memory(base + offset, count).tobytes())
    except (gdb.MemoryError, struct.error):
        return None


def sealed_copies():
    """The name and the address of each sealed copy."""
    try:
        mappings = gdb.execute("info proc mappings", to_string=True)
    except gdb.error:
        return []
    copies = []
    for line in mappings.splitlines():
        found = re.match(r"\s*(0x[0-9a-f]+)\s+0x[0-9a-f]+\s+0x[0-9a-f]+\s+0x0\s.*/memfd:(\S+)", line)
        if found:
            copies.append((found.group(2), int(found.group(1), 16)))
    return copies


def program_folders():
    """Those that the program was started with."""
    process = gdb.selected_inferior().pid
    try:
        with open("/proc/%d/cmdline" % process, "rb") as file:
            words = file.read().decode(errors="replace").split("\0")
        with open("/proc/%d/environ" % process, "rb") as file:
            environment = dict(line.split("=", 1) for line in file.read().decode(errors="replace").split("\0") if "=" in line)
        current = os.readlink("/proc/%d/cwd" % process)
    except OSError:
        return ["./lib"]
    named = [words[index + 1] for index, word in enumerate(words[:-1]) if word == "--plugins"]
    named += [word.split("=", 1)[1] for word in words if word.startswith("--plugins=")]
    named = named or [folder for folder in environment.get("HOST_PLUGINS", "").split(":") if folder] or ["./lib"]
    return [os.path.join(current, folder) for folder in named]


def add_symbols():
    files, places = None, []
    for name, base in sealed_copies():
        key = (gdb.selected_inferior().pid, base)
        if key in known:
            continue
        wanted = of_memory(base)
        if files is None:
            places = folders or program_folders()
            files = {of_file(path): path for folder in places for path in sorted(glob.glob(os.path.join(folder, "lib*.so")))}
        path = files.get(wanted) if wanted else None
        if path is None:
            missed[key] = "%s at 0x%x: no such file in %s" % (name, base, ", ".join(places))
            continue
        gdb.execute("add-symbol-file %s -o 0x%x" % (gdb_quoted(path), base), to_string=True)
        known[key] = path
        missed.pop(key, None)


def gdb_quoted(path):
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Folders(gdb.Command):
    """Where components' files lie: component-folders DIR..."""

    def __init__(self):
        super().__init__("component-folders", gdb.COMMAND_FILES, gdb.COMPLETE_FILENAME)

    def invoke(self, argument, from_tty):
        folders[:] = gdb.string_to_argv(argument)


class Symbols(gdb.Command):
    """Takes the symbols of components that were loaded from sealed copies, and says whose."""

    def __init__(self):
        super().__init__("component-symbols", gdb.COMMAND_FILES)

    def invoke(self, argument, from_tty):
        add_symbols()
        for path in known.values():
            print("symbols of " + path)
        for words in missed.values():
            print("no symbols of " + words)


class Mapped(gdb.Breakpoint):
    """Where the dynamic loader tells debuggers that what is mapped has changed: a component is mapped by then, and nothing of
    it has run. So a breakpoint that waits for a component's symbols is set in time, in its constructors as well."""

    def __init__(self):
        super().__init__("_dl_debug_state", internal=True)
        self.silent = True

    def stop(self):
        add_symbols()
        return False


mapped = []


def watch(event):
    # Before the dynamic loader's own symbols are there, gdb would remark that it does not know the place.
    if not mapped and os.path.basename(event.new_objfile.filename).startswith("ld"):
        mapped.append(Mapped())


Folders()
Symbols()
gdb.events.new_objfile.connect(watch)
gdb.events.stop.connect(lambda event: add_symbols())
gdb.events.exited.connect(lambda event: (known.clear(), missed.clear()))
