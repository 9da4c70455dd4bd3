"""A drawing as pixels: the same bytes each time, as wide as asked, and moving where there are several."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from dragoman.game.pixels import COLOURS, MOST_FRAMES, WIDEST, moving, png


def square(colour: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="white"/>'
        f'<rect width="8" height="10" fill="{colour}"/></svg>'
    )


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def test_a_picture_is_as_wide_as_asked_and_the_same_each_time() -> None:
    drawn = png(square("navy"), 60)
    assert drawn == png(square("navy"), 60)
    image = opened(drawn)
    assert image.size == (60, 30)
    assert len(image.getcolors() or ()) <= COLOURS


def test_a_picture_is_never_transparent() -> None:
    nothing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"></svg>'
    red, green, blue = opened(png(nothing, 20)).convert("RGB").getpixel((3, 3))  # type: ignore[misc]
    assert min(red, green, blue) > 230


def test_what_is_small_keeps_its_colour() -> None:
    """A sign among large grounds and their soft edges, of more shades than the picture has colours."""
    shades = "".join(f'<rect x="{n}" width="2" height="100" fill="hsl({n},40%,80%)"/>' for n in range(300))
    sign = '<rect x="40" y="40" width="3" height="3" fill="#6d2c9e"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">{shades}{sign}</svg>'
    seen = opened(png(svg, 600)).convert("RGB").getpixel((83, 83))
    assert isinstance(seen, tuple)
    assert max(abs(a - b) for a, b in zip(seen, (0x6D, 0x2C, 0x9E), strict=True)) <= 8, seen


@pytest.mark.parametrize("width", [0, -1, WIDEST + 1])
def test_no_picture_is_wider_than_there_is_room_for(width: int) -> None:
    with pytest.raises(ValueError, match="pixels"):
        png(square("navy"), width)


def test_what_is_no_drawing_is_refused() -> None:
    with pytest.raises(ValueError, match="root node"):
        png("<svg", 60)


@pytest.mark.parametrize("form", ["gif", "apng"])
def test_moving_pictures_show_each_drawing_for_its_time(form: str) -> None:
    shown = [(square("navy"), 200), (square("maroon"), 300), (square("navy"), 400)]
    made = moving(shown, 40, form)
    assert made == moving(shown, 40, form)
    image = opened(made)
    assert image.n_frames == 3
    times = []
    for frame in range(3):
        image.seek(frame)
        times.append(int(image.info["duration"]))
    assert times == [200, 300, 400]


def test_nothing_to_show_and_too_much_are_refused() -> None:
    with pytest.raises(ValueError, match="nothing"):
        moving([], 40, "gif")
    with pytest.raises(ValueError, match="pictures"):
        moving(((square("navy"), 10) for _ in range(MOST_FRAMES + 1)), 4, "gif")
    with pytest.raises(ValueError, match="neither"):
        moving([(square("navy"), 10)], 4, "webm")
