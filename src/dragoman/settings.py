"""A host's settings are one file, `dragoman.toml`; what Django wants to know follows from it, as strict as can be.

The file is looked for where DRAGOMAN_SETTINGS says, then here, then in /etc/dragoman. Any value in it gives way to the
environment: DATABASE_URL, or DRAGOMAN_ with section and key (`DRAGOMAN_SENDING_PASSWORD`). Without a file this is a
host that is not set up: with a passing secret and a passing database, good for tests, refused by `dragoman serve`.
"""

from __future__ import annotations

import difflib
import json
import os
import secrets
import textwrap
from collections.abc import Iterator, Mapping
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec
from django.core.exceptions import ImproperlyConfigured

from dragoman.game.clock import UnknownZone, zone
from dragoman.people.addresses import NoAddress, normalised
from dragoman.people.sealing import derived
from dragoman.tongues.lexicon import LANGUAGES as LANGUAGES_WRITTEN
from dragoman.tongues.misfits import misfit

Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Span = Annotated[float, msgspec.Meta(gt=0)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Lease = Annotated[float, msgspec.Meta(gt=0, le=3600)]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file; a key that is not known is a mistake, not a wish."""


class Host(Section, frozen=True):
    """Who this host is: mailbox, pages, tongue and zone (for those who have chosen none), keeper, and secret."""

    address: str = "dragoman@localhost"
    url: str = "http://127.0.0.1:8000"
    lang: str = "en"
    zone: str = "UTC"
    keeper: str = ""
    secret: str = ""


class Database(Section, frozen=True):
    """Where everything is kept: `sqlite:///file` (beside the settings file) or `postgresql://user:password@host/name`."""

    url: str = "sqlite:///dragoman.sqlite3"


class Sending(Section, frozen=True):
    """How letters leave: through a mail server, by a provider, into a folder as .eml files, or not at all. `provider`
    is one that django-anymail knows, and `options` are its settings (NAME=value). With `dkim_selector`, letters to a
    mail server are signed with the key in the file `dkim_key`."""

    how: Literal["smtp", "provider", "folder", "none"] = "none"
    host: str = "localhost"
    port: Port = 25
    user: str = ""
    password: str = ""
    security: Literal["starttls", "tls", "none"] = "starttls"
    folder: str = "letters"
    provider: str = ""
    options: tuple[str, ...] = ()
    dkim_selector: str = ""
    dkim_key: str = "dkim.pem"


class Receiving(Section, frozen=True):
    """How letters come: a door of our own (SMTP or LMTP, `listen` is `host:port` or the path of a socket), or a mailbox
    that is looked into every so often. `trusted` are the servers whose Authentication-Results vouch for a sender.
    `certificate` and `key` are the files by which a door of our own offers STARTTLS; `dkim`: it checks signatures
    itself, as no server before it does; `security` is that of the way to the mailbox."""

    how: Literal["smtp", "lmtp", "imap", "none"] = "none"
    listen: str = "127.0.0.1:8025"
    host: str = ""
    port: Port = 993
    user: str = ""
    password: str = ""
    folder: str = "INBOX"
    security: Literal["tls", "starttls", "none"] = "tls"
    seconds: Annotated[int, msgspec.Meta(ge=1)] = 60
    trusted: tuple[str, ...] = ()
    certificate: str = ""
    key: str = ""
    dkim: bool = False


class Games(Section, frozen=True):
    """Who may open games: everyone with an account, or the addresses listed in `openers` (and the keeper) alone.
    `code`: whether code that players of Nomic adopt is run here, in a worker of its own, or left to their Judge."""

    open: Literal["everyone", "listed"] = "listed"
    openers: tuple[str, ...] = ()
    code: bool = True


class Web(Section, frozen=True):
    """Where pages are served. `proxied`: a server of the keeper's own stands before this one and tells truly who asks,
    by X-Forwarded-Proto and X-Forwarded-For; `names` are further host names under which pages are asked for."""

    listen: str = "127.0.0.1:8000"
    proxied: bool = False
    names: tuple[str, ...] = ()


class Work(Section, frozen=True):
    """How work is shared out: the seconds that a worker may hold a letter before another takes it, the seconds between
    looks for work, and the hours the clock may leap or the host be away before all tables are held."""

    lease: Lease = 120
    pause: Span = 0.5
    longest_gap: Span = 24


class Push(Section, frozen=True):
    """Web push: the services to which notices may be pushed, each a domain (with all below it) or a whole origin. With
    none, nothing is pushed."""

    services: tuple[str, ...] = (
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "push.apple.com",
        "notify.windows.com",
    )


class Limits(Section, frozen=True):
    """How often somebody may do what takes work, counted for all processes together. A minute, for each person (of
    those who have not signed in, for each network address): `guesses` (readings ahead, what-if, the sandbox),
    `pictures`, `imports`, `wizard` (composing house rules, opening games), `press`, `deeds` (all else that a form
    does), `programs` (requests of a token) and `strangers` (requests without one). An hour: `letters` of one sender
    that are answered, and `unknown_letters`, of all people together who are not known here; letters beyond that are
    heard all the same. A day: `mail`, the megabytes of letters of one person that are taken in, and `unknown_mail`, of
    all people together who are not known here; for what is beyond, the server that brings it is told to come again."""

    guesses: Count = 240
    pictures: Count = 60
    imports: Count = 20
    wizard: Count = 120
    press: Count = 30
    deeds: Count = 240
    programs: Count = 600
    strangers: Count = 240
    letters: Count = 60
    unknown_letters: Count = 60
    mail: Count = 200
    unknown_mail: Count = 100


class Watch(Section, frozen=True):
    """Where this process tells how it fares, apart from the pages: `/healthz`, `/readyz` and `/metrics` at `listen`
    (`host:port`; empty: nowhere). With a `token`, `/metrics` is for those alone who show it as a bearer token."""

    listen: str = ""
    token: str = ""


class Logs(Section, frozen=True):
    """What the host writes about itself, on standard error: as plain lines or a JSON object a line, from which level
    up. Secrets, addresses and tokens are blotted out of either."""

    form: Literal["plain", "json"] = "plain"
    level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. `folder` is where it lies, and what paths in it are relative to; empty: no file was found."""

    host: Host = Host()
    database: Database = Database()
    sending: Sending = Sending()
    receiving: Receiving = Receiving()
    games: Games = Games()
    web: Web = Web()
    work: Work = Work()
    push: Push = Push()
    watch: Watch = Watch()
    logs: Logs = Logs()
    limits: Limits = Limits()
    folder: str = ""

    @property
    def set_up(self) -> bool:
        return bool(self.folder) or "DRAGOMAN_HOST_SECRET" in os.environ

    def path(self, name: str) -> Path:
        """A path in the settings: as it stands if it is absolute, otherwise beside the file."""
        return Path(self.folder or ".").absolute() / name


SECTIONS = ("host", "database", "sending", "receiving", "games", "web", "work", "push", "watch", "logs", "limits")
PLACES = (Path("dragoman.toml"), Path("/etc/dragoman/dragoman.toml"))


def settings_file(environment: Mapping[str, str]) -> Path | None:
    """The file that is named, or the first that is there; None if there is none."""
    named = environment.get("DRAGOMAN_SETTINGS")
    if named:
        return Path(named)
    return next((place for place in PLACES if place.is_file()), None)


def read_house(path: Path | None, environment: Mapping[str, str]) -> House:
    """The settings in that file, as the environment changes them. Raises ImproperlyConfigured, naming file and key."""
    try:
        written = toml(path) if path else {}
        for section in SECTIONS:
            written[section] = {**_section(written, section), **_environed(section, environment)}
        if environment.get("DATABASE_URL"):
            written["database"]["url"] = environment["DATABASE_URL"]
        written["folder"] = str(path.absolute().parent) if path else ""
        return msgspec.convert(written, House, strict=False)
    except (OSError, msgspec.MsgspecError, RecursionError, _NoTable) as fault:
        raise _mistaken(path, environment, misfit(fault, House)) from fault


def sensible_house(path: Path | None, environment: Mapping[str, str]) -> House:
    """The same, where they make sense together: what `dragoman setup` would not write is not read, either. Raises
    ImproperlyConfigured, naming file, or variable, and key."""
    house = read_house(path, environment)
    wrong = senseless(house) if house.set_up else []
    if wrong:
        raise _mistaken(path, environment, "; ".join(wrong))
    return house


def _mistaken(path: Path | None, environment: Mapping[str, str], said: str) -> ImproperlyConfigured:
    """What is wrong, with where: the variable, where one says what is wrong, and else the file."""
    variable = next((name for name, section, key in _variables(environment) if _tells_of(said, section, key)), None)
    where = f"{variable} in the environment" if variable else str(path or "the environment")
    return ImproperlyConfigured(f"{where}: {said}")


def _variables(environment: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """The variables that set something, each with section and key."""
    if environment.get("DATABASE_URL"):
        yield "DATABASE_URL", "database", "url"
    for section in SECTIONS:
        start = f"DRAGOMAN_{section.upper()}_"
        yield from ((name, section, name[len(start) :].lower()) for name in environment if name.startswith(start))


def _tells_of(said: str, section: str, key: str) -> bool:
    return said.startswith((f"{section}.{key}:", f"“{section}.{key}”", f"there is no “{key}” in “{section}”"))


def senseless(house: House) -> list[str]:
    """What is wrong with settings that each by itself could be right."""
    wrong = []
    for name, address in (("host.address", house.host.address), ("host.keeper", house.host.keeper)):
        if (address or name == "host.address") and not _is_address(address):
            wrong.append(f"{name}: “{address}” is no address")
    if house.host.lang not in LANGUAGES_WRITTEN:
        wrong.append(f"host.lang: nothing is written in “{house.host.lang}”; there are {', '.join(LANGUAGES_WRITTEN)}")
    try:
        zone(house.host.zone)
    except UnknownZone:
        wrong.append(f"host.zone: there is no time zone “{house.host.zone}”; write it as Europe/Helsinki")
    if not _is_url(house.host.url):
        wrong.append(f"host.url: “{house.host.url}” is no address of pages; write it as https://games.example.org")
    try:
        database(house.database.url, house)
    except (ImproperlyConfigured, ValueError) as fault:
        wrong.append(f"database.url: {fault}")
    wrong += [f"games.openers: “{each}” is no address" for each in house.games.openers if not _is_address(each)]
    return wrong + list(_no_places(house)) + list(_wanting(house))


def _is_address(written: str) -> bool:
    try:
        normalised(written)
    except NoAddress:
        return False
    return True


def _is_url(written: str) -> bool:
    try:
        parts = urlsplit(written)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def _no_places(house: House) -> Iterator[str]:
    """Where nothing can listen. A door for letters alone may be a socket in the file system."""
    socket = house.receiving.listen if "/" in house.receiving.listen else ""
    places = (
        ("web.listen", house.web.listen, False),
        ("receiving.listen", house.receiving.listen, bool(socket)),
        ("watch.listen", house.watch.listen, not house.watch.listen),
    )
    for name, listen, right in places:
        if not right and listening_place(listen) is None:
            yield f"{name}: “{listen}” is no place to listen; write it as 127.0.0.1:8000"


def listening_place(written: str) -> tuple[str, int] | None:
    """Host and port of a place such as `127.0.0.1:8000` or `[::1]:8000`; None for what is none. A port alone is none:
    it would be open to everybody, and nobody said so."""
    host, _, port = written.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    right = bare and not set(bare) & set("/[] \t") and port.isascii() and port.isdecimal() and 1 <= int(port) <= 65535
    return (bare, int(port)) if right else None


def _wanting(house: House) -> Iterator[str]:
    """What must be said where something else is."""
    if house.receiving.how == "imap" and not house.receiving.host.strip():
        yield "receiving.host: it is empty; name the mailbox's server, such as imap.example.org"
    if house.sending.how == "smtp" and not house.sending.host.strip():
        yield "sending.host: it is empty; name the mail server that takes letters"


class _NoTable(TypeError):
    """A section that is no table of keys and values."""


def toml(path: Path) -> dict[str, Any]:
    """What a file says, whether it makes sense or not. Raises OSError, and MsgspecError for what is no TOML."""
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, Any])


