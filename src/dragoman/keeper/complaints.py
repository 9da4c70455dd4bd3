"""What ends a command with exit status 2: one clear line on standard error, for input or options that are of no use."""

from __future__ import annotations

import click


class Unusable(click.ClickException):
    """Input that cannot be read, or options that cannot be followed. The message is one line and says what to write."""

    exit_code = 2
