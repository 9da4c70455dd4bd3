"""What a person keeps beside their games: sealed, theirs alone, and gone with them."""

from __future__ import annotations

import pytest
from tests.web.conftest import START, Host

from dragoman import assembly
from dragoman.people.leaves import DRAFTS, LONGEST, MOST, NOTES
from dragoman.people.models import Leaf

pytestmark = pytest.mark.django_db


def test_texts_are_kept_by_what_they_are_about(host: Host) -> None:
    ann, leaves = host.person("ann"), assembly.leaves()
    assert leaves.write(ann, "kalmar", NOTES, "France", "Will stab.", START)
    assert leaves.write(ann, "kalmar", NOTES, "", "Be patient.", START)
    assert leaves.write(ann, "lund", NOTES, "", "Lost.", START)
    assert leaves.of(ann, "kalmar", NOTES) == {"France": "Will stab.", "": "Be patient."}
    assert leaves.everywhere(ann, NOTES) == {
        "kalmar": {"France": "Will stab.", "": "Be patient."},
        "lund": {"": "Lost."},
    }
    leaves.write(ann, "kalmar", NOTES, "France", "  ", START)
    assert leaves.of(ann, "kalmar", NOTES) == {"": "Be patient."}


def test_nobody_else_has_them_and_nothing_stands_open(host: Host) -> None:
    ann, bob, leaves = host.person("ann"), host.person("bob"), assembly.leaves()
    leaves.write(ann, "kalmar", NOTES, "", "Will stab.", START)
    assert leaves.of(bob, "kalmar", NOTES) == {}
    assert leaves.of(ann, "kalmar", DRAFTS) == {}
    row = Leaf.objects.get()
    assert b"stab" not in bytes(row.sealed)
    row.kind = DRAFTS  # moved within the database, it does not open
    row.save()
    assert leaves.of(ann, "kalmar", DRAFTS) == {}


def test_there_is_an_end_to_what_is_kept(host: Host) -> None:
    ann, leaves = host.person("ann"), assembly.leaves()
    assert not leaves.write(ann, "kalmar", NOTES, "", "x" * (LONGEST + 1), START)
    assert leaves.change(ann, "kalmar", NOTES, lambda kept: {str(n): "x" for n in range(MOST)}, START)
    assert not leaves.write(ann, "kalmar", NOTES, "one more", "x", START)
    assert leaves.write(ann, "kalmar", NOTES, "7", "y", START)


def test_they_go_with_the_person(host: Host) -> None:
    ann = host.person("ann")
    assembly.leaves().write(ann, "kalmar", NOTES, "", "Will stab.", START)
    assembly.erase(ann)
    assert not Leaf.objects.exists()
    assert assembly.leaves().of(ann, "kalmar", NOTES) == {}
