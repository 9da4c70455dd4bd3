"""Telling one's own words from quoted ones: what is announced or marked goes, what stands around it stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.post.letter import CutKind
from dragoman.post.quotes import own

ORDERS = "F Lon - Nth\nA Lvp - Yor"
OLD = "On file:\nF LON - ENG\nA LVP - WAL"

ATTRIBUTIONS = [
    "On Tue, 3 Mar 2026 at 18:00, Judge <dragoman@example.org> wrote:",
    "On Tue, Mar 3, 2026 at 6:00 PM Judge <dragoman@example.org>\nwrote:",
    "On Tue, Mar 3, 2026 at 6:00 PM, Judge\n<dragoman@example.org> wrote:",
    "On 3 March 2026 18:00:00 GMT, Judge <dragoman@example.org> wrote:",
    "On 03/03/2026 18:00, Judge wrote:",
    "2026-03-03 18:00 GMT+02:00 Judge <dragoman@example.org>:",
    "ti 3. maalisk. 2026 klo 18.00 Judge (dragoman@example.org) kirjoitti:",
    "Judge <dragoman@example.org> kirjoitti 3.3.2026 kello 18.00:",
    "Am 03.03.2026 um 18:00 schrieb Judge <dragoman@example.org>:",
    "Am Di., 3. März 2026 um 18:00 Uhr schrieb Judge <\ndragoman@example.org>:",
    "Den tis 3 mars 2026 kl 18:00 skrev Judge <dragoman@example.org>:",
    "Den 2026-03-03 kl. 18:00, skrev Judge:",
    "tir. 3. mar. 2026 kl. 18:00 skrev Judge <dragoman@example.org>:",
    "Le mar. 3 mars 2026 à 18:00, Judge <dragoman@example.org> a écrit :",
    "El mar, 3 mar 2026 a las 18:00, Judge (<dragoman@example.org>) escribió:",
    "Il giorno mar 3 mar 2026 alle ore 18:00 Judge <dragoman@example.org> ha scritto:",
    "Op di 3 mrt 2026 om 18:00 schreef Judge <dragoman@example.org>:",
    "W dniu 3.03.2026 o 18:00, Judge pisze, napisał(a):",
    "3 марта 2026 г. 18:00 Judge <dragoman@example.org> написал:",
    "вт, 3 мар. 2026 г. в 18:00, Judge <dragoman@example.org>:",
    "вт, 3 мар. 2026 г. в 18:00, Judge <dragoman@example.org> написал(а):",
    "Judge kirjoitti 3.3.2026 klo 18.00:",
    "Judge schrieb am 03.03.2026 um 18:00:",
    "Judge skrev den 2026-03-03 18:00:",
    "Judge wrote on 03/03/2026 18:00:",
    "Kuupäeval T, 3. märts 2026 kell 18:00 kirjutas Judge <dragoman@example.org>:",
    "Judge kirjutas 03.03.2026 kell 18:00:",
]
BLOCKS = [
    ("From", "Sent", "To", "Subject"),
    ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
    ("Von", "Gesendet", "An", "Betreff"),
    ("Från", "Skickat", "Till", "Ämne"),
    ("Fra", "Sendt", "Til", "Emne"),
    ("De", "Envoyé", "À", "Objet"),
    ("De", "Enviado el", "Para", "Asunto"),
    ("Da", "Inviato", "A", "Oggetto"),
    ("Van", "Verzonden", "Aan", "Onderwerp"),
    ("Od", "Wysłano", "Do", "Temat"),
    ("От", "Отправлено", "Кому", "Тема"),
    ("Saatja", "Saadetud", "Adressaat", "Teema"),
    ("Kellelt", "Saatmisaeg", "Kellele", "Pealkiri"),
]


def marked(text: str, mark: str = "> ") -> str:
    return "\n".join((mark + line).rstrip() for line in text.split("\n"))


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_an_attribution_goes_with_the_marked_text_below_it(attribution: str) -> None:
    assert own(f"{ORDERS}\n\n{attribution}\n{marked(OLD)}\n").text == ORDERS


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_an_attribution_with_date_or_address_announces_unmarked_text(attribution: str) -> None:
    assert own(f"{ORDERS}\n\n{attribution}\n\n{OLD}\n").text == ORDERS


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_answers_below_and_between_stay(attribution: str) -> None:
    first, second = ORDERS.split("\n")
    assert own(f"{attribution}\n{marked(OLD)}\n{first}\n{marked('A LVP?')}\n{second}\n").text == ORDERS


@pytest.mark.parametrize("labels", BLOCKS, ids=lambda labels: labels[0])
@pytest.mark.parametrize("bold", ["", "*"])
def test_a_block_of_headers_announces_unmarked_text(labels: tuple[str, ...], bold: str) -> None:
    values = ("Judge <dragoman@example.org>", "3.3.2026 18:00", "Ann <ann@example.org>", "[kalmar] S1901M")
    block = "\n".join(f"{bold}{label}:{bold} {value}" for label, value in zip(labels, values, strict=True))
    assert own(f"{ORDERS}\n\n{block}\n\n{OLD}").text == ORDERS


@pytest.mark.parametrize("labels", BLOCKS, ids=lambda labels: labels[0])
def test_a_whole_block_of_headers_needs_neither_address_nor_hour(labels: tuple[str, ...]) -> None:
    values = ("Judge", "tisdag", "Ann", "kalmar")
    block = "\n".join(f"{label}: {value}" for label, value in zip(labels, values, strict=True))
    assert own(f"{ORDERS}\n\n{block}\n\n{OLD}").text == ORDERS


@pytest.mark.parametrize("mark", ["> ", "| ", ">", "|> ", "| | "])
def test_lines_marked_as_quoted_go_alone(mark: str) -> None:
    first, second = ORDERS.split("\n")
    assert own(f"{first}\n{marked(OLD, mark)}\n{second}").text == ORDERS


def test_a_table_drawn_with_strokes_is_no_quotation() -> None:
    table = "| A Lvp | - Yor |\n| F Lon | - Nth |"
    assert own(table).text == table


@pytest.mark.parametrize("line", ["Austria wrote that they move at 18:00:", "I wrote 3 letters:", "On S1901M I wrote:"])
def test_what_people_write_themselves_announces_nothing(line: str) -> None:
    assert ORDERS in own(f"{line}\n{ORDERS}").text


@pytest.mark.parametrize(
    ("separator", "kind"),
    [
        ("-----Original Message-----", CutKind.QUOTED),
        ("-----Alkuperäinen viesti-----", CutKind.QUOTED),
        ("-------- Ursprüngliche Nachricht --------", CutKind.QUOTED),
        ("________________________________ \nFrom: a@b.cc\nSent: 1:00\nTo: x", CutKind.QUOTED),
        ("---------- Forwarded message ---------", CutKind.FORWARDED),
        ("---------- Välitetty viesti ---------", CutKind.FORWARDED),
        ("Begin forwarded message:", CutKind.FORWARDED),
        ("-------- Weitergeleitete Nachricht --------", CutKind.FORWARDED),
        ("---------- Vidarebefordrat meddelande ---------", CutKind.FORWARDED),
    ],
)
def test_a_separator_announces_unmarked_text(separator: str, kind: CutKind) -> None:
    cut = own(f"{ORDERS}\n\n{separator}\n\n{OLD}")
    assert cut.text.replace("________________________________", "").strip() == ORDERS
    assert [each.kind for each in cut.cuts] == [kind]


@pytest.mark.parametrize(
    "footer",
    [
        "Sent from my iPhone",
        "Sent from my phone - please excuse typos\nGet MailApp for your phone",
        "Lähetetty iPhonesta",
        "Get Outlook for iOS<https://aka.ms>",
        "Von meinem iPhone gesendet",
        "Gesendet von Outlook für Android",
        "Skickat från min iPhone",
        "Hämta Outlook för Android",
        "Hanki Outlook for Android",
        "Envoyé de mon iPhone",
        "Sent with Proton Mail secure email.",
        "Sent via the Samsung Galaxy",
        "Virus-free. www.example.org",
        "CONFIDENTIALITY NOTICE: A LVP - WAL",
        "This message is confidential and intended for Ann.\nA LVP - WAL",
        "*Sent from Yahoo Mail on Android*",
    ],
)
def test_footers_go_to_the_end_of_their_paragraph(footer: str) -> None:
    assert own(f"{ORDERS}\n\n{footer}\n").text == ORDERS
    assert own(f"{footer}\n\n{ORDERS}\n").text == ORDERS


@pytest.mark.parametrize(
    "text",
    [
        "- A Lvp - Yor\n- F Lon - Nth",
        "Thanks,\nA Lvp - Yor",
        "* F Lon - Nth",
        "A Lvp -> Yor\nF Lon > Nth",
        "On to Moscow!\nA Lvp - Yor",
        "As the Tsar wrote:\nA Lvp - Yor",
        "I wrote my orders:\nA Lvp - Yor",
        "From: Lvp\nTo: Yor",
        "From Livorno to Rome, as the Pope wrote:\nA Lvp - Yor",
        "France wrote to me: ok\nA Lvp - Yor",
        "On 3 March the Kaiser wrote:\nhis last letter",
        "---\nA Lvp - Yor\n---",
        "Send from London:\nF Lon - Nth",
        "Get this:\nF Lon - Nth",
        "To: Italy\nSubject: peace\nLet us talk",
        "VIE> GAL",
        "A Vie\n-> Gal",
        "A: F Lon - Nth\nDo: A Lvp - Yor",
        "Status: final",
        "original orders follow\nF Lon - Nth",
        "This message is for Italy:\nhello",
    ],
)
def test_what_only_resembles_old_text_stays(text: str) -> None:
    assert own(text) == (text, ())


def test_a_signature_ends_at_a_quotation_below_it() -> None:
    text = f"{ORDERS}\n-- \nAnn\nA LVP - WAL\n\nOn 3.3.2026 at 18:00, Judge <a@b.cc> wrote:\n{marked(OLD)}\nfinal\n"
    assert own(text).text == f"{ORDERS}\nfinal"


def test_a_rule_of_a_list_goes_with_all_below_it() -> None:
    assert own(f"{ORDERS}\n{'_' * 47}\nPlayers mailing list\nA LVP - WAL\n\nA LVP - EDI").text == ORDERS


def test_the_tail_of_a_broken_quotation_goes_but_an_answer_stays() -> None:
    long = "> This is a long quoted line that a program had to break here, as it had"
    assert own(f"{long}\nno room\n> more\n{ORDERS}").text == ORDERS
    assert own(f"> A MOS\nA Mos - Sev\n> A WAR\n{ORDERS}").text == f"A Mos - Sev\n{ORDERS}"
    assert own(f"{long}.\nA Mos - Sev\n> A WAR\n{ORDERS}").text == f"A Mos - Sev\n{ORDERS}"


plain_lines = st.lists(
    st.builds(
        "{} {} - {}".format,
        st.sampled_from("AF"),
        st.sampled_from(["Lon", "Lvp", "Edi"]),
        st.sampled_from(["Nth", "Yor"]),
    ),
    min_size=1,
    max_size=8,
).map("\n".join)
any_text = st.text(st.characters(exclude_characters="\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=200)


@given(plain_lines)
def test_orders_alone_are_ones_own(text: str) -> None:
    assert own(text) == (text, ())


@given(plain_lines, any_text, st.sampled_from(ATTRIBUTIONS))
def test_whatever_is_quoted_with_marks_below_changes_nothing(text: str, old: str, attribution: str) -> None:
    assert own(f"{text}\n\n{attribution}\n{marked(old)}\n").text == text


@given(plain_lines, any_text, st.sampled_from([a for a in ATTRIBUTIONS if "@" in a]))
def test_whatever_is_announced_below_changes_nothing(text: str, old: str, attribution: str) -> None:
    assert own(f"{text}\n\n{attribution}\n\n{old}\n").text in (text, own(f"{text}\n\n{attribution}\n\n{old}").text)


@given(any_text)
def test_what_is_kept_stood_there_and_what_is_cut_is_told(text: str) -> None:
    kept = own(text)
    lines = [line.rstrip() for line in text.split("\n")]
    assert all(line in lines for line in kept.text.split("\n") if line)
    blank = sum(not line.strip() for line in lines)
    assert (
        sum(cut.lines for cut in kept.cuts) + sum(bool(line.strip()) for line in kept.text.split("\n"))
        == len(lines) - blank
    )
