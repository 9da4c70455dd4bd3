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
BARRED = {
    X86_64: (
        2, 41, 42, 43, 49, 50, 53, 56, 57, 58, 59, 62, 82, 83, 84, 85, 86, 87, 88, 90, 92, 101, 103, 135, 154, 155,
        161, 165, 166, 167, 169, 175, 179, 240, 246, 248, 249, 250, 257, 258, 259, 263, 264, 265, 266, 272, 288, 294,
        298, 300, 303, 304, 308, 310, 311, 312, 313, 316, 319, 321, 322, 323, 424, 425, 426, 427, 434, 435, 437,
    ),
    AARCH64: (
        33, 34, 35, 36, 37, 38, 39, 40, 41, 51, 53, 54, 56, 92, 97, 104, 105, 106, 116, 117, 129, 142, 180, 198, 199,
        200, 201, 202, 203, 217, 218, 219, 220, 221, 224, 225, 241, 242, 262, 264, 265, 268, 270, 271, 272, 273, 276,
        279, 280, 281, 282, 424, 425, 426, 427, 434, 435, 437,
    ),
}  # fmt: skip
"""Calls to the kernel that a worker has no use for, by number: sockets, processes, files by name, the memory and
signals of others, keys, filters, rings, namespaces, mounts and modules."""
MACHINES = {"x86_64": X86_64, "aarch64": AARCH64}
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
LOAD, EQUALS, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06


def filter_calls() -> bool:
    """Have the kernel refuse calls that are no business of a worker's, for ever (seccomp). False where the machine or
    its kernel knows no such filter: all else is given up all the same."""
    machine = MACHINES.get(os.uname().machine)
    if sys.platform != "linux" or machine is None:
        return False
    lines = [(LOAD, 0, 0, 4), (EQUALS, 1, 0, machine), (RETURN, 0, 0, KILL), (LOAD, 0, 0, 0)]
    checks = [(EQUALS, number) for number in BARRED[machine]]
    if machine == X86_64:
        checks.append((AT_LEAST, 0x40000000))  # the other way to number calls there (x32)
    for left, (how, number) in zip(range(len(checks), 0, -1), checks, strict=True):
        lines.append((how, left, 0, number))
    lines += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]
    code = b"".join(struct.pack("=HBBI", *line) for line in lines)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = ctypes.create_string_buffer(struct.pack("@HP", len(lines), ctypes.addressof(buffer)))
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
