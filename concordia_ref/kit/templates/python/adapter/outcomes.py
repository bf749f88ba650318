"""What can come of a request besides an answer."""


class Illegal(Exception):
    """The rules forbid it. `clause` is the id of the rule, if you know it: `concordia show clause` lists them."""

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.clause = clause


class NotYet(Exception):
    """The engine does not do this yet. What raises it must not be declared in `hello`."""


class Malformed(Exception):
    """A value that cannot be read; `pointer` is the JSON pointer to what is wrong with it."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
