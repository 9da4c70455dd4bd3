"""Clock and chance at the edge: the machine's, or a file's that makes a run repeatable."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dragoman.store.edge import BadClockFile, ClockFile, SystemClock, SystemEntropy


def test_the_file_says_the_time_and_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "clock.toml"
    path.write_text('now = 2026-03-02T18:00:00+02:00\nseed = "kalmar"\n')
    clock = ClockFile(path)
    assert clock.now() == datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
    path.write_text('now = 2026-03-03T18:00:00+02:00\nseed = "kalmar"\n')
    assert clock.now() == datetime(2026, 3, 3, 16, 0, tzinfo=UTC)


def test_chance_is_a_function_of_seed_and_purpose(tmp_path: Path) -> None:
    path = tmp_path / "clock.toml"
    path.write_text('now = 2026-03-02T18:00:00+02:00\nseed = "kalmar"\n')
    one, again = ClockFile(path), ClockFile(path)
    assert one.salt("kalmar", 1) == again.salt("kalmar", 1) != one.salt("kalmar", 2)
    assert one.token("a") == again.token("a") != one.token("b")
    assert one.code("a") == again.code("a")
    assert one.number("a") == again.number("a") != one.number("b")
    before = one.token("a")
    path.write_text('now = 2026-03-02T18:00:00+02:00\nseed = "lund"\n')
    assert one.token("a") != before


@pytest.mark.parametrize(
    "text", ["", "now = 2026-03-02T18:00:00", "now = 'noon'\nseed = ''", "now = 2026-03-02T18:00:00+25:00", "now ="]
)
def test_a_file_that_does_not_say_the_time_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "clock.toml"
    path.write_text(text)
    with pytest.raises(BadClockFile, match=r"clock\.toml"):
        ClockFile(path).now()
    with pytest.raises(BadClockFile):
        ClockFile(path).salt("kalmar", 1)
    with pytest.raises(BadClockFile):
        ClockFile(tmp_path / "nowhere.toml").now()


def test_a_file_caught_half_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "clock.toml"
    path.write_text("now = 2026-")

    def finish() -> None:
        time.sleep(0.03)
        path.write_text("now = 2026-03-02T18:00:00Z\n")

    writer = threading.Thread(target=finish)
    writer.start()
    assert ClockFile(path).now() == datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
    writer.join()


def test_the_machine_tells_the_time_with_its_zone_and_draws_anew() -> None:
    assert SystemClock().now().utcoffset() is not None
    entropy = SystemEntropy()
    assert len(entropy.salt("kalmar", 1)) == 16
    assert entropy.salt("kalmar", 1) != entropy.salt("kalmar", 1)
    tokens = {entropy.token("a") for _ in range(50)}
    assert len(tokens) == 50
    assert all(len(token) == 26 and token.isalnum() and token == token.lower() for token in tokens)
    assert all(len(code) == 8 and code.isdecimal() for code in (entropy.code("a") for _ in range(50)))
    assert 0 <= entropy.number("a") < 2**63
