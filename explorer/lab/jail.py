"""Runs one program where it can change nothing, and says by a secret whether it came to its end.

A script of its own: code.py runs it with Python's isolated mode in fresh namespaces (user, mounts, processes, network,
IPC), so it imports Python's own library alone. It makes a root folder that holds what is named on the command line, all
read-only, and one small empty folder to write into; gives up every right that could undo this; and runs the program.

`python -I -B jail.py FOLDER SEEN...`: FOLDER has the program, `answer.py`, and becomes the root; SEEN are paths.
"""

import ctypes
import os
import resource
import struct
import sys
from pathlib import Path
from types import ModuleType

BEGUN = b"+"  # on stdout: the jail holds, and the program begins; what follows is the secret, if it came to its end
SECRET = 32  # bytes of it, on stdin
SECONDS, MEMORY, WRITTEN, PROCESSES, FILES = 10, 1 << 30, 1 << 20, 16, 64

# Linux: sys/mount.h, linux/mount.h, linux/prctl.h, linux/capability.h
NOSUID, NODEV, BIND, RECURSIVE = 2, 4, 4096, 16384
MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE, READ_ONLY = 442, -100, 0x8000, 1
NO_NEW_PRIVILEGES, CAPABILITIES = 38, 0x20080522


def main(folder: str, *seen: str) -> None:
    """Lock up, run the program, and only then read the secret and say it."""
    program = Path(folder, "answer.py").read_text(encoding="utf-8")
    _shut(folder, seen)
    for what, most in (
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, WRITTEN),
        (resource.RLIMIT_NPROC, PROCESSES),
        (resource.RLIMIT_NOFILE, FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))
    secret, out, write, end = os.dup(0), os.dup(1), os.write, os._exit
    os.dup2(2, 0)  # the program reads nothing and what it prints goes nowhere: stderr is /dev/null
    os.dup2(2, 1)
    write(out, BEGUN)
    module = sys.modules["answer"] = ModuleType("answer")
    exec(compile(program, "answer.py", "exec"), module.__dict__)
    write(out, os.read(secret, SECRET))
    end(0)  # at once: nothing that the program left behind holds it up


def _shut(folder: str, seen: tuple[str, ...]) -> None:
    """Make the folder this process's root, with `seen` in it, read-only, and a folder of WRITTEN bytes to write into.

    Raises OSError where the system does not grant it.
    """
    libc = ctypes.CDLL(None, use_errno=True)

    def do(done: int) -> None:
        if done:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def mount(what: str, where: str, kind: str | None, flags: int, options: str | None) -> None:
        words = (None if word is None else os.fsencode(word) for word in (what, where, kind))
        do(libc.mount(*words, ctypes.c_ulong(flags), None if options is None else options.encode()))

    mount("root", folder, "tmpfs", NOSUID | NODEV, "size=1m,mode=755")
    for path in seen:
        place = Path(folder + path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.mkdir() if Path(path).is_dir() else place.touch()
        mount(path, str(place), None, BIND | RECURSIVE, None)
    work = Path(folder, "answer")
    work.mkdir()
    change = struct.pack("4Q", READ_ONLY | NOSUID | NODEV, 0, 0, 0)  # struct mount_attr
    number, size = ctypes.c_long(MOUNT_SETATTR), ctypes.c_size_t(len(change))
    do(libc.syscall(number, ctypes.c_int(AT_FDCWD), os.fsencode(folder), ctypes.c_uint(AT_RECURSIVE), change, size))
    mount("answer", str(work), "tmpfs", NOSUID | NODEV, f"size={WRITTEN},nr_inodes={FILES}")
    Path("/proc/sys/user/max_user_namespaces").write_text("0", encoding="ascii")  # within one it could mount again
    os.chroot(folder)
    os.chdir("/answer")
    do(libc.prctl(NO_NEW_PRIVILEGES, *map(ctypes.c_ulong, (1, 0, 0, 0))))
    do(libc.capset(struct.pack("Ii", CAPABILITIES, 0), bytes(24)))


if __name__ == "__main__":
    main(*sys.argv[1:])
