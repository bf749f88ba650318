"""The outcomes of a request other than an answer."""


class Illegal(Exception):
    """The rules forbid it. `clause` is the id of the rule, if you know it: `concordia show clause` lists them."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.clause = clause


class NotYet(Exception):
    """The engine does not support this yet. Do not declare anything in `hello` that raises this."""


class Malformed(Exception):
    """A value that cannot be read; `pointer` is the JSON pointer to what is wrong with it."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
