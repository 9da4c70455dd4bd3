"""Every path of the pages. A game's are under its name; a moment of it is the phase: `/games/kalmar/F1902M`."""

from __future__ import annotations

from django.urls import URLPattern, path, register_converter

from dragoman.web.converters import PhaseConverter
from dragoman.web.views import (
    account,
    comparing,
    composing,
    desk,
    ending,
    feeds,
    home,
    kept,
    look,
    opening,
    orders,
    plans,
    press,
    reports,
    rules,
    seats,
    sheets,
    signing,
    table,
    time,
    votes,
)

register_converter(PhaseConverter, "phase")

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("games/", home.games, name="games"),
    path("open/", opening.open_game, name="open"),
    path("help/", rules.words, name="help"),
    # house rules
    path("sheets/", sheets.sheets, name="sheets"),
    path("sheets/compare/", sheets.compare, name="compare-sheets"),
    path("sheets/compose/", composing.compose, name="compose"),
    path("sheets/load/", composing.load, name="load-sheet"),
    path("sheets/clause/<str:number>/", sheets.clause, name="clause-told"),
    path("sheets/shared/<slug:ident>/", sheets.shared, name="shared-sheet"),
    path("sheets/mine/<slug:ident>/", composing.sheet, name="sheet"),
    path("sheets/mine/<slug:ident>/name/", composing.name_sheet, name="name-sheet"),
    path("sheets/mine/<slug:ident>/mend/", composing.mend, name="mend-sheet"),
    path("sheets/mine/<slug:ident>/drop/", composing.drop_sheet, name="drop-sheet"),
    path("sheets/mine/<slug:ident>/document/", composing.sheet_document, name="sheet-document"),
    path("sheets/mine/<slug:ident>/file/", composing.sheet_file, name="sheet-file"),
    path("sheets/mine/<slug:ident>/clause/<str:number>/", composing.clause, name="clause"),
    path("sheets/<slug:key>/", sheets.preset, name="preset"),
    path("sheets/<slug:key>/file/", sheets.preset_file, name="preset-file"),
    path("boards/<slug:name>.css", sheets.board_style, name="map-style"),
    # one game
    path("games/<slug:name>/", table.game, name="game"),
    path("games/<slug:name>/go/", table.go, name="go"),
    path("games/<slug:name>/orders/", orders.orders, name="orders"),
    path("games/<slug:name>/writing/", orders.writing, name="writing"),
    path("games/<slug:name>/plans/", plans.plans, name="plans"),
    path("games/<slug:name>/plans/<slug:deed>/", plans.plan, name="plan"),
    path("games/<slug:name>/press/", press.press, name="press"),
    path("games/<slug:name>/press/send/", press.send, name="send-press"),
    path("games/<slug:name>/press/<slug:deed>/", press.deed, name="press-deed"),
    path("games/<slug:name>/votes/", votes.votes, name="votes"),
    path("games/<slug:name>/votes/cast/", votes.cast, name="cast-vote"),
    path("games/<slug:name>/votes/propose/<slug:form>/", votes.propose, name="propose"),
    path("games/<slug:name>/votes/rules/", votes.rules, name="vote-rules"),
    path("games/<slug:name>/votes/rules/propose/", votes.propose_rules, name="propose-rules"),
    path("games/<slug:name>/votes/rules/<str:number>/", votes.choose, name="vote-clause"),
    path("games/<slug:name>/votes/<slug:deed>/", votes.deed, name="vote-deed"),
    path("games/<slug:name>/end/", ending.end, name="end"),
    path("games/<slug:name>/seats/", seats.seats, name="seats"),
    path("games/<slug:name>/join/", seats.join, name="join"),
    path("games/<slug:name>/observe/", seats.observe, name="observe"),
    path("games/<slug:name>/resign/", seats.resign, name="resign"),
    path("games/<slug:name>/time/", time.time, name="time"),
    path("games/<slug:name>/time/<slug:deed>/", time.deed, name="time-deed"),
    path("games/<slug:name>/rules/", rules.rules, name="rules"),
    path("games/<slug:name>/rules/file/", rules.rules_file, name="rules-file"),
    path("games/<slug:name>/board.css", rules.board_style, name="board-style"),
    path("games/<slug:name>/results.atom", feeds.results, name="results-feed"),
    path("games/<slug:name>/<phase:phase>/<slug:form>.txt", reports.text, name="report-text"),
    path("games/<slug:name>/desk/", desk.desk, name="desk"),
    path("games/<slug:name>/desk/compare/", comparing.compare, name="compare"),
    path("games/<slug:name>/desk/<slug:deed>/", desk.deed, name="deed"),
    path("games/<slug:name>/<phase:phase>", table.moment, name="moment"),
    path("games/<slug:name>/<phase:phase>/", table.moment_named, name="moment-named"),
    # oneself
    path("sign-in/", signing.sign_in, name="sign-in"),
    path("sign-in/<slug:sign_in>/", signing.code, name="code"),
    path("sign-out/", signing.sign_out, name="sign-out"),
    path("account/", account.account, name="account"),
    path("account/addresses/", account.add_address, name="add-address"),
    path("account/addresses/drop/", account.drop_address, name="drop-address"),
    path("account/addresses/<slug:sign_in>/", account.verify, name="verify"),
    path("account/feeds/renew/", feeds.renew, name="renew-feeds"),
    path("account/erase/", account.erase, name="erase"),
    path("feeds/<slug:token>/deadlines.ics", feeds.deadlines, name="deadlines"),
    path("feeds/<slug:token>/results.atom", feeds.my_results, name="my-results"),
    path("feeds/<slug:token>/<slug:name>/deadlines.ics", feeds.deadlines, name="game-deadlines"),
    path("letters/", kept.letters, name="letters"),
    path("letters/<slug:letter_id>/", kept.letter, name="letter"),
    path("look/", look.look, name="look"),
    path("tongue/", look.tongue, name="tongue"),
]

handler400 = "dragoman.web.views.errors.bad_request"
handler403 = "dragoman.web.views.errors.forbidden"
handler404 = "dragoman.web.views.errors.not_found"
handler500 = "dragoman.web.views.errors.failed"
