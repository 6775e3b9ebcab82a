"""
Randomised tests of both engines: what must hold for any values, in any order.

BF_SEED and BF_ROUNDS are read from the environment, as TEST; run.sh says how.
"""

import os
import random as random_module
import sys
import time

import equality
from engines import Failed, Lite, Postgres

PARTS = ("equality", "equality_sqlite", "algebra", "mutation")


class Tap:
    def __init__(self):
        self.failed = 0

    def __call__(self, good, what, why=()):
        print("%sok - %s" % ("" if good else "not ", what.replace("#", "")))
        if not good:
            self.failed += 1
            for line in why:
                print("#   " + str(line)[:500])
        sys.stdout.flush()


def main():
    seed = int(os.environ.get("BF_SEED") or random_module.SystemRandom().randrange(10**9))
    rounds = int(os.environ.get("BF_ROUNDS") or 1)
    only = os.environ.get("TEST")
    print("# BF_SEED=%d BF_ROUNDS=%d make check-property runs this again" % (seed, rounds))
    sys.stdout.flush()
    tap = Tap()
    pg = Postgres()
    pg.rows("CREATE EXTENSION bloomfilter")
    for part in PARTS:
        if only and part != only:
            continue
        start = time.time()
        random = random_module.Random("%s %d" % (part, seed))  # so that a part alone runs the same
        try:
            if part == "equality":
                equality.postgres(tap, random, pg, 4 * rounds)
            elif part == "equality_sqlite":
                equality.sqlite(tap, random, 6 * rounds)
            elif part == "algebra":
                import algebra

                algebra.run(tap, random, pg, Lite(), 120 * rounds)
            else:
                import mutation

                mutation.run(tap, random, pg, Lite(), rounds)
        except Failed as error:
            tap(False, "%s: a statement failed" % part, [error])
        print("# %s: %.1f s" % (part, time.time() - start))
    tap(pg.close() == 0, "postgres: the connection lived to the end")
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main())