def _section(written: Mapping[str, Any], section: str) -> dict[str, Any]:
    found = written.get(section, {})
    if not isinstance(found, dict):
        raise _NoTable(f"“{section}” must be a table, [{section}] with keys below it")
    return found


def _environed(section: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """What DRAGOMAN_SECTION_KEY says. A list is written with commas."""
    start = f"DRAGOMAN_{section.upper()}_"
    named = {name[len(start) :].lower(): value for name, value in environment.items() if name.startswith(start)}
    lists = {"trusted", "openers", "names", "services", "options"}
    return {key: tuple(filter(None, value.split(","))) if key in lists else value for key, value in named.items()}


def slips(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Variables that set nothing, and what each may have been meant for: DRAGOMAN_SENDNG_PORT."""
    sections = [section.upper() for section in SECTIONS]
    for name in sorted(environment):
        start, _, key = name.removeprefix("DRAGOMAN_").partition("_")
        near = difflib.get_close_matches(start, sections, 1, 0.75) if key and name.startswith("DRAGOMAN_") else []
        if near and start not in sections:
            yield name, f"DRAGOMAN_{near[0]}_{key}"


def written(house: House) -> str:
    """The file that says these settings; `read_house` reads the same from it."""
    parts = ["# The settings of this host. `dragoman setup` wrote them, keeps what you change, and checks it.\n"]
    for section in SECTIONS:
        kept = getattr(house, section)
        about = " ".join((type(kept).__doc__ or "").split())
        parts.append("\n" + textwrap.fill(about, 100, initial_indent="# ", subsequent_indent="# "))
        parts.append(f"\n[{section}]\n")
        parts += [f"{name} = {_toml(value)}\n" for name, value in msgspec.structs.asdict(kept).items()]
    return "".join(parts)


def _toml(value: object) -> str:
    """A value as TOML writes it; a TOML basic string has JSON's escapes."""
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)


def database(url: str, house: House) -> dict[str, Any]:
    """The address of a database as Django wants it. Raises ImproperlyConfigured for a kind that is not known."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        name = parts.path.removeprefix("/") or ":memory:"
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": _sqlite_name(name, house),
            "OPTIONS": SQLITE,
            "CONN_MAX_AGE": 60,  # whoever closes the last one writes all of the log into the file, and waits for that
        }
    if parts.scheme in ("postgres", "postgresql"):
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.removeprefix("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(parts.hostname or ""),
            "PORT": str(_port(url) or ""),
            "OPTIONS": POSTGRESQL | dict(parse_qsl(parts.query, keep_blank_values=True)),
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,
        }
    raise ImproperlyConfigured(f"the database's address begins with {parts.scheme}:, not with sqlite: or postgresql:")


def _port(url: str) -> int | None:
    try:
        return urlsplit(url).port
    except ValueError as fault:
        raise ImproperlyConfigured("the port in the database's address is none; it is a number up to 65535") from fault


def _sqlite_name(name: str, house: House) -> str:
    return name if name == ":memory:" else str(house.path(unquote(name)))


SQLITE: dict[str, Any] = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    # A letter that was taken must outlast a power cut: WAL, and written through at every commit.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
}

_UNSEEN = "-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=30000"
POSTGRESQL: dict[str, Any] = {
    # A cut wire says nothing: without these, a machine waits a quarter of an hour for a database it cannot reach, and
    # the database as long with the locks of a machine that is gone.
    "connect_timeout": "10",
    "keepalives_idle": "20",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
    # A machine that stands still in the middle of a transaction must not hold up all others for ever.
    "options": f"-c idle_in_transaction_session_timeout=60000 -c lock_timeout=30000 {_UNSEEN}",
}
"""What is asked of PostgreSQL, unless the database's address asks otherwise."""

HOUSE = sensible_house(settings_file(os.environ), os.environ)
SECRET = HOUSE.host.secret or secrets.token_urlsafe(32)
CLOCK_FILE = os.environ.get("DRAGOMAN_CLOCK", "")
_address = urlsplit(HOUSE.host.url)
_secure = _address.scheme == "https"
_has_pages = find_spec("dragoman.web.urls") is not None

# --- what Django asks ---

DEBUG = False
SECRET_KEY = derived(SECRET, "django").hex()
ALLOWED_HOSTS = [_address.hostname or "localhost", "localhost", "127.0.0.1", "[::1]", *HOUSE.web.names]
CSRF_TRUSTED_ORIGINS = [f"{_address.scheme}://{_address.netloc}"]

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "dragoman.store",
    "dragoman.people",
    *(["dragoman.web"] if _has_pages else []),
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    *(["dragoman.web.headers.Packed"] if _has_pages else []),
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    *(
        [
            "dragoman.web.headers.Headers",
            "dragoman.web.headers.Isolated",
            "dragoman.web.reader.Readers",
            "dragoman.web.ahead.Ahead",
            "dragoman.web.rates.Counted",
            "dragoman.web.api.gate.Gate",
        ]
        if _has_pages
        else []
    ),
]
ROOT_URLCONF = "dragoman.web.urls" if _has_pages else "django.conf.urls.i18n"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {"default": database(HOUSE.database.url if HOUSE.set_up else "sqlite:///:memory:", HOUSE)}
if os.environ.get("DATABASE_URL"):
    DATABASES["default"] = database(os.environ["DATABASE_URL"], HOUSE)

