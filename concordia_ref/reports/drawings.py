"""The positions of a page, drawn as far as there is room for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from concordia_ref.pictures.positions import SharedPositions
from concordia_ref.reports.context import Context
from concordia_ref.words.tabletop import position_text

# With the maps and all that is shared, a page with a thousand failures stays below 5 MB.
MOST_LETTERS = 2_500_000


class Drawings:
    """Draws positions on a page; the definitions belong on the same page, and are complete in the end."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.shared = SharedPositions(context.game, context.words)
        self._letters = 0

    def position(self, data: Mapping[str, Any] | None, before: Mapping[str, Any] | None = None) -> Markup:
        """A position with what is new since an earlier one; in words if the page is full; nothing if there is none."""
        state = self.context.state(data)
        if state is None:
            return Markup("")
        if self._letters > MOST_LETTERS:
            return Markup("<pre>{}</pre>").format(position_text(self.context.words, self.context.game.rules, state))
        drawn = self.shared.picture(state, self.context.state(before))
        self._letters += len(drawn)
        return Markup(drawn)

    def definitions(self) -> Markup:
        """What the pictures refer to."""
        return Markup(self.shared.definitions())
