"""Every path of the pages. A game's are under its name; a moment of it is the phase: `/games/kalmar/F1902M`."""

from __future__ import annotations

from django.urls import URLPattern, path, register_converter

from dragoman.web.converters import PhaseConverter
from dragoman.web.views import account, desk, home, kept, look, opening, orders, press, rules, seats, signing, table

register_converter(PhaseConverter, "phase")

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("games/", home.games, name="games"),
    path("open/", opening.open_game, name="open"),
    path("help/", rules.words, name="help"),
    # one game
    path("games/<slug:name>/", table.game, name="game"),
    path("games/<slug:name>/go/", table.go, name="go"),
    path("games/<slug:name>/orders/", orders.orders, name="orders"),
    path("games/<slug:name>/writing/", orders.writing, name="writing"),
    path("games/<slug:name>/press/", press.press, name="press"),
    path("games/<slug:name>/press/send/", press.send, name="send-press"),
    path("games/<slug:name>/seats/", seats.seats, name="seats"),
    path("games/<slug:name>/join/", seats.join, name="join"),
    path("games/<slug:name>/observe/", seats.observe, name="observe"),
    path("games/<slug:name>/resign/", seats.resign, name="resign"),
    path("games/<slug:name>/rules/", rules.rules, name="rules"),
    path("games/<slug:name>/board.css", rules.board_style, name="board-style"),
    path("games/<slug:name>/desk/", desk.desk, name="desk"),
    path("games/<slug:name>/desk/<slug:deed>/", desk.deed, name="deed"),
    path("games/<slug:name>/<phase:phase>", table.moment, name="moment"),
    # oneself
    path("sign-in/", signing.sign_in, name="sign-in"),
    path("sign-in/<slug:sign_in>/", signing.code, name="code"),
    path("sign-out/", signing.sign_out, name="sign-out"),
    path("account/", account.account, name="account"),
    path("account/addresses/", account.add_address, name="add-address"),
    path("account/addresses/drop/", account.drop_address, name="drop-address"),
    path("account/addresses/<slug:sign_in>/", account.verify, name="verify"),
    path("account/erase/", account.erase, name="erase"),
    path("letters/", kept.letters, name="letters"),
    path("letters/<slug:letter_id>/", kept.letter, name="letter"),
    path("look/", look.look, name="look"),
    path("tongue/", look.tongue, name="tongue"),
]

handler400 = "dragoman.web.views.errors.bad_request"
handler403 = "dragoman.web.views.errors.forbidden"
handler404 = "dragoman.web.views.errors.not_found"
handler500 = "dragoman.web.views.errors.failed"
