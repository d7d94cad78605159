"""A mail robot for correspondence chess such as one writes in a weekend: python-chess for the
rules, SQLite with one commit a letter, plain text answers to both. No clocks, no tournaments,
no languages: what postchess is measured beside (benches/letters.rs).

    weekend.py FOLDER       letters in FOLDER/in, answers into FOLDER/out
"""

import email
import email.policy
import re
import sqlite3
import sys
from email.message import EmailMessage
from pathlib import Path

import chess

MOVE = re.compile(r"^\s*(\d+)\.(\.\.)?\s*(\d{4}\d?)", re.MULTILINE)
PIECES = {"1": "q", "2": "r", "3": "b", "4": "n"}

root = Path(sys.argv[1])
db = sqlite3.connect(root / "games.db")
db.executescript(
    """PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE player (game TEXT, side INTEGER, address TEXT, PRIMARY KEY (game, side));
    CREATE TABLE move (game TEXT, ply INTEGER, uci TEXT, letter BLOB, PRIMARY KEY (game, ply));"""
)


def uci_of(digits):
    files = "abcdefgh"
    squares = [files[int(digits[i]) - 1] + digits[i + 1] for i in (0, 2)]
    return "".join(squares) + PIECES.get(digits[4:5], "")


def answer(number, to, game, board, text):
    letter = EmailMessage()
    letter["From"] = "moves@club.example"
    letter["To"] = to
    letter["Subject"] = f"[{game}]"
    letter["Message-ID"] = f"<{number}.{to}>"
    moves = chess.Board().variation_san(board.move_stack)
    letter.set_content(f"{text}\n\n{board}\n\n{moves}\n")
    (root / "out" / f"{number}-{to}").write_bytes(letter.as_bytes())


for number, path in enumerate(sorted((root / "in").iterdir())):
    raw = path.read_bytes()
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    text = letter.get_body(("plain",)).get_content()
    game = re.search(r"\[(.+?)\]", letter["Subject"])[1]
    sender = letter["From"].addresses[0].addr_spec
    found = MOVE.search(text)
    board = chess.Board()
    for (uci,) in db.execute("SELECT uci FROM move WHERE game = ? ORDER BY ply", (game,)):
        board.push_uci(uci)
    side = int(board.turn)
    row = db.execute("SELECT address FROM player WHERE game = ? AND side = ?", (game, side))
    known = row.fetchone()
    assert known is None or known[0] == sender, "another player"
    move = chess.Move.from_uci(uci_of(found[3]))
    # Castling and promotion are written as the king's and the pawn's move.
    assert move in board.legal_moves, (game, found[0], board.fen())
    board.push(move)
    db.execute("INSERT OR IGNORE INTO player VALUES (?, ?, ?)", (game, side, sender))
    db.execute("INSERT INTO move VALUES (?, ?, ?, ?)", (game, len(board.move_stack), move.uci(), raw))
    db.commit()
    other = db.execute("SELECT address FROM player WHERE game = ? AND side = ?", (game, 1 - side))
    other = other.fetchone()
    answer(number, sender, game, board, f"Your move {found[0].strip()} is recorded.")
    answer(number, other[0] if other else f"opponent-{game.replace('/', '-')}@example", game, board,
           f"Your opponent has played {found[0].strip()}.")
