#!/usr/bin/env python3
"""Lets a UCI engine play xiangqi in `giog arena`, with a fixed number of positions for each move.

    giog arena --game xiangqi builtin:strong 'other=python3 crates/arena/examples/uci.py NODES ENGINE [NAME=VALUE …]'

The engine is asked from the start position with all moves, so that it knows of repetitions. It is told `ucinewgame` before each match,
so that one match does not depend on the one before. NAME=VALUE are options of the engine.
"""

import json
import re
import subprocess
import sys

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

nodes, program, *options = sys.argv[1:]
engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def say(line):
    engine.stdin.write(line + "\n")
    engine.stdin.flush()


def read_to(word):
    """The words of the first line that begins with this one."""
    for line in engine.stdout:
        words = line.split()
        if words and words[0] == word:
            return words
    sys.exit(f"{program} has ended")


def shifted(text, by):
    """A move with other numbers of ranks: the arena counts from 0, engines for many games from 1."""
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) + by), text)


say("uci")
read_to("uciok")
for option in ["UCI_Variant=xiangqi", *options]:
    say("setoption name {} value {}".format(*option.split("=", 1)))

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        say("ucinewgame")
        say("isready")
        read_to("readyok")
    if message["type"] == "turn":
        notation = message["view"]["position"]["notation"]
        played = [shifted(ply[1], 1) for ply in notation]
        say(f"position fen {START} moves {' '.join(played)}")
        say(f"go nodes {nodes}")
        best = read_to("bestmove")[1]
        print(json.dumps({"do": "move", "move": shifted(best, -1)}), flush=True)
