"""Disputes and editions with their texts in a language."""

from __future__ import annotations

from concordia_ref.spec.disputes import Dispute, Edition
from concordia_ref.words.languages import Language


def translated(words: Language, dispute: Dispute) -> Dispute:
    """A dispute with its texts in a language; what the language lacks stays English."""
    texts = words.disputes.get("disputes", {}).get(dispute.id, {})
    readings, notes = texts.get("readings", {}), texts.get("notes", {})
    return dispute._replace(
        question=texts.get("question", dispute.question),
        readings={id: entry._replace(says=readings.get(id, entry.says)) for id, entry in dispute.readings.items()},
        stances={id: entry._replace(note=notes.get(id, entry.note)) for id, entry in dispute.stances.items()},
        reason=texts.get("reason", dispute.reason),
        original=dispute.original and dispute.original._replace(says=texts.get("original", dispute.original.says)),
        not_executable=texts.get("not_executable", dispute.not_executable),
    )


def translated_edition(words: Language, edition: Edition) -> Edition:
    """An edition with its texts in a language."""
    texts = words.disputes.get("editions", {}).get(edition.id, {})
    reasons = {**edition.exceptions, **texts.get("except", {})}
    return edition._replace(name=texts.get("name", edition.name), exceptions=reasons)
