"""Reads one request per line from standard input and writes one answer per line to standard output."""

import json
import sys

from adapter.engine import Engine
from adapter.protocol import answer


def main() -> None:
    answers = sys.stdout
    # Standard output belongs to the protocol: what the engine prints goes to standard error.
    sys.stdout = sys.stderr
    engine = Engine()
    for line in sys.stdin:
        given, done = answer(engine, line)
        print(json.dumps(given), file=answers, flush=True)
        if done:
            break


main()
