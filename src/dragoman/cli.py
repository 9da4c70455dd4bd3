"""The keeper's command line: names every command and where it lives, and loads none until it is called.

Exit status: 0 done; 1 the answer is "no"; 2 usage or unreadable input, with one clear line on standard error.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Sequence
from typing import Any

import click

COMMANDS = {
    "adjudicate": "adjudicating",
    "replay": "adjudicating",
    "houserules": "documents",
    "read": "reading",
    "letter": "letters",
    "play": "playing",
    "say": "playing",
    "results": "results",
    "njudge": "results",
    "draw": "drawing",
    "setup": "hosting",
    "migrate": "hosting",
    "serve": "hosting",
    "work": "hosting",
    "check": "hosting",
    "dkim": "dkim_keys",
    "export": "hosting",
    "import": "hosting",
    "verify": "hosting",
    "backup": "backing_up",
    "restore": "backing_up",
    "outbox": "given_up",
    "blacklist": "persons",
    "demo": "hosting",
}


class Keeper(click.Group):
    """A group that imports a command's module only when it is wanted, so that `adjudicate` never loads a web server."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        family = COMMANDS.get(cmd_name)
        if family is None:
            return None
        module = importlib.import_module(f"dragoman.keeper.{family}")
        for found in vars(module).values():
            if isinstance(found, click.Command) and found.name == cmd_name:
                return found
        raise LookupError(f"dragoman.keeper.{family} defines no command {cmd_name}")

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, complete_var: str | None = None,
        standalone_mode: bool = True, **extra: Any,
    ) -> Any:  # fmt: skip
        """Run a command, and end the process where that is wanted: whatever is wrong is told in one line."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        try:
            status = super().main(args, prog_name, complete_var, False, **extra)
        except click.exceptions.NoArgsIsHelpError as asked:
            asked.show()
            sys.exit(asked.exit_code)
        except click.ClickException as fault:
            click.echo(_in_a_line(fault), err=True)
            sys.exit(2)
        except BrokenPipeError:
            _stop_writing()
            sys.exit(1)
        except OSError as fault:
            where = f"{fault.filename}: " if fault.filename is not None else ""
            click.echo(f"Error: {where}{(fault.strerror or str(fault)).lower()}", err=True)
            sys.exit(2)
        except UnicodeDecodeError as fault:
            click.echo(f"Error: what was given is not written in UTF-8 (byte {fault.start + 1} does not fit)", err=True)
            sys.exit(2)
        except click.Abort:
            click.echo("Aborted.", err=True)
            sys.exit(1)
        except Exception as fault:
            if not _of_the_database(fault):
                raise
            click.echo(f"Error: the database: {' '.join(str(fault).split())}", err=True)
            sys.exit(2)
        sys.exit(status if isinstance(status, int) else 0)


def _of_the_database(fault: Exception) -> bool:
    """Whether the database could not do it: it is away, locked, full or may not be written. Django is looked for only
    where a command has loaded it."""
    django = sys.modules.get("django.db.utils")
    return django is not None and isinstance(fault, django.OperationalError | django.InterfaceError)


def _stop_writing() -> None:
    """Whoever read what was written has gone: what is left is written nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


NUMBERS = re.compile(r" is not a valid integer( range)?")
"""What Click says of a word where a number is wanted."""


def _in_a_line(fault: click.ClickException) -> str:
    """What is wrong, and for a call that makes no sense where to look up one that does."""
    told = NUMBERS.sub(" is not a whole number", " ".join(fault.format_message().split()))
    if isinstance(fault, click.UsageError) and fault.ctx is not None:
        return f"Error: {told.rstrip('.')}; see {fault.ctx.command_path} --help"
    return f"Error: {told}"


@click.command(cls=Keeper, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dragoman")
def main() -> None:
    """Dragoman, a game master for correspondence games."""
