"""A look: whose symbols, which language, how much detail, whose templates. It changes no number."""

from __future__ import annotations

from dataclasses import dataclass

from exactmetrics.derivation.messages import check_language
from exactmetrics.derivation.profiles import check_profile
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices

DETAILS = ("brief", "full", "scaffold")


@dataclass(frozen=True, slots=True)
class Look:
    """How a document is to look.

    Args:
        profile: a source whose symbols are used; None: the package's own symbols.
        language: the code of a message catalogue.
        detail: "brief" (definition, symbols, substitution, result), "full" (every step) or "scaffold" (blanks to
            fill in).
        key: whether a scaffold ends with its key.
        templates: a directory of the user's own templates; None: the package's.

    Raises:
        UsageError: an unknown level of detail, language or profile.
        InputError: no such folder of templates, or nothing in it that is used.

    >>> Look(detail="brief")
    Look(profile=None, language='en', detail='brief', key=True, templates=None)
    """

    profile: str | None = None
    language: str = "en"
    detail: str = "full"
    key: bool = True
    templates: str | None = None

    def __post_init__(self) -> None:
        if self.detail not in DETAILS:
            raise UsageError(f"no level of detail {self.detail!r}; {choices(self.detail, DETAILS)}")
        check_language(self.language)
        if self.profile is not None:
            check_profile(str(self.profile))
        if self.templates is not None:
            from exactmetrics.derivation.templates import Sources

            Sources(self.templates)  # looks at the names; what is in the files is read when a page is written


DEFAULT = Look()
