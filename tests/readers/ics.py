"""Reads a calendar with a program that is not ours and prints its events as JSON: name, day,
summary, description.

    ics.py FILE
"""

import json
import sys
from pathlib import Path

from icalendar import Calendar

calendar = Calendar.from_ical(Path(sys.argv[1]).read_bytes())
assert calendar["VERSION"] == "2.0", calendar["VERSION"]
events = []
for event in calendar.walk("VEVENT"):
    assert not event.errors, event.errors
    first, behind = event.decoded("DTSTART"), event.decoded("DTEND")
    assert (behind - first).days == 1, event
    events.append(
        {
            "name": str(event["UID"]),
            "day": first.isoformat(),
            "summary": str(event["SUMMARY"]),
            "description": str(event["DESCRIPTION"]),
        }
    )
print(json.dumps({"title": str(calendar["X-WR-CALNAME"]), "events": events}))
