"""HTML as the lines that a person saw."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.post.hypertext import render
from dragoman.post.letter import CutKind


def text(html: str) -> str:
    return render(html).text


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ("a<br>b<br/>c", "a\nb\nc"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<p class=MsoNormal>a</p><p class=MsoNormal>b</p>", "a\nb"),
        ("<div><div>a</div></div>\n  <div> b\n c</div>", "a\nb c"),
        ("a <b>b</b><i>c</i>", "a bc"),
        ("A&nbsp;PAR&ndash;BUR &lt;x&gt; &amp;", "A\xa0PAR–BUR <x> &"),
        ("<ul><li>a<li>b</ul>", "• a\n• b"),
        ("<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"),
        ("<pre>a\n  b</pre>c", "a\nb\n\nc"),
        ("<table><tr><td>F BRE</td><td>-</td><td>ENG</td></tr><tr><td>A PAR<td>H</table>", "F BRE - ENG\nA PAR H"),
        ("<table><tr><td><p>F BRE</p></td><td><p>-</p></td><td><p>ENG</p></td></tr></table>", "F BRE - ENG"),
        ("<table><tr><td>F BRE<br>A PAR</td><td>- ENG<br>H</td></tr></table>", "F BRE - ENG\nA PAR H"),
        (
            "<table><tr><td><p>a long line that fills its cell by itself</p><p>b</p></td><td>c</td></tr></table>",
            "a long line that fills its cell by itself\n\nb\nc",
        ),
        ("<table><tr><td><table><tr><td>A PAR</td><td>H</td></tr></table></td></tr></table>", "A PAR H"),
        ("<blockquote>a<br>b</blockquote>c", "> a\n> b\nc"),
        ("<blockquote type=cite>a<blockquote type=cite>b</blockquote></blockquote>c", "> a\n> > b\nc"),
        ('<blockquote style="margin:0 0 0 40px;border:none;padding:0">a</blockquote>b', "a\nb"),
        ('<blockquote class="gmail_quote" style="margin:0;border:none">a</blockquote>b', "> a\nb"),
        ("<head><title>t</title><style>s</style></head><body>a<script>x</script><!-- y --></body>", "a"),
        ("<![if !mso]>a<![endif]><!--[if mso]>b<![endif]-->", "a"),
        ("a<svg><text>x</text></svg><textarea>y</textarea><button>z</button>", "a"),
        ("no tags at all", "no tags at all"),
        ("a<p>unclosed <b>b", "a\n\nunclosed b"),
        ("", ""),
    ],
)
def test_lines_as_seen(html: str, seen: str) -> None:
    assert text(html) == seen


@pytest.mark.parametrize(
    "hiding",
    [
        "hidden",
        'style="display:none"',
        'style="DISPLAY : None !important"',
        'style="visibility:hidden"',
        'style="mso-hide:all"',
        'style="font-size:0"',
        'style="color:red;font-size:1px;"',
        'style="max-height:0px;overflow:hidden"',
        'style="opacity:0"',
        'style="text-indent:-9999px"',
        'style="position:absolute;left:-5000px"',
        'style="color:transparent"',
    ],
)
def test_hidden_text_is_left_out(hiding: str) -> None:
    assert render(f"a<div {hiding}>A PAR - <b>PIC</b></div>") == ("a", ((CutKind.HIDDEN, "A PAR - PIC"),))


@pytest.mark.parametrize(
    "style", ["font-size:10px", "font-size:11pt", "opacity:0.9", "display:block", "max-height:0.5em", "left:-1px"]
)
def test_small_is_not_hidden(style: str) -> None:
    assert text(f'<div style="{style}">a</div>') == "a"


@pytest.mark.parametrize("selector", [".x", "div.x", "#y", "div#y", "div", ".other, .x"])
def test_the_pages_own_sheet_hides(selector: str) -> None:
    assert (
        text(f"<style>p{{margin:0}} {selector}{{color:red; display:none}}</style>a<div class='x z' id=y>b</div>") == "a"
    )


@pytest.mark.parametrize(
    "rule",
    [
        "@media print {.x{display:none}}",
        ".x .y{display:none}",
        ".w{display:none}",
        ".x{display:block}",
        "/*.x{display:none}*/",
    ],
)
def test_what_the_sheet_hides_elsewhere_is_seen(rule: str) -> None:
    assert text(f"<style>{rule}</style><div class=x>b</div>") == "b"


@pytest.mark.parametrize(
    "tag",
    ["<s>{}</s>", "<del>{}</del>", "<strike>{}</strike>", '<span style="text-decoration: line-through">{}</span>'],
)
def test_struck_text_is_left_out_and_told(tag: str) -> None:
    assert render(f"a {tag.format('A PAR - PIC')}") == ("a", ((CutKind.STRUCK, "A PAR - PIC"),))


def test_signatures_that_programs_mark_are_left_out() -> None:
    assert render('a<div class="gmail_signature">Ann</div><div id="Signature">Bo</div>') == (
        "a",
        ((CutKind.SIGNATURE, "Ann"), (CutKind.SIGNATURE, "Bo")),
    )


@given(st.text(max_size=300))
def test_any_text_can_be_rendered(html: str) -> None:
    """And comes out as text that can be sent on, whatever the markup left of it."""
    text, cuts = render(html)
    for each in (text, *(cut for _, cut in cuts)):
        assert each.encode().decode() == each


@given(
    st.lists(
        st.sampled_from(
            [
                "<table>",
                "<tr>",
                "<td>",
                "</td>",
                "</tr>",
                "</table>",
                "<li>",
                "<ol>",
                "</ol>",
                "<pre>",
                "</pre>",
                "a",
                "<br>",
                "<blockquote>",
                "</blockquote>",
                "<p>",
                "</p>",
                "<s>",
                "</s>",
                "\n",
            ]
        ),
        max_size=60,
    )
)
def test_any_order_of_tags_can_be_rendered(pieces: list[str]) -> None:
    seen, dropped = render("".join(pieces))
    assert seen.count("a") + sum(said.count("a") for _, said in dropped) == pieces.count("a")


@pytest.mark.parametrize(
    "page",
    ["<div>" * 5000, "<blockquote>" * 2000, "<table><tr><td>" * 2000, "<b>" * 5000, "<font><p>" * 3000],
)
def test_no_depth_is_too_deep(page: str) -> None:
    assert text(page + "A PAR H").endswith("A PAR H")
