"""The program of a worker: one question a line in, one answer a line out, both JSON.

It is run as a file, in isolation, and gives away all it could do harm with before it reads a line: other users' rights,
memory, new files, new processes. The code it runs is Starlark: without clock, chance, files or recursion without end.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import re
import resource
import struct
import sys
from collections.abc import Iterable
from typing import Any

import starlark

NOBODY = 65534
PR_SET_NO_NEW_PRIVS = 38
CALL_STACK = 64
"""Starlark forbids recursion; this bounds calls of one function by another."""

PLACE = re.compile(r"--> .*?:(\d+):(\d+)$", re.MULTILINE)

Answer = dict[str, Any]


class NotPlain(Exception):
    """What the code returned is no value that may leave."""


# --- giving up what could do harm ---


def renounce(memory: int) -> None:
    """Become nobody (where root started this), take no rights ever again, and open nothing more. `memory` is in
    bytes."""
    os.chdir("/")
    if os.getuid() == 0:
        # A limit on processes does not bind root, so root it must not stay.
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    filter_calls()
    for limit, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_NOFILE, 0),
    ):
        resource.setrlimit(limit, (most, most))


X86_64, AARCH64 = 0xC000003E, 0xC00000B7
"""What the kernel calls these machines in a filter (linux/audit.h)."""
BARRED: dict[str, tuple[int | None, int | None]] = {
    # files by name and what they are
    "open": (2, None), "creat": (85, None), "openat": (257, 56), "openat2": (437, 437),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "link": (86, None), "linkat": (265, 37),
    "symlink": (88, None), "symlinkat": (266, 36), "rename": (82, None), "renameat": (264, 38),
    "renameat2": (316, 276), "unlink": (87, None), "unlinkat": (263, 35), "mkdir": (83, None), "mkdirat": (258, 34),
    "rmdir": (84, None), "mknod": (133, None), "mknodat": (259, 33), "truncate": (76, 45), "chmod": (90, None),
    "fchmod": (91, 52), "fchmodat": (268, 53), "chown": (92, None), "fchown": (93, 55), "lchown": (94, None),
    "fchownat": (260, 54), "utime": (132, None), "utimes": (235, None), "futimesat": (261, None),
    "utimensat": (280, 88), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16), "uselib": (134, None),
    "chdir": (80, 49), "fchdir": (81, 50), "acct": (163, 89),
    # the system's own
    "chroot": (161, 51), "pivot_root": (155, 41), "mount": (165, 40), "umount2": (166, 39), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432),
    "fspick": (433, 433), "mount_setattr": (442, 442), "swapon": (167, 224), "swapoff": (168, 225),
    "quotactl": (179, 60), "quotactl_fd": (443, 443), "reboot": (169, 142), "syslog": (103, 116),
    "sethostname": (170, 161), "setdomainname": (171, 162), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "clock_adjtime": (305, 266), "adjtimex": (159, 171), "vhangup": (153, 58), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "create_module": (174, None), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "get_kernel_syms": (177, None),
    "query_module": (178, None), "nfsservctl": (180, 42), "lookup_dcookie": (212, 18), "_sysctl": (156, None),
    "sysfs": (139, None), "ustat": (136, None), "iopl": (172, None), "ioperm": (173, None), "modify_ldt": (154, None),
    "personality": (135, 92), "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    # processes
    "clone": (56, 220), "clone3": (435, 435), "fork": (57, None), "vfork": (58, None), "execve": (59, 221),
    "execveat": (322, 281), "ptrace": (101, 117), "kcmp": (312, 272), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "process_madvise": (440, 440), "process_mrelease": (448, 448),
    "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424), "kill": (62, 129),
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240), "migrate_pages": (256, 238),
    "move_pages": (279, 239), "setns": (308, 268), "unshare": (272, 97), "setpgid": (109, 154), "setsid": (112, 157),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setattr": (314, 274), "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119), "sched_setaffinity": (203, 122), "set_mempolicy_home_node": (450, 450),
    # rights
    "setuid": (105, 146), "setgid": (106, 144), "setreuid": (113, 145), "setregid": (114, 143),
    "setresuid": (117, 147), "setresgid": (119, 149), "setfsuid": (122, 151), "setfsgid": (123, 152),
    "setgroups": (116, 159), "capset": (126, 91), "add_key": (248, 217), "request_key": (249, 218),
    "keyctl": (250, 219),
    # talking to others
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201),
    "accept": (43, 202), "accept4": (288, 242), "sendto": (44, 206), "sendmsg": (46, 211), "sendmmsg": (307, 269),
    "recvfrom": (45, 207), "recvmsg": (47, 212), "recvmmsg": (299, 243), "setsockopt": (54, 208),
    "shutdown": (48, 210), "mq_open": (240, 180), "mq_unlink": (241, 181), "mq_timedsend": (242, 182),
    "mq_timedreceive": (243, 183), "mq_notify": (244, 184), "mq_getsetattr": (245, 185), "msgget": (68, 186),
    "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187), "semget": (64, 190), "semop": (65, 193),
    "semtimedop": (220, 192), "semctl": (66, 191), "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195),
    "shmdt": (67, 197),
    # watching and rings
    "inotify_init": (253, None), "inotify_init1": (294, 26), "inotify_add_watch": (254, 27),
    "inotify_rm_watch": (255, 28), "fanotify_init": (300, 262), "fanotify_mark": (301, 263), "io_setup": (206, 0),
    "io_destroy": (207, 1), "io_submit": (209, 2), "io_cancel": (210, 3), "io_getevents": (208, 4),
    "io_pgetevents": (333, 292), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "memfd_create": (319, 279), "memfd_secret": (447, 447), "splice": (275, 76),
    "tee": (276, 77), "vmsplice": (278, 75),
}  # fmt: skip
"""Calls to the kernel that a worker has no use for, with their numbers on either machine; `None` where there is no such
call."""
OWN = {"tgkill": (234, 131), "prlimit64": (302, 261)}
"""Calls that a worker makes for itself (to give up, to limit itself), and may make of no other process."""
MACHINES = {"x86_64": X86_64, "aarch64": AARCH64}
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
LOAD, EQUALS, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, MACHINE, FIRST = 0, 4, 16
"""Where a call's number, the machine's and the low half of its first argument stand in what a filter is given."""
X32 = 0x40000000
"""From here on calls are numbered the other way there is on x86-64."""


def call_filter(machine: int, own: int) -> bytes:
    """The filter's program for that machine and for the process of that number, as the kernel reads it."""
    column = (X86_64, AARCH64).index(machine)
    checks = [(EQUALS, number) for numbers in BARRED.values() if (number := numbers[column]) is not None]
    if machine == X86_64:
        checks.append((AT_LEAST, X32))
    one, other = (numbers[column] for numbers in OWN.values())
    lines = [(LOAD, 0, 0, MACHINE), (EQUALS, 1, 0, machine), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER)]
    for left, (how, number) in zip(range(len(checks), 0, -1), checks, strict=True):
        lines.append((how, left + 5, 0, number))  # to the last line
    lines += [(EQUALS, 1, 0, one), (EQUALS, 0, 3, other), (LOAD, 0, 0, FIRST), (EQUALS, 1, 0, own), (EQUALS, 0, 1, 0)]
    lines += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]
    return b"".join(struct.pack("=HBBI", *line) for line in lines)


