"""What every peer has: a name, a version, a precision, and for each case a call of the peer or none."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from exactmetrics.conformance.answers import Answer, answer_of
from exactmetrics.conformance.ulps import Precision
from exactmetrics.exact.errors import InputError
from exactmetrics.vectors.reading import Case

Call = Callable[[], Any]
# What a peer does that has no argument for an option: a case that asks for this asks for nothing special.
USUAL = {"combine": "scores", "over": "all", "undefined": "propagate", "weights": "support"}


class CannotTakeError(InputError):
    """A peer has the metric, but no way to be given this input; the message says what it cannot take."""


class Peer:
    """An installed implementation.

    `name`, the `distribution` it is installed as, `aliases`, its `precision`, and `beside`, what it computes with.

    >>> Peer.precision
    'float64'
    """

    name = ""
    distribution = ""
    aliases: tuple[str, ...] = ()
    precision: Precision = "float64"
    beside: tuple[str, ...] = ("numpy",)

    def version(self) -> str:
        """The version that is installed.

        Raises:
            InputError: it is not installed.

        >>> from exactmetrics.conformance.peers import peer_named
        >>> peer_named("pycm").version()[0].isdigit()
        True
        """
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version(self.distribution)
        except PackageNotFoundError:
            raise InputError(f"{self.name} is not installed here: pip install {self.distribution}") from None

    def call(self, case: Case) -> Call | None:
        """The call that answers a case; None where the peer has no such metric, average or convention.

        Raises:
            CannotTakeError: it has, but cannot be given the input.

        >>> from exactmetrics.vectors.reading import load_vectors
        >>> Peer().call(next(load_vectors("accuracy")))
        Traceback (most recent call last):
            ...
        NotImplementedError
        """
        raise NotImplementedError

    def ask(self, case: Case) -> Answer | None:
        """What the peer answers, with what it warns of; None where it has no such metric.

        >>> from exactmetrics.conformance.peers import peer_named
        >>> from exactmetrics.vectors.reading import load_vectors
        >>> peer_named("sklearn").ask(next(load_vectors("accuracy"))).error
        ''
        """
        try:
            call = self.call(case)
        except CannotTakeError as reason:
            return Answer(cannot=str(reason))
        if call is None:
            return None
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                given = call()
            except Exception as error:  # whatever a peer raises is its answer, and the run goes on
                return Answer(error=f"{type(error).__name__}: {error}"[:300])
        return answer_of(given, warning=type(caught[-1].message).__name__ if caught else "")
