"""Random Swiss events, paired by py4swiss: one line a round, for `tournament::dutch` to agree with.

    python3 dutch.py EVENTS SEED [WIN DRAW] > dutch.txt        (pip install py4swiss==0.3.1)

WIN and DRAW, in tenths of a point, are what results bring: 10 and 5 where they are left out; a
loss brings nothing.

A line: rounds (rounds:WIN:DRAW) | first colour | forbidden pairs | absent | players | pairs and bye. A player is
his number and a word for each round: `4w1` (opponent, colour, result), `U` (pairing-allocated
bye), `H` (half a point), `Z` (nothing), `+` and `-` (won and lost without play).

A known difference is C.9: where two topscorers want one colour absolutely and only one had it
twice running, E.2 may give it to the other for the wider difference. py4swiss does not count
that as a colour three times in a row; the test does, and says how many rounds differ by it.
"""

import random
import sys

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.parsed_trf import ParsedTrf
from py4swiss.trf.results import (
    ColorToken,
    ResultToken,
    RoundResult,
    ScoringPointSystem,
    ScoringPointSystemCode,
)
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration

WIN, DRAW = map(int, sys.argv[3:5]) if len(sys.argv) > 4 else (10, 5)
POINTS = {"1": WIN, "=": DRAW, "0": 0, "U": WIN, "H": DRAW, "Z": 0, "+": WIN, "-": 0}
SCORING = ScoringPointSystem()
SCORING.apply_code(ScoringPointSystemCode.WIN, WIN)
SCORING.apply_code(ScoringPointSystemCode.PAIRING_ALLOCATED_BYE, WIN)
SCORING.apply_code(ScoringPointSystemCode.DRAW, DRAW)


def section(number, history):
    results = []
    for word in history:
        if word[-1] in "UHZ":
            results.append(RoundResult(id=0, color=ColorToken("-"), result=ResultToken(word)))
        else:
            colour = word[-2]
            results.append(RoundResult(id=int(word[:-2]), color=ColorToken(colour), result=ResultToken(word[-1])))
    points = sum(POINTS[word[-1]] for word in history)
    return PlayerSection(code=PlayerCode("001"), starting_number=number, points_times_ten=points, rank=number, results=results)


def told(word):
    return word[-1] if word[-1] in "UHZ+-" else word


def event(rng):
    count = rng.choice([rng.randint(4, 12), rng.randint(8, 24), rng.randint(20, 40)])
    rounds = rng.randint(3, min(9, count - 1))
    draws = rng.choice([0.1, 0.3, 0.5, 0.8])
    forfeits, away = rng.choice([0, 0, 0.03, 0.1]), rng.choice([0, 0, 0.03, 0.12])
    white = rng.random() < 0.7
    forbidden = set()
    if rng.random() < 0.2:
        for _ in range(rng.randint(1, 4)):
            forbidden.add(tuple(sorted(rng.sample(range(1, count + 1), 2))))
    left = set()
    late = {n for n in range(1, count + 1) if rng.random() < away / 2}
    history = {n: [] for n in range(1, count + 1)}
    for number in range(1, rounds + 1):
        for n in list(history):
            if rng.random() < away / 6:
                left.add(n)
        absent = {n for n in history if n in left or (n in late and number <= 2) or rng.random() < away}
        if count - len(absent) < 3:
            return
        x = XSection(
            number_of_rounds=rounds,
            zeroed_ids=absent,
            scoring_point_system=SCORING,
            configuration=XSectionConfiguration(first_round_color=white),
            forbidden_pairs=forbidden,
        )
        trf = ParsedTrf(player_sections=[section(n, h) for n, h in history.items()], x_section=x)
        try:
            found = [(p.white, p.black) for p in DutchEngine.generate_pairings(trf)]
        except PairingError:
            found = None
        people = " ".join(f"{n}:{'/'.join(told(w) for w in h)}" for n, h in history.items())
        pairs = "none" if found is None else " ".join(f"{w}-{b}" for w, b in found)
        ban = ",".join(f"{a}-{b}" for a, b in sorted(forbidden))
        head = rounds if (WIN, DRAW) == (10, 5) else f"{rounds}:{WIN}:{DRAW}"
        print(f"{head}|{'w' if white else 'b'}|{ban}|{','.join(map(str, sorted(absent)))}|{people}|{pairs}")
        if found is None:
            return
        for n in absent:
            history[n].append("H" if rng.random() < 0.2 and n not in left else "Z")
        for w, b in found:
            if b == 0:
                history[w].append("U")
                continue
            if rng.random() < forfeits:
                a, c = rng.choice(["+-", "-+", "--"])
            else:
                edge = (b - w) / count * 0.4
                roll = rng.random()
                a, c = "==" if roll < draws else ("10" if rng.random() < 0.5 + edge else "01")
            history[w].append(f"{b}w{a}")
            history[b].append(f"{w}b{c}")


rng = random.Random(int(sys.argv[2]))
for _ in range(int(sys.argv[1])):
    event(rng)
