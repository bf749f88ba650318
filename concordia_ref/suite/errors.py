"""What is wrong with a file of the suite."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from concordia_ref.engine.errors import Refused
from concordia_ref.spec.errors import Malformed
from concordia_ref.words.languages import english
from concordia_ref.words.naming import malformed_text


class Corrupt(Exception):
    """A file of the suite, or the suite as a whole, cannot be used; the message names the file and what is wrong."""


@contextmanager
def blaming(file: Path) -> Iterator[None]:
    """Name the file in which something is wrong."""
    try:
        yield
    except OSError as error:
        raise Corrupt(f"{file}: {error.strerror}") from None
    except Malformed as error:
        raise Corrupt(f"{file}: {malformed_text(english(), error)}") from None
    except (Refused, UnicodeDecodeError) as error:
        raise Corrupt(f"{file}: {error}") from None
