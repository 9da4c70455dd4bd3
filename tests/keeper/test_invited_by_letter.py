"""Whoever is invited by letter joins by answering it, whether ever seen at this host or not; and whoever is asked again
for a yes can give it in answer to that letter."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import RequestFactory
from tests.diplomacy.tables import opening
from tests.keeper.test_listening import Scene, scene, states

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import KEEPER, PersonId
from dragoman.keeper.listening import listen
from dragoman.keeper.rounds import MACHINE
from dragoman.nomic.commands import OpenGame
from dragoman.nomic.rulesets import ruleset
from dragoman.referee.ports import Slip
from dragoman.web import invitations
from dragoman.web.reader import Reader

pytestmark = pytest.mark.django_db
__all__ = ["scene"]

DIPLOMACY = replace(opening(seated=(), begin=False), name="visby")
NOMIC = OpenGame(by=Speaker(KEEPER, None), name="visby", ruleset=ruleset("lounge"), begin=False)


def invited(scene: Scene, game: str, lang: str) -> str:
    """Open visby, invite eve there, and tell what she is written."""
    command = DIPLOMACY if game == "diplomacy" else NOMIC
    assert assembly.open_table(Slip("visby", Speaker(KEEPER, None), command=command), game).version
    request = RequestFactory().get("/")
    request.reader = Reader(lang=lang, zone_name="Europe/Helsinki")  # type: ignore[attr-defined]
    person = invitations.person(request, "eve@example.org")  # type: ignore[arg-type]
    invitations.invite(request, "visby", person)  # type: ignore[arg-type]
    return " ".join(scene.post()["eve@example.org"].split())


@pytest.mark.parametrize(
    ("game", "lang", "line"),
    [
        ("diplomacy", "en", "join as Austria, any"),
        ("diplomacy", "fi", "liity Itävalta, mikä vain"),
        ("nomic", "en", "join as Ann Archer"),
        ("nomic", "fi", "liity nimellä Ann Archer"),
    ],
)
def test_an_invitation_is_answered_with_the_line_that_it_gives(scene: Scene, game: str, lang: str, line: str) -> None:
    assert line in invited(scene, game, lang)
    assert assembly.register().find("eve@example.org") is None, "nobody has seen her read mail there"
    scene.write("eve@example.org", f"{line}\n", scene.reply_to.partition("@")[0], subject="Re: visby")
    scene.round()
    assert states() == ["heard"]
    person = assembly.register().find("eve@example.org")
    assert person is not None
    told = " ".join(scene.post()["eve@example.org"].split())
    assert game == "diplomacy" or ("Ann" in told and " Archer" in told), "by the surname turns may go"
    assert str(person) in repr(assembly.table("visby").state)


@pytest.mark.parametrize("game", ["diplomacy", "nomic"])
def test_what_is_not_read_in_an_answer_to_an_invitation_is_answered_each_time(scene: Scene, game: str) -> None:
    invited(scene, game, "en")
    to = scene.reply_to.partition("@")[0]
    for number in (1, 2):
        scene.write("eve@example.org", "I would like to play Italy please", to, number, subject="Re: visby")
        scene.round()
        assert "join as" in " ".join(scene.post()["eve@example.org"].split())


@pytest.mark.parametrize("game", ["diplomacy", "nomic"])
@pytest.mark.parametrize("lang", ["en", "fi"])
def test_an_invitation_sent_back_as_it_is_says_nothing(scene: Scene, game: str, lang: str) -> None:
    """Some programs quote without a mark, and machines answer with what they answer."""
    invited(scene, game, lang)
    at = assembly.table("visby")
    line = assembly.joining(at, lang)
    assert line
    assert at.game.read(at.state, Speaker(PersonId("eve"), None), "", line, scene.now).commands == ()


@pytest.mark.parametrize("game", ["diplomacy", "nomic"])
def test_a_game_master_invites_by_letter_as_on_the_desk(scene: Scene, game: str) -> None:
    command = replace(DIPLOMACY, entry="invited", gm=scene.gm) if game == "diplomacy" else replace(
        NOMIC, entry="invited", gm=scene.gm
    )  # fmt: skip
    assembly.open_table(Slip("visby", Speaker(scene.gm, None), command=command), game)
    scene.post()
    assembly.register().rename(scene.gm, "Grace")
    to = f"dragoman+visby+{scene.token('gm', 'visby')}"
    scene.write("gm@example.org", "gm invite eve@example.org\n", to, subject="Re: visby")
    scene.round()
    told = scene.post()
    assert "letter with the way to the game" in " ".join(told["gm@example.org"].split())
    assert "Grace invites you to the game visby" in told["eve@example.org"]
    assert "join as" in told["eve@example.org"]
    assert "gm@example.org" not in told["eve@example.org"], "an address is shown to nobody"
    person = assembly.register().find("eve@example.org", verified=False)
    assert person is not None
    request = RequestFactory().get("/")
    request.reader = Reader(lang="en", zone_name="UTC")  # type: ignore[attr-defined]
    invitations.invite(request, "visby", person)  # type: ignore[arg-type]
    assert "eve@example.org" not in scene.post(), "the same invitation is sent once, by whichever door"


def test_a_clerk_killed_before_the_invitation_leaves_it_to_the_next(scene: Scene) -> None:
    command = replace(DIPLOMACY, entry="invited", gm=scene.gm)
    assembly.open_table(Slip("visby", Speaker(scene.gm, None), command=command), "diplomacy")
    scene.post()
    to = f"dragoman+visby+{scene.token('gm', 'visby')}"
    scene.write("gm@example.org", "gm invite eve@example.org\n", to, subject="Re: visby")
    arrival = assembly.inbox().claim("dead", MACHINE.now(), timedelta(0))
    assert arrival is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assembly, "see_to", lambda *_: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            listen(arrival)
    assert "eve@example.org" not in scene.post()
    scene.round()
    assert states() == ["heard"]
    assert "invited to the game visby" in scene.post()["eve@example.org"]


@pytest.mark.parametrize("sender", ["mallory@example.org", "austria@example.org"])
def test_a_forwarded_invitation_lets_nobody_else_in(scene: Scene, sender: str) -> None:
    """A stranger's letter is met as a stranger's, somebody known is asked whether it is theirs: neither is taken for
    the one who was invited, and that one's address stays unproved."""
    invited(scene, "diplomacy", "en")
    scene.write(sender, "join as Austria, any\n", scene.reply_to.partition("@")[0], subject="Fwd: visby")
    scene.round()
    assert states() == ["kept"]
    eve = assembly.register().find("eve@example.org", verified=False)
    assert eve is not None
    assert str(eve) not in repr(assembly.table("visby").state.seats)
    assert assembly.register().find("eve@example.org") is None


