"""Looking into a mailbox: each new letter is stored, and marked as seen only then."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator

import pytest
from imap_tools import MailboxLoginError, MailBoxUnencrypted

from dragoman.post.mailbox import AT_ONCE, opened, take_in
from dragoman.post.reading import LARGEST, read
from dragoman.settings import Receiving

FETCH = re.compile(rb"(\S+) UID FETCH (\d+)", re.IGNORECASE)
STORE = re.compile(rb"(\S+) UID STORE (\d+) \+FLAGS", re.IGNORECASE)


class Letters:
    """A mailbox as a server keeps it: letters by number, which were seen, and a mark for each connection that ended."""

    def __init__(self, *letters: bytes) -> None:
        self.letters = dict(enumerate(letters, 1))
        self.seen: set[int] = set()
        self.ended = threading.Semaphore(0)


class Imap(socketserver.StreamRequestHandler):
    """So much of IMAP (RFC 9051) as a poller speaks."""

    def handle(self) -> None:
        self.say(b"* OK ready")
        for line in self.rfile:
            if not self.answer(line.strip()):
                break
        self.server.box.ended.release()  # type: ignore[attr-defined]

    def answer(self, line: bytes) -> bool:
        box: Letters = self.server.box  # type: ignore[attr-defined]
        tag, _, rest = line.partition(b" ")
        command = rest.upper()
        if command.startswith(b"CAPABILITY"):
            self.say(b"* CAPABILITY IMAP4rev1")
        elif command.startswith(b"LOGIN") and b"secret" not in line:
            self.say(tag + b" NO [AUTHENTICATIONFAILED] no")
            return True
        elif command.startswith(b"SELECT"):
            self.say(b"* %d EXISTS" % len(box.letters))
        elif command.startswith(b"UID SEARCH"):
            new = [str(uid) for uid in box.letters if uid not in box.seen]
            self.say(("* SEARCH " + " ".join(new)).encode())
        elif found := FETCH.match(line):
            self.fetch(box, int(found[2]), line)
        elif found := STORE.match(line):
            box.seen.add(int(found[2]))
        elif command.startswith(b"LOGOUT"):
            self.say(b"* BYE")
        self.say(tag + b" OK done")
        return not command.startswith(b"LOGOUT")

    def fetch(self, box: Letters, uid: int, line: bytes) -> None:
        if uid in box.letters:
            raw = box.letters[uid][: LARGEST + 1] if b"<0." in line else box.letters[uid]
            self.wfile.write(b"* %d FETCH (UID %d BODY[] {%d}\r\n" % (uid, uid, len(raw)) + raw + b")\r\n")

    def say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")


@pytest.fixture
def mailbox() -> Iterator[tuple[Letters, MailBoxUnencrypted]]:
    box = Letters(*(b"Subject: %d\r\n\r\n\xff\x00 %d\r\n" % (n, n) for n in range(1, 12)))
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Imap)
    server.daemon_threads = True
    server.box = box  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    ours = MailBoxUnencrypted("127.0.0.1", server.server_address[1]).login("ann", "secret")
    yield box, ours
    ours.logout()
    server.shutdown()
    server.server_close()


def test_letters_are_stored_in_order_as_they_are_and_marked(mailbox: tuple[Letters, MailBoxUnencrypted]) -> None:
    box, opened = mailbox
    stored: list[bytes] = []
    assert take_in(opened, stored.append) == 11
    assert stored == list(box.letters.values())
    assert box.seen == set(box.letters)
    assert take_in(opened, stored.append) == 0


def test_a_letter_that_could_not_be_stored_stays_unseen(mailbox: tuple[Letters, MailBoxUnencrypted]) -> None:
    box, opened = mailbox
    stored: list[bytes] = []

    def full_after_three(raw: bytes) -> None:
        if len(stored) == 3:
            raise OSError("the disk is full")
        stored.append(raw)

    with pytest.raises(OSError, match="full"):
        take_in(opened, full_after_three)
    assert box.seen == {1, 2, 3}
    assert take_in(opened, stored.append) == 8
    assert stored == list(box.letters.values())


def test_a_letter_that_somebody_took_away_meanwhile_is_passed_over(mailbox: tuple[Letters, MailBoxUnencrypted]) -> None:
    box, opened = mailbox
    stored: list[bytes] = []

    def store(raw: bytes) -> None:
        stored.append(raw)
        box.letters.pop(2, None)

    take_in(opened, store)
    assert len(stored) == 10
    assert 2 not in box.seen


def test_a_name_that_is_not_known_leaves_no_connection_open(mailbox: tuple[Letters, MailBoxUnencrypted]) -> None:
    box, ours = mailbox
    port = ours.client.port
    receiving = Receiving(how="imap", host="127.0.0.1", port=port, user="ann", password="wrong", security="none")
    with pytest.raises(MailboxLoginError) as fault, opened(receiving, 10):
        pass
    assert box.ended.acquire(timeout=20), f"open still, for whoever holds {fault}"


def test_a_full_mailbox_is_taken_in_by_and_by(mailbox: tuple[Letters, MailBoxUnencrypted]) -> None:
    box, opened = mailbox
    box.letters = {n: b"Subject: x\r\n\r\n%d" % n for n in range(1, AT_ONCE + 20)}
    stored: list[bytes] = []
    assert take_in(opened, stored.append) == AT_ONCE
    assert take_in(opened, stored.append) == 19


def test_of_a_monster_no_more_is_fetched_than_shows_what_it_is(mailbox: tuple[Letters, MailBoxUnencrypted]) -> None:
    box, opened = mailbox
    box.letters = {1: b"From: ann@example.org\r\nSubject: x\r\n\r\n" + b"x" * (LARGEST + 1_000_000)}
    taken: list[bytes] = []
    assert take_in(opened, taken.append) == 1
    assert len(taken[0]) == LARGEST + 1
    letter = read(taken[0])
    assert letter.oversize is not None
    assert letter.sender.address == "ann@example.org", "its sender is told"
