"""Postfix and Dovecot from Debian, as processes of the test's own: on high ports, in a folder of their own, for as long
as the test lasts."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from imap_tools import AND, MailboxLoginError

from dragoman.post.mailbox import opened
from dragoman.settings import Receiving

PROGRAMS = ("postfix", "dovecot", "swaks")

DOVECOT = """
protocols = imap lmtp
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/dovecot.log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:{folder}/mail/%u
mail_uid = mail
mail_gid = mail
first_valid_uid = 1
lmtp_save_to_detail_mailbox = no
submission_host = 127.0.0.1:{smtp}
passdb {{
  driver = passwd-file
  args = scheme=plain username_format=%u {folder}/users
}}
userdb {{
  driver = passwd-file
  args = username_format=%u {folder}/users
  default_fields = uid=mail gid=mail home={folder}/mail/%u
}}
protocol lmtp {{
  mail_plugins = {plugins}
}}
service imap-login {{
  inet_listener imap {{
    address = 127.0.0.1
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
"""

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
mail_owner = postfix
setgid_group = postdrop
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.example.org
mydestination =
virtual_mailbox_domains = example.org, games.example.org
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
transport_maps = inline:{{ {{games.example.org=lmtp:inet:127.0.0.1:{door}}} }}
mynetworks = 127.0.0.0/8
relayhost =
default_transport = error:no outside delivery
smtpd_recipient_restrictions = permit_mynetworks, reject
message_size_limit = 60000000
alias_maps =
local_recipient_maps =
recipient_delimiter = +
maillog_file = {folder}/maillog
maillog_file_prefixes = {tmp}
disable_dns_lookups = yes
smtputf8_enable = yes
"""

MASTER = """
127.0.0.1:{smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


def wanting() -> str:
    """What is wanting to run them here; empty: nothing."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"
    lacking = [program for program in PROGRAMS if shutil.which(program, path=path) is None]
    if lacking:
        return f"not installed: {', '.join(lacking)}"
    return "" if os.geteuid() == 0 else "Postfix can only be started by root"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(holds: Callable[[], object], what: str, seconds: float = 90) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)


@dataclass
class MailServers:
    """Two servers: Postfix takes letters at `smtp`, and brings those to games.example.org to the `door`, others into
    mailboxes at Dovecot, where they are read by IMAP."""

    folder: Path
    users: list[str]
    smtp: int = field(default_factory=free_port)
    lmtp: int = field(default_factory=free_port)
    imap: int = field(default_factory=free_port)
    door: int = field(default_factory=free_port)

    def enrol(self, *without: str) -> None:
        """Who has a mailbox from now on. Dovecot looks at the file once a second."""
        again = (self.folder / "users").exists()
        lines = [f"{user}:{{PLAIN}}secret::::::\n" for user in self.users if user not in without]
        (self.folder / "users.new").write_text("".join(lines))
        (self.folder / "users.new").replace(self.folder / "users")
        if without:
            time.sleep(1.1)
        elif again:
            until(lambda: all(map(self._known, self.users)), "everybody's mailbox")

    def _known(self, user: str) -> bool:
        try:
            self.letters(user)
        except MailboxLoginError:
            return False
        return True

    def away(self, user: str, text: str) -> None:
        """Have Dovecot's own vacation answer for somebody (RFC 5230)."""
        home = self.folder / "mail" / user
        home.mkdir(parents=True, exist_ok=True)
        (home / ".dovecot.sieve").write_text(f'require "vacation";\nvacation :days 1 "{text}";\n')
        shutil.chown(home, "mail", "mail")
        shutil.chown(home / ".dovecot.sieve", "mail", "mail")

    def letters(self, user: str) -> list[bytes]:
        """All letters in somebody's mailbox, as Dovecot gives them out, oldest first."""
        receiving = Receiving(
            how="imap", host="127.0.0.1", port=self.imap, user=user, password="secret", security="none"
        )
        with opened(receiving, 60) as box:
            return [message.obj.as_bytes() for message in box.fetch(AND(all=True), mark_seen=False)]

    def count(self, user: str) -> int:
        new = self.folder / "mail" / user / "new"
        cur = self.folder / "mail" / user / "cur"
        return sum(len(list(place.iterdir())) for place in (new, cur) if place.exists())

    def swaks(self, *options: str) -> str:
        """Send a letter by swaks; what was said on the way."""
        command = ["swaks", "--server", f"127.0.0.1:{self.smtp}", "--timeout", "30", *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-500:]
        return done.stdout


@contextmanager
def mail_servers(users: list[str]) -> Iterator[MailServers]:
    """Both of them, while the block runs."""
    folder = Path(tempfile.mkdtemp(prefix="dragoman-post-", dir="/tmp"))  # a socket's path must be short
    folder.chmod(0o755)
    servers = MailServers(folder, users)
    servers.enrol()
    sieve = Path("/usr/lib/dovecot/modules/lib90_sieve_plugin.so").exists()
    names = {
        "folder": folder, "smtp": servers.smtp, "lmtp": servers.lmtp, "imap": servers.imap, "door": servers.door,
        "tmp": "/tmp", "plugins": "sieve" if sieve else "",
    }  # fmt: skip
    for name, owner in (("run", None), ("mail", "mail"), ("queue", None), ("data", "postfix"), ("postfix", None)):
        (folder / name).mkdir()
        if owner:
            shutil.chown(folder / name, owner)
    (folder / "dovecot.conf").write_text(DOVECOT.format(**names))
    (folder / "postfix" / "main.cf").write_text(MAIN.format(**names))
    (folder / "postfix" / "master.cf").write_text(MASTER.format(**names))
    postfix = ["/usr/sbin/postfix", "-c", str(folder / "postfix")]
    # The servers outlive whoever starts them and would hold a pipe open for ever, so what is said goes to a file.
    with (folder / "said").open("w") as said:
        dovecot = subprocess.Popen(
            ["/usr/sbin/dovecot", "-F", "-c", str(folder / "dovecot.conf")], stdout=said, stderr=said,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            subprocess.run([*postfix, "start"], stdout=said, stderr=said, stdin=subprocess.DEVNULL, check=True)
            try:
                for port in (servers.smtp, servers.lmtp, servers.imap):
                    until(lambda port=port: answers(port), f"a server at port {port}")  # type: ignore[misc]
                yield servers
            finally:
                subprocess.run([*postfix, "stop"], stdout=said, stderr=said, stdin=subprocess.DEVNULL, check=True)
        finally:
            dovecot.terminate()
            dovecot.wait(20)
            shutil.rmtree(folder, ignore_errors=True)


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