@pytest.mark.parametrize("token", ["a" * 24, ""])
def test_a_forged_sender_without_the_token_proves_no_address(scene: Scene, token: str) -> None:
    invited(scene, "diplomacy", "en")
    scene.write("eve@example.org", "join as Austria, any\n", f"dragoman+visby+{token}".rstrip("+"), subject="visby")
    scene.round()
    assert states() == ["kept"]
    assert assembly.register().find("eve@example.org") is None


def test_anybody_elses_letter_with_that_token_is_not_heard(scene: Scene) -> None:
    invited(scene, "diplomacy", "en")
    scene.write("mallory@example.org", "observe\n", scene.reply_to.partition("@")[0], subject="Re: visby")
    scene.round()
    assert states() == ["kept"]


def test_whoever_is_asked_again_for_a_yes_answers_that_letter(scene: Scene) -> None:
    assembly.open_table(Slip("visby", Speaker(KEEPER, None), command=DIPLOMACY), "diplomacy")
    scene.write("eve@example.org", "join as Italy", "dragoman+visby", subject="visby")
    scene.round()
    scene.post()
    scene.write("eve@example.org", "What is this about?", scene.reply_to.partition("@")[0], 2, subject="Re: visby")
    scene.round()
    assert "still waits" in scene.post()["eve@example.org"]
    scene.write("eve@example.org", "yes", scene.reply_to.partition("@")[0], 3, subject="Re: visby")
    scene.round()
    assert sorted(states()) == ["heard", "heard", "refused"]


@pytest.mark.parametrize("game", ["diplomacy", "nomic"])
def test_somebody_unknown_who_asks_for_help_gets_it(scene: Scene, game: str) -> None:
    """And is not asked whether they wrote the letter: nothing in it is to be heard as theirs."""
    if game == "nomic":
        assembly.open_table(Slip("visby", Speaker(KEEPER, None), command=NOMIC), game)
    to = "dragoman+visby" if game == "nomic" else "dragoman+kalmar"
    scene.post()
    scene.write("eve@example.org", "help\n", to, subject="")
    scene.round()
    assert states() == ["heard"]
    told = " ".join(scene.post()["eve@example.org"].split())
    assert "Did you write this letter" not in told
    assert "observe" in told
    assert "Nobody is known here by your address" in told
    assert assembly.register().find("eve@example.org", verified=False) is None
    scene.write("eve@example.org", "help\nobserve\n", to, 2, subject="")
    scene.round()
    assert sorted(states()) == ["heard", "kept"], "who would look on is asked as before"
