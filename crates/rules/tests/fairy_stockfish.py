# Reads positions of xiangqi with the moves that are legal there, `FEN|MOVE MOVE …` a line, in Fairy-Stockfish's letters and
# numbers, and writes every line in which Fairy-Stockfish has other moves, with its own. The last line tells how many were read.
import sys

import pyffish

count = 0
for line in sys.stdin:
    count += 1
    fen, moves = line.rstrip("\n").split("|")
    legal = pyffish.legal_moves("xiangqi", fen, [])
    if sorted(legal) != sorted(moves.split()):
        print(f"{fen}|{moves}|{' '.join(legal)}")
print(f"read {count}")
