"""Reads a tournament report file with two programs that are not ours and prints
what they found as JSON: py4swiss, strict about every line, every column and about
points that do not follow from the results; gacrux, FIDE's own checker of tie-breaks.

    trf.py FILE [TIE-BREAK...]
"""

import json
import subprocess
import sys
from pathlib import Path

from py4swiss.trf import TrfParser

path, tie_breaks = Path(sys.argv[1]), sys.argv[2:]

path.read_bytes().decode("ascii")
# It fails where anything is wrong.
parsed = TrfParser.parse(path, strict=True)
found = {"rounds": parsed.x_section.number_of_rounds, "players": {}}
for player in parsed.player_sections:
    found["players"][str(player.starting_number)] = {
        "name": player.name,
        "rating": player.fide_rating,
        "federation": player.fide_federation,
        "points": player.points_times_ten / 10,
        "rank": player.rank,
        "results": [[r.id, r.color.value, r.result.value] for r in player.results],
    }

if tie_breaks:
    command = [sys.executable, "-m", "gacrux.tiebreakchecker", "-i", str(path), "-f", "TRF"]
    command += ["-p", "-dS", "-t", "PTS", *tie_breaks]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    head, *rows = [line.split(";") for line in done.stdout.splitlines() if ";" in line]
    for row in rows:
        player = found["players"][row[0]]
        player["tie_breaks"] = {name: float(value) for name, value in zip(head[2:], row[2:])}

json.dump(found, sys.stdout)