ANYMAIL = {name.strip(): value.strip() for name, _, value in (each.partition("=") for each in HOUSE.sending.options)}

AUTH_USER_MODEL = "people.Person"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
LOGIN_URL = "sign-in"
CSRF_FAILURE_VIEW = "dragoman.web.views.errors.stale" if _has_pages else "django.views.csrf.csrf_failure"

TIME_ZONE = "UTC"
USE_TZ = True
LANGUAGE_CODE = HOUSE.host.lang
LANGUAGES = [("en", "English"), ("fi", "suomi")]
# A catalogue for each part of the pages, so that two who write sentences at once do not write in one file.
LOCALE_PATHS = sorted(Path(__file__).parent.glob("web/locale/*"))

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True  # pages' files are served from where they are installed; nothing need be collected

SESSION_COOKIE_AGE = int(timedelta(days=90).total_seconds())
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _secure
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if _secure else 0
SECURE_SSL_REDIRECT = _secure
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HOUSE.web.proxied else None
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

_secrets = (
    SECRET,
    SECRET_KEY,
    HOUSE.sending.password,
    HOUSE.receiving.password,
    HOUSE.watch.token,
    *(option.partition("=")[2] for option in HOUSE.sending.options),
    *(unquote(urlsplit(url).password or "") for url in (HOUSE.database.url, os.environ.get("DATABASE_URL", ""))),
)
"""What no line of the log may say, whoever wrote it."""

_SENDERS_FAULTS = ("DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent")

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "dragoman.diary.Plain", "secrets": _secrets},
        "json": {"()": "dragoman.diary.Json", "secrets": _secrets},
    },
    "filters": {"outage": {"()": "dragoman.diary.outage"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": HOUSE.logs.form,
            "filters": [] if HOUSE.logs.level == "DEBUG" else ["outage"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "dragoman": {"level": HOUSE.logs.level},
        # what is answered with 4xx is its sender's fault, and is told to them: one faulty program must not fill the log
        "django.request": {"level": "WARNING" if HOUSE.logs.level == "DEBUG" else "ERROR"},
        # so is what asks for another host's pages, and what is too large
        **{f"django.security.{fault}": {"level": "CRITICAL", "propagate": False} for fault in _SENDERS_FAULTS},
    },
}
