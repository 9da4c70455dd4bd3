"""A game on any map that is drawn has all its pages: its board, its phases, its orders."""

from __future__ import annotations

from importlib import resources

import pytest
from tests.web.conftest import Host

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.drawing.geometry import geometry

DRAWN = tuple(
    sorted(
        entry.name.removesuffix(".json")
        for entry in (resources.files("dragoman.diplomacy.drawing") / "maps").iterdir()
        if entry.name.endswith(".json")
    )
)


@pytest.mark.parametrize("board", DRAWN)
def test_a_game_on_the_map_shows_its_board_and_each_phase(host: Host, board: str) -> None:
    powers = tuple(chart(board).powers)
    host.table(seated=powers, board=board)
    client = host.client(powers[0].lower())
    page = client.get("/games/kalmar/").content.decode()
    assert all(f'data-province="{name}"' in page for name in geometry(board).provinces)
    assert powers[0] in page
    first = str(chart(board).first_phase())
    for power in powers:
        host.orders(power)
    host.later(days=30)
    assert client.get("/games/kalmar/").status_code == 200
    assert client.get(f"/games/kalmar/{first}").status_code == 200
