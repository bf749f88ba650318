"""The option `--lang`: the language in which a command speaks of the game."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from concordia_ref.words.languages import chosen_tag, tags


class Tag(StringParamType):
    """The tag of a language that is there."""

    name = "tag"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The tag that fits what was asked for."""
        try:
            return chosen_tag(value, tags(unfinished=True))
        except LookupError:
            self.fail(f"there is no language {value!r}; the languages are {', '.join(tags())}", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The tags that begin as written."""
        return [CompletionItem(tag) for tag in tags() if tag.startswith(incomplete)]


def _chosen(ctx: click.Context, _: click.Parameter, tag: str | None) -> str:
    """The language of the command, or the one given before the command, or that of the environment."""
    return tag or ctx.find_root().params.get("lang") or chosen_tag(None)


lang = click.option(
    "--lang",
    type=Tag(),
    metavar="TAG",
    callback=_chosen,
    help=f"The language of the game's texts: {', '.join(tags())} [default: CONCORDIA_LANG, or that of the system]",
)
