"""Whatever the picture shows is also said in words, in the reader's language; the two are made from the same values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Phase, Position
from dragoman.diplomacy.board.province import Place, Province, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.orders.order import Order, Waive
from dragoman.diplomacy.orders.writing import write

SENTENCES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "title": "{map}: {phase}",
        "phase": "{season} {year}, {kind}",
        "Spring": "Spring", "Summer": "Summer", "Fall": "Fall", "Autumn": "Autumn", "Winter": "Winter",
        "Year": "Year",
        "Movement": "moves", "Retreat": "retreats", "Adjustment": "adjustments",
        "sea": "{place}: sea",
        "land": "{place}: land",
        "home": "{place}: home land of {power}",
        "impassable": "{place}: impassable",
        "owned": "{place}: supply centre, held by {power}",
        "unowned": "{place}: supply centre, held by nobody",
        "A": "{power}: army in {place}", "F": "{power}: fleet in {place}",
        "dislodged": "{unit}, dislodged",
        "retreats": "{unit}, dislodged; it can retreat to {places}",
        "trapped": "{unit}, dislodged; it cannot retreat",
        "order": "{power}: {order}", "succeeds": "{order} – succeeds", "fails": "{order} – fails: {why}",
        "void": "{order} – no order: {why}", "driven": "{order}; dislodged",
        "centres": "Supply centres: {list}", "units": "Units: {list}", "none": "none",
        "nobody": "Held by nobody: {list}", "orders": "Orders:", "dislodged units": "Dislodged:",
        "bounced": "bounced", "cut": "cut", "dislodged-why": "dislodged", "no-convoy": "no convoy",
        "convoy-broken": "the convoy was broken", "no-such-order": "nothing of the kind was ordered",
        "no-such-unit": "no such unit", "impossible": "impossible", "ambiguous": "ambiguous",
        "illegal-retreat": "not open to a retreat", "retreat-clash": "several retreated there",
        "too-many": "too many", "not-ordered": "not ordered", "ok": "in vain",
        "because": "{why} ({by})", "waived": "{power}: {count} builds waived",
        "taken": "{place}: taken by {power}, before held by {before}", "won": "{place}: taken by {power}",
        "newly built": "{unit}, newly built", "removed": "{unit}, removed from the board",
        "stage-before": "{title}, before", "stage-orders": "{title}, orders", "stage-after": "{title}, after",
        "centres taken": "Centres that changed hands:", "units built": "Built:", "units removed": "Removed:",
    },
    "fi": {
        "title": "{map}: {phase}",
        "phase": "{season} {year}, {kind}",
        "Spring": "Kevät", "Summer": "Kesä", "Fall": "Syksy", "Autumn": "Syksy", "Winter": "Talvi",
        "Year": "Vuosi",
        "Movement": "siirrot", "Retreat": "vetäytymiset", "Adjustment": "rakennukset ja poistot",
        "sea": "{place}: meri",
        "land": "{place}: maa",
        "home": "{place}: kotimaata, {power}",
        "impassable": "{place}: läpipääsemätön",
        "owned": "{place}: keskus, haltija {power}",
        "unowned": "{place}: keskus, ei haltijaa",
        "A": "{power}: armeija, {place}", "F": "{power}: laivasto, {place}",
        "dislodged": "{unit}, lyöty",
        "retreats": "{unit}, lyöty; voi vetäytyä: {places}",
        "trapped": "{unit}, lyöty; ei voi vetäytyä",
        "order": "{power}: {order}", "succeeds": "{order} – onnistuu", "fails": "{order} – epäonnistuu: {why}",
        "void": "{order} – ei käsky: {why}", "driven": "{order}; lyöty",
        "centres": "Keskukset: {list}", "units": "Yksiköt: {list}", "none": "ei yhtään",
        "nobody": "Ei kenenkään: {list}", "orders": "Käskyt:", "dislodged units": "Lyödyt:",
        "bounced": "torjuttu", "cut": "tuki katkesi", "dislodged-why": "lyöty", "no-convoy": "ei kuljetusta",
        "convoy-broken": "kuljetus katkesi", "no-such-order": "sellaista käskyä ei ole",
        "no-such-unit": "sellaista yksikköä ei ole", "impossible": "mahdoton", "ambiguous": "monitulkintainen",
        "illegal-retreat": "sinne ei voi vetäytyä", "retreat-clash": "useampi vetäytyi sinne",
        "too-many": "liian monta", "not-ordered": "ei käskyä", "ok": "turhaan",
        "because": "{why} ({by})", "waived": "{power}: rakentamatta jätetty {count}",
        "taken": "{place}: uusi haltija {power}, entinen {before}", "won": "{place}: uusi haltija {power}",
        "stage-before": "{title}, ennen", "stage-orders": "{title}, käskyt", "stage-after": "{title}, jälkeen",
        "newly built": "{unit}, juuri rakennettu", "removed": "{unit}, poistettu laudalta",
        "centres taken": "Haltijaa vaihtaneet keskukset:", "units built": "Rakennettu:", "units removed": "Poistettu:",
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class News:
    """What a phase brought that the position after it does not show: units built and units gone, and centres that
    changed hands, each with who held it before."""

    built: tuple[Unit, ...] = ()
    removed: tuple[Unit, ...] = ()
    taken: Mapping[str, str | None] = field(default_factory=dict)


NO_NEWS = News()


@dataclass(frozen=True)
class Words:
    """The sentences of one language, filled with the names of one map. A language not known here speaks English."""

    chart: Chart
    lang: str

    def say(self, code: str, **gaps: str) -> str:
        return SENTENCES.get(self.lang, SENTENCES["en"])[code].format_map(gaps)

    def name(self, names: Mapping[str, str]) -> str:
        return names.get(self.lang) or names["en"]

    def power(self, power: str) -> str:
        return self.name(self.chart.powers[power].names)

    def place(self, place: Place) -> str:
        """`Munich (MUN)`, `Spain (SPA/NC)`."""
        return f"{self.name(self.chart.provinces[place.province].names)} ({place})"

    def season(self, season: str) -> str:
        return SENTENCES.get(self.lang, SENTENCES["en"]).get(season, season)

    def phase(self, phase: Phase) -> str:
        return self.say(
            "phase", season=self.season(phase.season), year=str(phase.year), kind=self.say(phase.kind.value)
        )

    def title(self, position: Position) -> str:
        return self.say("title", map=self.name(self.chart.names), phase=self.phase(position.phase))

    def province(self, province: Province, owner: str | None) -> str:
        place = self.place(Place(province.id))
        if province.centre:
            return (
                self.say("owned", place=place, power=self.power(owner)) if owner else self.say("unowned", place=place)
            )
        if province.terrain in (Terrain.SEA, Terrain.IMPASSABLE):
            return self.say(province.terrain.value, place=place)
        if province.home:
            return self.say("home", place=place, power=self.power(province.home))
        return self.say("land", place=place)

    def unit(self, unit: Unit) -> str:
        return self.say(unit.kind.value, power=self.power(unit.power), place=self.place(unit.place))

    def exile(self, dislodged: Dislodged, retreats: Mapping[str, Sequence[Place]]) -> str:
        unit = self.unit(dislodged.unit)
        if dislodged.unit.province not in retreats:
            return self.say("dislodged", unit=unit)
        open_ = retreats[dislodged.unit.province]
        places = ", ".join(self.place(place) for place in open_)
        return self.say("retreats", unit=unit, places=places) if open_ else self.say("trapped", unit=unit)

    def order(self, order: Order, power: str | None) -> str:
        return self.say("order", power=self.power(power), order=write(order)) if power else write(order)

    def verdict(self, verdict: Verdict) -> str:
        written = write(verdict.order) if verdict.order else verdict.text
        order = self.say("order", power=self.power(verdict.power), order=written)
        told = self.say(verdict.outcome.value, order=order, why=self.cause(verdict))
        return self.say("driven", order=told) if verdict.dislodged else told

    def cause(self, verdict: Verdict) -> str:
        """Why an order failed, and through whom."""
        why = self.why(verdict.code)
        by = ", ".join(f"{self.power(unit.power)} {unit}" for unit in verdict.by)
        return self.say("because", why=why, by=by) if by else why

    def taken(self, centre: str, owner: str | None, before: str | None) -> str:
        place = self.place(Place(centre))
        if owner is None:
            return self.say("unowned", place=place)
        new = self.power(owner)
        return (
            self.say("taken", place=place, power=new, before=self.power(before))
            if before
            else (self.say("won", place=place, power=new))
        )

    def why(self, code: Code) -> str:
        return self.say("dislodged-why" if code is Code.DISLODGED else code.value)


def describe(
    chart: Chart,
    position: Position,
    lang: str = "en",
    *,
    orders: Iterable[Order] = (),
    verdicts: Iterable[Verdict] = (),
    retreats: Iterable[tuple[str, tuple[Place, ...]]] = (),
    news: News = NO_NEWS,
) -> str:
    """The picture in words: the phase, each power's centres and units, dislodged units, the orders drawn, and what the
    last phase brought."""
    words = Words(chart, lang)
    lines = [words.title(position)]
    lines += [line for power in chart.powers for line in _power(words, position, power)]
    lines += _nobodys(words, position)
    lines += _exiles(words, position, dict(retreats))
    lines += _orders(words, position, orders, verdicts)
    lines += _news(words, position, news)
    return "\n".join(lines)


def _power(words: Words, position: Position, power: str) -> Iterator[str]:
    centres, units = position.centres_of(power), position.units_of(power)
    if not centres and not units:
        return
    yield f"{words.power(power)} ({words.chart.powers[power].letter})"
    yield "  " + words.say("centres", list=", ".join(centres) or words.say("none"))
    yield "  " + words.say("units", list=", ".join(map(str, units)) or words.say("none"))


def _nobodys(words: Words, position: Position) -> list[str]:
    free = sorted(words.chart.centres - set(position.centres))
    return [words.say("nobody", list=", ".join(free))] if free else []


def _exiles(words: Words, position: Position, retreats: Mapping[str, Sequence[Place]]) -> list[str]:
    if not position.dislodged:
        return []
    return [words.say("dislodged units"), *(f"  {words.exile(d, retreats)}" for d in position.dislodged)]


def _orders(words: Words, position: Position, orders: Iterable[Order], verdicts: Iterable[Verdict]) -> list[str]:
    lines = [words.order(order, giver(words.chart, position, order)) for order in orders]
    lines += [words.verdict(verdict) for verdict in verdicts]
    return [words.say("orders"), *(f"  {line}" for line in lines)] if lines else []


def _news(words: Words, position: Position, news: News) -> Iterator[str]:
    taken = [words.taken(c, position.centres.get(c), before) for c, before in sorted(news.taken.items())]
    units = {"units built": news.built, "units removed": news.removed}
    for heading, told in {
        "centres taken": taken,
        **{h: [words.unit(u) for u in us] for h, us in units.items()},
    }.items():
        if told:
            yield words.say(heading)
            yield from (f"  {line}" for line in told)


def giver(chart: Chart, position: Position, order: Order) -> str | None:
    """Whose order it is, as far as the board tells: the power whose unit is there, or that can build there."""
    if isinstance(order, Waive):
        return position.centres.get(order.place.province) if order.place else None
    ordered = order.unit
    if ordered.power in chart.powers:
        return ordered.power
    province = ordered.place.province
    if unit := unit_at(position, province):
        return unit.power
    home = chart.provinces[province].home if province in chart.provinces else None
    return position.centres.get(province) or home


def unit_at(position: Position, province: str) -> Unit | None:
    """The unit that an order for that province means: the dislodged one, if there is one to retreat."""
    exile = next((d.unit for d in position.dislodged if d.unit.province == province), None)
    return exile or position.unit_in(province)


def in_vain(verdict: Verdict) -> bool:
    return verdict.outcome is not Outcome.SUCCEEDS


def kind_word(kind: UnitKind) -> str:
    return "army" if kind is UnitKind.ARMY else "fleet"
