"""Results as a feed (RFC 4287): an entry for each phase that was adjudicated, the latest first, as everybody may know
it. What a seat alone may know never stands in one, not even in its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.feedgenerator import Atom1Feed

MOST = 30
"""Entries in a feed: a game of five phases a year goes back six years."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The results of one phase: of which game, when, under which title, in HTML, and where they are to be seen."""

    ident: str
    title: str
    html: str
    url: str
    at: datetime


class Feed(Atom1Feed):
    """A feed that knows by itself when it changed, though it has no entry yet, and has no clock."""

    def latest_post_date(self) -> datetime:
        """When the latest entry came, or else when the feed began."""
        dates = [item["updateddate"] for item in self.items]
        latest: datetime = max(dates) if dates else self.feed["began"]
        return latest


def atom(entries: Iterable[Entry], title: str, url: str, own: str, lang: str, began: datetime) -> bytes:
    """The feed; the same bytes for the same entries. `own` is its own address, `began` stands for its date until it has
    an entry."""
    feed = Feed(title=title, link=url, description="", feed_url=own, language=lang, feed_guid=own, began=began)
    for entry in sorted(entries, key=lambda each: (each.at, each.ident), reverse=True)[:MOST]:
        feed.add_item(
            title=entry.title, link=entry.url, description=entry.html, unique_id=entry.ident, pubdate=entry.at,
            updateddate=entry.at,
        )  # fmt: skip
    return feed.writeString("utf-8").encode()
