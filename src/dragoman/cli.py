"""The keeper's command line: names every command and where it lives, and loads none until it is called.

Exit status: 0 done; 1 the answer is "no"; 2 usage or unreadable input, with one clear line on standard error.
"""

from __future__ import annotations

import importlib

import click

COMMANDS = {
    "adjudicate": "adjudicating",
    "replay": "adjudicating",
    "houserules": "documents",
    "read": "reading",
    "letter": "letters",
    "play": "playing",
    "say": "playing",
    "setup": "hosting",
    "serve": "hosting",
    "work": "hosting",
    "check": "hosting",
    "export": "hosting",
    "import": "hosting",
    "verify": "hosting",
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


@click.command(cls=Keeper, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dragoman")
def main() -> None:
    """Dragoman, a game master for correspondence games."""
