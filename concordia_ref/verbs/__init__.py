"""The verbs of the rules, named as in `spec/actions.yaml`.

A verb without choices is a function of `effects`. A verb with choices is a module of its own:

- `required(draft)` says what the player must still choose here, or None if nothing;
- `options(draft)` are the legal choices that it offers at this point;
- `obstacles(draft, choice)` are the rules that stand against a choice: a choice without obstacles is legal;
- `perform(draft, choice)` makes a legal choice in the draft, and ends the step when it is done; None stands for STOP,
  and for what has to be done where nothing is left to choose.

Its `KINDS` are the kinds of choices that it understands, and `OPTIONAL` says whether a player may STOP at any point.
Where several choices can be written in any order, `arrange` brings them into the order in which they are offered.
"""