def filter_calls() -> bool:
    """Have the kernel refuse calls that are no business of a worker's, for ever (seccomp). False where the machine or
    its kernel knows no such filter: all else is given up all the same."""
    machine = MACHINES.get(os.uname().machine)
    if sys.platform != "linux" or machine is None:
        return False
    code = call_filter(machine, os.getpid())
    buffer = ctypes.create_string_buffer(code, len(code))
    program = ctypes.create_string_buffer(struct.pack("@HP", len(code) // 8, ctypes.addressof(buffer)))
    told = ctypes.CDLL(None, use_errno=True).prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0)
    return int(told) == 0


def allow_seconds(seconds: int) -> None:
    """Let this question take so many seconds of the processor, counted from now; beyond them the kernel ends the
    process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    used = int(usage.ru_utime + usage.ru_stime) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, resource.RLIM_INFINITY))


# --- reading code ---


def dialect() -> starlark.Dialect:
    """Standard Starlark: functions and constants at the top, nothing loaded from elsewhere."""
    spoken = starlark.Dialect.standard()
    spoken.enable_load = False
    spoken.enable_lambda = True
    spoken.enable_keyword_only_arguments = True
    return spoken


class Reader:
    """Reads code into modules, and keeps those it has read."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, str], starlark.FrozenModule] = {}
        self._globals = starlark.Globals.standard()

    def module(self, question: Answer, options: starlark.EvalOptions) -> starlark.FrozenModule:
        """The module of the question's code, with the prelude's functions at hand. Raises StarlarkError."""
        key = question["name"], question["code"], question["prelude"]
        if key not in self._kept:
            module = starlark.Module()
            for name, text in (("prelude", question["prelude"]), (question["name"], question["code"])):
                starlark.eval_with(options, module, starlark.parse(name, text, dialect()), self._globals)
            self._kept[key] = module.freeze()
        return self._kept[key]


def functions(code: str) -> list[str]:
    """The functions that code which could be read defines, in order."""
    return re.findall(
        r"^def (\w+)\(", re.sub(r"\"{3}.*?\"{3}|\'{3}.*?\'{3}", '""', code, flags=re.DOTALL), re.MULTILINE
    )


# --- answering ---


def plain(value: Any, depth: int = 8) -> Any:
    """A value as it may leave: whole numbers, strings, truths, lists, and dicts with strings for keys. Raises
    NotPlain."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        if value.bit_length() > 256:
            raise NotPlain("a whole number is too large")
        return value
    if depth and isinstance(value, list | tuple):
        return [plain(each, depth - 1) for each in value]
    if depth and isinstance(value, dict):
        return {_key(key): plain(each, depth - 1) for key, each in value.items()}
    raise NotPlain("the answer is nested too deeply" if not depth else f"{type(value).__name__} is no kind of answer")


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise NotPlain("a dict's keys must be strings")
    return key


def answer(reader: Reader, question: Answer) -> tuple[Answer, bool]:
    """What comes of one question, and whether the process may go on after it: it may not where memory ran out or
    Starlark itself broke."""
    ticks = 0
    most = int(question["ticks"])

    def spent() -> bool:
        # Called once in about a thousand steps of code. The count is the same on every machine.
        nonlocal ticks
        ticks += 1
        return ticks > most

    options = starlark.EvalOptions(check_cancelled=spent, max_callstack_size=CALL_STACK)
    try:
        module = reader.module(question, options)
        ticks = 0  # what reading took is no matter of this call: the module may have been read before
        text = json.dumps(plain(called(module, question, options)), ensure_ascii=False, separators=(",", ":"))
        if len(text.encode()) > question["size"]:
            return failed("output", f"more than {question['size']} bytes were returned", ticks), True
        return {"ok": text, "ticks": ticks}, True
    except starlark.StarlarkError as error:
        return failed("budget" if ticks > most else "error", str(error), ticks), True
    except NotPlain as error:
        return failed("error", str(error), ticks), True
    except MemoryError:
        return failed("memory", "out of memory", ticks), False
    except BaseException as error:  # a panic of Starlark's own derives from BaseException alone
        return failed("memory" if str(error) == "out of memory" else "crash", str(error), ticks), False


def called(module: starlark.FrozenModule, question: Answer, options: starlark.EvalOptions) -> Any:
    """What the function asked for returns; where none is, the functions there are."""
    if not question["hook"]:
        return functions(question["code"])
    return module.call_with(options, question["hook"], *json.loads(question["args"])).value


def failed(kind: str, text: str, ticks: int) -> Answer:
    found = PLACE.search(text)
    line, column = (int(found[1]), int(found[2])) if found else (0, 0)
    return {"failed": kind, "says": said(text), "line": line, "column": column, "ticks": ticks}


def said(text: str) -> str:
    """The one sentence of an error that says what is wrong."""
    for line in text.splitlines():
        if line.startswith("error: "):
            return line.removeprefix("error: ")[:400]
    return text[:400]


def serve(lines: Iterable[str]) -> int:
    """Answer until the questions end."""
    reader = Reader()
    for line in lines:
        question = json.loads(line)
        allow_seconds(question["seconds"])
        told, sound = answer(reader, question)
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        if not sound:
            return 3
    return 0


if __name__ == "__main__":
    renounce(int(sys.argv[1]) << 20)
    sys.stdout.write('{"ready": true}\n')
    sys.stdout.flush()
    # The interpreter's own farewell might wait for memory that is not there.
    os._exit(serve(sys.stdin))
