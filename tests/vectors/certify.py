"""Certifying the vectors: every case asked of the second implementation and of the libraries that can speak.

`make vectors` runs it. It writes the certification record, on which alone it depends what is published, and then the
files: a case on which two implementations disagree is withheld, and so is a metric without a second implementation.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import mpmath

from exactmetrics import __version__
from exactmetrics.derivation.saving import save_text
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.vectors.build import VERSION, candidates, inputs_text, line_of, text_of, write_all
from exactmetrics.vectors.catalogue import entries
from exactmetrics.vectors.certification import FILE, SCHEMA, Record, digests_of
from exactmetrics.vectors.reading import data_folder
from tests.oracle import Missing, knows
from tests.vectors.peers import VERSIONS, Peers
from tests.vectors.second_opinion import answer, disagreement
from tests.vectors.second_reading import Question, questions_of
from tests.vectors.second_rounding import DIGITS

NO_SECOND = "no second implementation"
IMPLEMENTATIONS = {
    "e": f"exactmetrics {__version__}: the definitions of the registry",
    "o": "tests/oracle: plain formulas in Fractions, written from the cited texts",
    "m": f"mpmath {mpmath.__version__}, {DIGITS} digits: roots, logarithms and sums of them",
    **VERSIONS,
}


@dataclass
class Certifier:
    """What has been certified and withheld so far."""

    certified: dict[str, list[str]] = field(default_factory=dict)
    withheld: dict[str, str] = field(default_factory=dict)
    peers: Peers = field(default_factory=Peers)

    def certify(self, metric: Metric) -> None:
        """Judge every case of a metric; under each convention, for one may be known and another not."""
        unknown = [name for name in metric.conventions if not knows(metric.name, name)]
        if unknown:
            self.withheld[metric.name] = f"{NO_SECOND} of the convention {', '.join(unknown)}"
            return
        document = candidates(metric, entries())
        digests = digests_of(document)
        lines = self.certified.setdefault(metric.name, [])
        for question in questions_of(text_of(document), inputs_text([document])):
            said, letters = self.judge(question)
            if said:
                self.withheld[question.id] = said
            else:
                lines.append(f"{digests[question.id]} {letters}")

    def judge(self, question: Question) -> tuple[str, str]:
        """What is said against a case, if anything, and the letters of those who agree."""
        if said := disagreement(question):
            return f"the second implementation says {said}"[:300], ""
        right = answer(question)
        heard = self.peers.heard(question, right)
        against = [VERSIONS[letter] for letter, agrees in heard.items() if not agrees]
        if against:
            return f"another value in {', '.join(against)}", ""
        return "", "".join(["e", "o", *(["m"] if not isinstance(right, (Fraction, Missing)) else []), *heard])

    def document(self) -> dict[str, Any]:
        """The record."""
        letters = [letter for lines in self.certified.values() for line in lines for letter in line.split(" ")[1]]
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "implementations": IMPLEMENTATIONS,
            "counts": dict(sorted(Counter(letters).items())),
            "certified": self.certified,
            "not_published": self.withheld,
        }


def record_text(document: Mapping[str, Any]) -> str:
    """The record as text: one line a case."""
    shown = {key: value for key, value in document.items() if key != "certified"}
    rows = [
        f"    {line_of(metric)}: [\n" + ",\n".join(f"      {line_of(line)}" for line in lines) + "\n    ]"
        for metric, lines in document["certified"].items()
    ]
    head = json.dumps(shown, ensure_ascii=False, indent=2)[:-2]
    return f'{head},\n  "certified": {{\n' + ",\n".join(rows) + "\n  }\n}\n"


def main() -> int:
    """Certify everything, write the record and the files; 1 if two disagree on a case."""
    certifier = Certifier()
    for metric in all_metrics():
        certifier.certify(metric)
        print(f"{metric.name}: {len(certifier.certified.get(metric.name, ()))} cases", file=sys.stderr)
    document = certifier.document()
    save_text(record_text(document), str(data_folder().joinpath(FILE)))
    changed, _ = write_all(record=Record(document))
    for name, why in certifier.withheld.items():
        print(f"not published: {name}: {why}")
    print(f"{sum(map(len, certifier.certified.values()))} cases certified, {len(changed)} files written")
    return 1 if any(not why.startswith(NO_SECOND) for why in certifier.withheld.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
