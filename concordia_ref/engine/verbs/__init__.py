"""The verbs of the rules, named as in `spec/actions.yaml`.

A verb without choices is a function of `effects`. A verb with choices is a module of its own:

- `options(draft)` are the legal choices that it offers at this point;
- `obstacles(draft, choice)` are the rules that stand against a choice: a choice without obstacles is legal;
- `perform(draft, choice)` makes a legal choice in the draft;
- `finish(draft)` does what is left to do when no more is chosen; a verb without it just ends the step;
- `required(draft)` says what the player must still choose here, or None if nothing; a verb without it requires nothing;
- `obstacles_to_stopping(draft)` are the rules that stand against choosing no more; against others nothing ever does.

Its `KINDS` are the kinds of choices that it understands, and `OPTIONAL` says whether a player may STOP at any point.
Where several choices can be written in any order, `arrange` brings them into the order in which they are offered.
"""
