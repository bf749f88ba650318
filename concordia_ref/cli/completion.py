"""The command `concordia completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from concordia_ref.cli.command import command
from concordia_ref.cli.exits import FINE


@command(
    "completion",
    about="The script completes commands, options, and the ids of cards, gods, goods, maps, clauses, scenarios, "
    "disputes, editions and languages.",
    examples=(
        ('eval "$(concordia completion bash)"', "in ~/.bashrc"),
        ('eval "$(concordia completion zsh)"', "in ~/.zshrc"),
        ("concordia completion fish | source", "in ~/.config/fish/config.fish"),
    ),
)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")), metavar="SHELL", help="bash, zsh or fish")
def completion(shell: str) -> int:
    """Print the script."""
    group = click.get_current_context().find_root().command
    script = get_completion_class(shell)
    assert script is not None, "click knows these shells"
    print(script(group, {}, "concordia", "_CONCORDIA_COMPLETE").source())
    return FINE
