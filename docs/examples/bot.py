"""A program for `giog bot run` that plays every game: any legal action will do."""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        action = random.choice(message["decision"]["actions"])
        print(json.dumps(action), flush=True)
