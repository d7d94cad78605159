"""Reads games with python-chess and prints what it found as JSON: the tags, the
moves in UCI, complaints, comments that hold the hour of a move, the last position.
python-chess never fails on a move it cannot read: it notes an error or is silent, so
the moves themselves must be compared.

    pgn.py FILE
"""

import json
import logging
import sys

import chess.pgn

logging.disable(logging.CRITICAL)  # errors are in the answer
games = []
with open(sys.argv[1], encoding="utf-8") as file:
    while (game := chess.pgn.read_game(file)) is not None:
        board, moves, hours = game.board(), [], 0
        for node in game.mainline():
            moves.append(board.uci(node.move))
            hours += "[%ccsnt " in node.comment
            board.push(node.move)
        games.append(
            {
                "tags": dict(game.headers),
                "moves": moves,
                "hours": hours,
                "errors": [str(error) for error in game.errors],
                "fen": board.fen(en_passant="legal"),
            }
        )
json.dump(games, sys.stdout)
