"""Pairs every round of a Swiss event again from its report file, by py4swiss, and prints those
it pairs otherwise as JSON: who was there, what is there and what is expected.

    pair.py FILE
"""

import json
import sys
from pathlib import Path

from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

path = Path(sys.argv[1])
rounds = max(len(p.results) for p in TrfParser.parse(path, strict=True).player_sections)
differences = []
for number in range(rounds):
    trf = TrfParser.parse(path, strict=True)
    paired, absent = set(), set()
    for player in trf.player_sections:
        result = player.results[number]
        me = player.starting_number
        if result.result.value == "U":
            paired.add((me, 0))
        elif result.id == 0:
            absent.add(me)
        elif result.color.value == "w":
            paired.add((me, result.id))
        player.results = player.results[:number]
        points = trf.x_section.scoring_point_system
        player.points_times_ten = sum(points.get_points_times_ten(r) for r in player.results)
        # Numbers are ranks: the seeding of the start list.
        player.rank = me
    trf.x_section.zeroed_ids = absent
    found = {(p.white, p.black) for p in DutchEngine.generate_pairings(trf)}
    if found != paired:
        differences.append({"round": number + 1, "here": sorted(paired), "there": sorted(found)})
json.dump({"rounds": rounds, "differences": differences}, sys.stdout)
