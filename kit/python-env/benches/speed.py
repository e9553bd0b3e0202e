"""How many decisions a second a batch takes, with random play: `python kit/python-env/benches/speed.py [GAME [MATCHES [STEPS]]]`."""

import sys
import time

import numpy as np

import giog_env


def main(game: str = "giog", matches: str = "1024", steps: str = "1000") -> None:
    generator = np.random.default_rng(1)
    for mask in (False, True):
        batch = giog_env.Batch(game, int(matches), "speed", mask=mask)
        over = 0
        began = time.process_time()
        for _ in range(int(steps)):
            batch.step(batch.random(generator))
            over += int(batch.done.sum())
        took = time.process_time() - began
        decisions = int(matches) * int(steps)
        print(f"{game}{', with a mask' * mask}: {decisions / took:,.0f} decisions a second, {over:,} matches")


if __name__ == "__main__":
    main(*sys.argv[1:])
