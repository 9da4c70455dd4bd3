"""What does not fit its form is told in words for people: no type of a language, no path with a dollar sign."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from dragoman.tongues.misfits import misfit, path, place


class Inner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    how: Literal["smtp", "none"] = "none"
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 25


class Form(msgspec.Struct):
    year: int
    id: int | str | None = None
    mail: Inner = Inner()
    units: list[tuple[str, str]] = []
    orders: dict[str, list[str]] = {}
    share: float = 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "“year” is missing"),
        ({"year": "1901"}, "“year” must be a whole number, not text"),
        ({"year": 1901.5}, "“year” must be a whole number, not a number with a fraction"),
        ({"year": 1, "id": 1.5}, "“id” must be a whole number or text, not a number with a fraction"),
        ({"year": 1, "id": []}, "“id” must be a whole number or text, not a list"),
        ({"year": 1, "units": [["A"]]}, "“units[0]” must be a list of 2, not 1"),
        ({"year": 1, "orders": {"Austria": "A VIE H"}}, "“orders” must be a list, not text"),
        ({"year": 1, "mail": {"how": "pigeon"}}, "“mail.how” cannot be 'pigeon'; write none or smtp"),
        ({"year": 1, "mail": {"prot": 25}}, "there is no “prot” in “mail”; there are how, port"),
        ({"year": 1, "mail": {"port": 0}}, "“mail.port” must be a whole number of at least 1"),
        ({"year": 1, "mail": {"port": 65536}}, "“mail.port” must be a whole number of at most 65535"),
        ({"year": None}, "“year” must be a whole number, not nothing"),
        ([], "it must be a table, not a list"),
    ],
)
def test_a_misfit_is_told_plainly(given: Any, told: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(given, Form)
    assert misfit(caught.value, Form) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"{", "ends too soon"),
        (b"{]", "it is no JSON"),
        (b'{"year": 1, "id": "\xff"}', "UTF-8"),
        (b'{"year": 1, "share": 1e999}', "“share” is too great a number"),
        (b'{"other": ' + b"[" * 100_000, "too deep"),
    ],
)
def test_a_text_that_is_none_is_told_plainly(text: bytes, told: str) -> None:
    with pytest.raises((msgspec.DecodeError, RecursionError)) as caught:
        msgspec.json.decode(text, type=Form)
    said = misfit(caught.value, Form)
    assert told in said
    assert "`" not in said
    assert "$" not in said


TEXT = """{"year": 1,
  "orders": {"Austria": [7]},
  "units": [["A", "]"], ["F",  {"x": [1]}]]}"""


@pytest.mark.parametrize(
    ("at", "line", "column"),
    [
        ("$", 1, 1),
        ("$.year", 1, 10),
        ("$.orders", 2, 13),
        ("$.orders[...][0]", 2, 13),
        ("$.units[1][0]", 3, 26),
        ("$.units[1][1].x[0]", 3, 39),
        ("$.units[2]", 3, 12),
        ("$.nowhere", 1, 1),
        ("$.year.less", 1, 10),
    ],
)
def test_a_path_has_a_place_in_the_text(at: str, line: int, column: int) -> None:
    assert place(TEXT, at) == (line, column)
    assert place("\n " + TEXT, "$") == (2, 2)


def test_the_path_of_a_misfit_is_known() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(TEXT, type=Form)
    assert path(caught.value) == "$.orders[...][0]"
    assert path(ValueError("other")) == ""


def test_a_file_that_is_not_there_is_told_without_numbers() -> None:
    assert misfit(FileNotFoundError(2, "No such file or directory")) == "no such file or directory"


def test_what_is_not_utf_8_is_said_so() -> None:
    with pytest.raises(UnicodeDecodeError) as fault:
        b"rules = \xff".decode()
    assert misfit(fault.value) == "it is not written in UTF-8 (byte 9 does not fit): save it as UTF-8 text"
