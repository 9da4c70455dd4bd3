"""A piece of press is read by whom it is addressed to, and by its author."""

from __future__ import annotations

from dragoman.game.press import ALL, OBSERVERS, reaches, readers
from dragoman.game.seats import GM, Seat

SEATS = (Seat("France"), Seat("Italy"), GM, Seat("observer Olga"))


def test_private_press_is_nobody_elses() -> None:
    assert readers(SEATS, Seat("France"), ("Italy",)) == ("Italy",)
    assert not reaches(GM, Seat("France"), ("Italy",))
    assert reaches(Seat("France"), Seat("France"), ("Italy",))


def test_all_and_observers() -> None:
    assert readers(SEATS, Seat("France"), (ALL,)) == ("Italy", GM, "observer Olga")
    assert readers(SEATS, Seat("France"), (OBSERVERS,)) == ("observer Olga",)
