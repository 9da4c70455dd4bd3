"""Pictures are made once, apart from the pages, one after the other; and what goes wrong there is no page's loss."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dragoman.game import pixels
from dragoman.web import painting
from dragoman.web.painting import Busy, Painter

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="navy"/></svg>'


def by_whom(svg: str, width: int) -> bytes:
    """The process that was asked; it ends with what asks for that."""
    if svg == "end":
        os._exit(0)
    return str(os.getpid()).encode()


@pytest.fixture
def painter(tmp_path: Path) -> Painter:
    return Painter(tmp_path / "pictures")


def test_a_picture_is_made_once_and_found_again_by_another_process(painter: Painter, tmp_path: Path) -> None:
    made = painter.picture(pixels.png, SQUARE, 40)
    assert made == pixels.png(SQUARE, 40)
    assert [path.read_bytes() for path in (tmp_path / "pictures").iterdir()] == [made]
    other = Painter(tmp_path / "pictures")
    other._turn.acquire()  # nobody is there to draw
    assert other.picture(pixels.png, SQUARE, 40) == made
    assert painter.picture(pixels.png, SQUARE, 60) != made
    assert painter.picture(pixels.small, SQUARE, 40) != made


def test_another_process_makes_them_all(painter: Painter) -> None:
    first, second = (painter.picture(by_whom, SQUARE, width) for width in (1, 2))
    assert first == second != str(os.getpid()).encode()


def test_a_process_that_has_ended_is_followed_by_another(painter: Painter) -> None:
    first = painter.picture(by_whom, SQUARE, 1)
    assert painter._hands is not None
    painter._hands.send((by_whom, "end", 1))
    with pytest.raises(EOFError):
        painter._hands.recv_bytes()
    painter.picture(by_whom, SQUARE, 2)
    assert painter.picture(by_whom, SQUARE, 3) not in (first, str(os.getpid()).encode())


def test_who_comes_while_others_are_served_waits_no_longer_than_so(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painting, "WAIT", 0.01)
    painter._turn.acquire()
    with pytest.raises(Busy):
        painter.picture(pixels.png, SQUARE, 40)


def test_what_is_no_drawing_is_refused_and_the_next_is_drawn(painter: Painter) -> None:
    with pytest.raises(ValueError, match="drawing"):
        painter.picture(pixels.png, "no drawing", 40)
    assert painter.picture(pixels.png, SQUARE, 40)


def test_only_so_many_are_kept(painter: Painter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painting, "KEPT", 3)
    for width in range(1, 6):
        painter.picture(by_whom, SQUARE, width)
    assert len(list((tmp_path / "pictures").iterdir())) == 3


def test_without_a_folder_or_with_one_that_takes_nothing_they_are_made_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (None, tmp_path / "file"):
        one = Painter(folder)
        assert one.picture(pixels.png, SQUARE, 40) == one.picture(pixels.png, SQUARE, 40)
