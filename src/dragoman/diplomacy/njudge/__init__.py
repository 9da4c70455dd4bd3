"""Results as the judges of the nineties mailed them, in plain English and plain ASCII, for the mapping programs that
still read that form; and the same form read back.

The form is told by njudge's own description of its mails (docs/mail_format.html there): a heading of lines that begin
with `::`, a line that names the phase, an order to a line with what befell it in `(*…*)`, who was dislodged and where
they can go, whose the centres are, and what comes next.
"""

from dragoman.diplomacy.njudge.following import follow
from dragoman.diplomacy.njudge.reading import JudgedPhase, read
from dragoman.diplomacy.njudge.writing import Judgement, write

__all__ = ["JudgedPhase", "Judgement", "follow", "read", "write"]
