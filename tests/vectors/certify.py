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
from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.vectors.build import VERSION, candidates, inputs_text, line_of, text_of, write_all
from exactmetrics.vectors.catalogue import entries
from exactmetrics.vectors.certification import FILE, SCHEMA, Record, digests_of
from exactmetrics.vectors.reading import SCORES_FILE, data_folder
from exactmetrics.vectors.score_vectors import build_scores, published_letters, score_cases
from tests.oracle import Missing, knows
from tests.oracle.scores import KNOWN, score_answer
from tests.vectors.peers import VERSIONS, Peers, is_near
from tests.vectors.score_peers import of_sklearn
from tests.vectors.second_opinion import against, answer, disagreement, rational
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
    of_scores: dict[str, str] = field(default_factory=dict)  # the letters of the cases of scores, by id
    of_scores_withheld: dict[str, str] = field(default_factory=dict)

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

    def certify_scores(self) -> None:
        """Judge every case of a metric of scores that has a second definition."""
        for metric in all_score_metrics():
            unknown = [name for name in metric.conventions if (metric.name, name) not in KNOWN]
            for data, case in score_cases(metric) if not unknown else ():
                said, letters = judge_score(case, data.data)
                if said:
                    self.of_scores_withheld[case["id"]] = said
                else:
                    self.of_scores[case["id"]] = letters
            if unknown:
                self.of_scores_withheld[metric.name] = f"{NO_SECOND} of the convention {', '.join(unknown)}"

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


def judge_score(case: Mapping[str, Any], data: Mapping[str, Any]) -> tuple[str, str]:
    """What is said against a case of scores, if anything, and the letters of those who agree."""
    right, expected = score_answer(case, data), case["expected"]
    if isinstance(right, str):
        told = expected.get("undefined", {}).get("kind")
        return ("", "eo") if told == right else (f"the second implementation says {right} for {expected}"[:300], "")
    exact = right if isinstance(right, Fraction) else rational(right)
    if said := against(expected, exact):
        return f"the second implementation says {said}"[:300], ""
    letters = "eo" if isinstance(exact, Fraction) else "eom"
    heard = of_sklearn(case, data)
    if heard is not None and not is_near(heard, exact):
        return f"another value in {VERSIONS['s']}", ""
    return "", letters + "s" * (heard is not None)


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
    certifier.certify_scores()
    if lost := published_letters(data_folder()).keys() - certifier.of_scores.keys():
        raise InputError(f"{len(lost)} published cases of scores would be lost, such as {min(lost)}")
    save_text(build_scores(certifier.of_scores)[0], str(data_folder().joinpath(SCORES_FILE)))
    document = certifier.document()
    save_text(record_text(document), str(data_folder().joinpath(FILE)))
    changed, _ = write_all(record=Record(document))
    withheld = {**certifier.withheld, **certifier.of_scores_withheld}
    for name, why in withheld.items():
        print(f"not published: {name}: {why}")
    many = sum(map(len, certifier.certified.values())) + len(certifier.of_scores)
    print(f"{many} cases certified, {len(changed)} files written")
    return 1 if any(not why.startswith(NO_SECOND) for why in withheld.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
