"""Disputes and editions with their texts in a language."""

from __future__ import annotations

from dataclasses import replace

from concordia_ref.spec.disputes import Dispute, Edition
from concordia_ref.words.languages import Language


def translated(words: Language, dispute: Dispute) -> Dispute:
    """A dispute with its texts in a language; what the language lacks stays English."""
    texts = words.disputes.get("disputes", {}).get(dispute.id, {})
    readings, notes = texts.get("readings", {}), texts.get("notes", {})
    return replace(
        dispute,
        question=texts.get("question", dispute.question),
        readings={id: replace(entry, says=readings.get(id, entry.says)) for id, entry in dispute.readings.items()},
        stances={id: replace(entry, note=notes.get(id, entry.note)) for id, entry in dispute.stances.items()},
        reason=texts.get("reason", dispute.reason),
        not_executable=texts.get("not_executable", dispute.not_executable),
    )


def translated_edition(words: Language, edition: Edition) -> Edition:
    """An edition with its texts in a language."""
    texts = words.disputes.get("editions", {}).get(edition.id, {})
    reasons = {**edition.exceptions, **texts.get("except", {})}
    return replace(edition, name=texts.get("name", edition.name), exceptions=reasons)
