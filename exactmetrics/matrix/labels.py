"""Labels: the names of classes, checked once, and their positions.

A label is any hashable value that is present (not None, not NaN). Two labels that are equal but of different types
(`True`, `1`, `1.0`) would be silently merged by every dictionary, so they are refused by name. The default order is
sorted when all labels can be compared, otherwise the order in which they were first seen.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from string import ascii_uppercase

from ..exact.errors import InputError, UsageError

MISSING_TYPES = frozenset({"NoneType", "NAType", "NaTType"})
SHOWN = 12


class Unnamed(int):
    """The label of a class that was given no name: its position, with the `name` that pages call it by.

    >>> first, second = unnamed(2)
    >>> first == 0, first, first.name, second.name, unnamed(27)[26].name
    (True, 0, 'A', 'B', '27')
    """

    name: str

    def __new__(cls, position: int, name: str = "") -> Unnamed:
        label = super().__new__(cls, position)
        label.name = name
        return label


def unnamed(k: int) -> tuple[Unnamed, ...]:
    """Return the labels of k classes without names: letters as long as there are any, else numbers from 1."""
    names = ascii_uppercase if k <= len(ascii_uppercase) else map(str, range(1, k + 1))
    return tuple(Unnamed(position, name) for position, name in zip(range(k), names, strict=False))


def python_label(label: Hashable) -> Hashable:
    """Turn a numpy scalar, or the position of a class without a name, into the Python scalar it stands for."""
    if type(label) is Unnamed:
        return int(label)
    numpy = type(label).__module__ == "numpy" and hasattr(label, "item")
    return label.item() if numpy else label  # type: ignore[attr-defined]


def composed(name: str) -> str:
    """The name of a class as files are read: an é of one character or of two is one name, whoever wrote the file.

    Labels that a program gives stay as they are, for two texts that differ are two labels to every library.
    """
    if name.isascii():
        return name
    from unicodedata import normalize  # most names need none

    return normalize("NFC", name)


def is_missing(label: object) -> bool:
    """Say whether a value stands for "no label": None, NaN, or a frame library's NA and NaT."""
    name = type(label).__name__
    if name == "Decimal":
        return bool(label.is_nan())  # type: ignore[attr-defined]  # a signalling one may not even be compared
    if isinstance(label, float) or name.startswith("float"):
        return bool(label != label)
    return name in MISSING_TYPES


def listed(labels: Iterable[Hashable]) -> str:
    """Print labels for a message; a long list is cut, and its length said."""
    known = list(labels)
    if len(known) <= SHOWN:
        return ", ".join(map(repr, known))
    return ", ".join(map(repr, known[:SHOWN])) + f", ... ({len(known)} in all)"


def did_you_mean(word: object, known: Iterable[object]) -> str:
    """Return " Did you mean ...?" for the known word nearest to `word`, or an empty string."""
    import difflib  # only an error needs it

    by_text = {str(candidate).casefold(): candidate for candidate in known}
    near = difflib.get_close_matches(str(word).casefold(), list(by_text), n=1)
    return f" Did you mean {by_text[near[0]]!r}?" if near else ""


def refuse_mixed(labels: Iterable[Hashable], what: str = "the labels") -> None:
    """Refuse labels that are equal but of different types, such as True, 1 and 1.0."""
    seen: dict[Hashable, Hashable] = {}
    for raw in labels:
        label = python_label(raw)
        first = seen.setdefault(label, label)
        if type(first) is not type(label):
            raise InputError(
                f"{what} mix {first!r} ({type(first).__name__}) and {label!r} ({type(label).__name__}), which Python "
                "holds to be equal. Convert them to one type first, for example with str."
            )


