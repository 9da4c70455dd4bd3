"""What a later version wrote is told from what this one knows: by kind, version or field, and never read in part."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from dragoman.diplomacy import events as diplomacy
from dragoman.game.newer import Newer, newest, whole
from dragoman.nomic import events as nomic
from dragoman.nomic.events.talk import Announced

AT = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
EVENTS: list[tuple[Any, Any]] = [
    (diplomacy, diplomacy.Announced(at=AT, text="A word to all")),
    (nomic, Announced(at=AT, text="A word to all")),
]


@pytest.mark.parametrize(("game", "event"), EVENTS)
def test_what_this_version_writes_is_read(game: Any, event: Any) -> None:
    assert game.decoded(game.encoded(event)) == event


@pytest.mark.parametrize(
    "change",
    [{"type": "StarsAligned"}, {"v": 99}, {"aspect": "trine"}, {"at": "at dawn"}],
    ids=["kind", "version", "field", "value"],
)
@pytest.mark.parametrize(("game", "event"), EVENTS)
def test_what_a_later_version_writes_is_known_as_such(game: Any, event: Any, change: dict[str, Any]) -> None:
    written = msgspec.json.encode({**msgspec.json.decode(game.encoded(event)), **change})
    with pytest.raises(Newer) as found:
        game.decoded(written)
    assert found.value.kind == change.get("type", type(event).__struct_config__.tag)
    assert found.value.v == change.get("v", 1)


def test_an_earlier_form_of_a_kind_that_has_a_later_one_is_read() -> None:
    class Twice(msgspec.Struct, tag="Twice", forbid_unknown_fields=True):
        v: int = 2

    assert newest(Twice) == 2
    assert whole(msgspec.json.Decoder(Twice), b'{"type":"Twice","v":1}').v == 1
    with pytest.raises(Newer):
        whole(msgspec.json.Decoder(Twice), b'{"type":"Twice","v":3}')