def check_labels(labels: Iterable[Hashable], what: str = "labels") -> tuple[Hashable, ...]:
    """Check a list of class names, called `what` in messages, and return it as a tuple of Python values."""
    if isinstance(labels, (str, bytes)):
        raise InputError(f"{what} is the single text {labels!r}; give a list of names, such as {labels.split()!r}.")
    names = tuple(python_label(label) for label in labels)
    if not names:
        raise InputError(f"{what} is empty: a confusion matrix needs at least one class.")
    for position, label in enumerate(names):
        if is_missing(label):
            raise InputError(f"{what} has a missing value ({label!r}) at position {position}; give that class a name.")
        refuse_unhashable(label, f"{what} at position {position}")
    refuse_mixed(names, what)
    if len(set(names)) != len(names):
        positions: dict[Hashable, int] = {}
        for position, label in enumerate(names):
            first = positions.setdefault(label, position)
            if first != position:
                raise InputError(f"{what} names {label!r} twice, as number {first + 1} and as number {position + 1}.")
    return names


def refuse_unhashable(label: object, where: str) -> None:
    """Refuse a value that cannot be a label, such as a list, naming where it stands."""
    try:
        hash(label)
    except TypeError:
        raise InputError(
            f"{where} is {label!r}, a {type(label).__name__}: a label must be a single hashable value such as a text "
            "or a number. (For scores or one-hot rows take the position of the largest entry first.)"
        ) from None


def default_order(labels: Iterable[Hashable]) -> tuple[Hashable, ...]:
    """Sort the labels if all of them can be compared, otherwise keep the order given (first seen)."""
    names = list(labels)
    if any(isinstance(name, frozenset) for name in names):
        return tuple(names)  # sets compare by inclusion, which is no total order
    try:
        return tuple(sorted(names))  # type: ignore[type-var]
    except TypeError:
        return tuple(names)


def unknown_label(label: object, known: Sequence[Hashable]) -> UsageError:
    """Make the error for a label that no class has: it lists the classes and the nearest one."""
    same_text = [name for name in known if str(name) == str(label)]
    if same_text:
        hint = f" There is {same_text[0]!r} of type {type(same_text[0]).__name__}; labels are matched with their type."
    else:
        hint = did_you_mean(label, known)
    return UsageError(f"no class is called {label!r}; the labels are {listed(known)}.{hint}")


def match_text(text: str, known: Sequence[Hashable]) -> Hashable:
    """Find the label whose text is `text`, as the command line does."""
    matches = [label for label in known if str(label) == text]
    matches = matches or [label for label in known if composed(str(label)) == composed(text)]
    matches = matches or [label for label in known if isinstance(label, Unnamed) and label.name == text]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise UsageError(f"{text!r} is the text of several labels: {listed(matches)}. Rename one of them.")
    raise unknown_label(text, known)


def refuse_other_classes(left: tuple[Hashable, ...], right: tuple[Hashable, ...], here: str, there: str) -> None:
    """Refuse two lists of names that are not the same set, naming what each lacks."""
    lefts, rights = set(left), set(right)
    only = {here: [name for name in left if name not in rights], there: [name for name in right if name not in lefts]}
    parts = [f"only {side} name {listed(names)}" for side, names in only.items() if names]
    if parts:
        raise InputError(
            f"{here} and {there} must name the same classes: {'; '.join(parts)}. A class that one side lacks can be "
            "added with zeros."
        )


class Labelled:
    """The names of k classes in order; `_index` is made when a position is first asked for."""

    __slots__ = ("_index", "labels")

    labels: tuple[Hashable, ...]
    _index: dict[Hashable, int] | None

    def position(self, label: Hashable) -> int:
        """Return the position of a class by its name; one that is equal but of another type (True for 1) is unknown."""
        if self._index is None:
            self._index = {name: position for position, name in enumerate(self.labels)}
        try:
            found = self._index.get(label)
            if found is None and isinstance(label, str):
                found = self._index.get(composed(label))
        except TypeError:  # an unhashable value is no label
            found = None
        if found is None and isinstance(label, str):  # what pages call a class without a name
            named = (at for at, own in enumerate(self.labels) if isinstance(own, Unnamed) and own.name == label)
            found = next(named, None)
        if found is None or isinstance(label, bool) is not isinstance(self.labels[found], bool):
            raise unknown_label(label, self.labels)
        return found
