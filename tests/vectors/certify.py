"""Certifying the vectors: every case asked of the second implementation and of the libraries that can speak.

`make vectors` runs it. It writes the certification record, on which alone it depends what is published, and then the
files: a case on which two implementations disagree is withheld, and so is a metric without a second implementation.

`make vectors-check` writes nothing: it judges what the record does not know, and a tenth of what it knows. Which tenth
the record itself says, by its hash: it is the same for everybody on one commit, and another one after every change of
what is published.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from zlib import crc32

import mpmath

from exactmetrics import __version__
from exactmetrics.derivation.saving import save_text
from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.vectors.build import (
    SAMPLE_FILES,
    VERSION,
    candidates,
    inputs_text,
    line_of,
    text_of,
    what_waits,
    write_all,
)
from exactmetrics.vectors.catalogue import Entry, entries
from exactmetrics.vectors.certification import FILE, SCHEMA, Record, digests_of, read_record
from exactmetrics.vectors.label_set_vectors import label_set_cases, label_set_metrics
from exactmetrics.vectors.reading import data_folder, metrics_with_vectors, read_document, read_shared
from exactmetrics.vectors.sample_vectors import Json, SampleInput
from exactmetrics.vectors.score_vectors import score_cases
from tests.oracle import Missing, knows, label_sets, scores
from tests.vectors import label_set_peers, score_peers
from tests.vectors.peers import VERSIONS, Peers, is_near
from tests.vectors.second_opinion import against, answer, disagreement, rational
from tests.vectors.second_reading import Question, questions_of
from tests.vectors.second_rounding import DIGITS

Judge = Callable[[Mapping[str, Any], Mapping[str, Any]], tuple[str, str]]
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
    of_samples: dict[str, str] = field(default_factory=dict)  # the letters of the cases about samples, by id
    of_samples_withheld: dict[str, str] = field(default_factory=dict)

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

    def certify_samples(self, wanted: Callable[[str], bool] = lambda case: True) -> None:
        """Judge the cases about samples, all or those with a wanted id, whose metric has a second definition."""
        for metric in all_score_metrics():
            unknown = [name for name in metric.conventions if (metric.name, name) not in scores.KNOWN]
            cases = (pair for pair in score_cases(metric) if wanted(pair[1]["id"]))
            self._certify_samples(metric.name, unknown, cases, judge_score)
        for name in label_set_metrics():
            unknown = [] if name in {**label_sets.KNOWN, **label_sets.WHOLE} else ["standard"]
            of_sets = (pair for pair in label_set_cases(name) if wanted(pair[1]["id"]))
            self._certify_samples(name, unknown, of_sets, judge_label_sets)

    def _certify_samples(
        self, metric: str, unknown: list[str], cases: Iterator[tuple[SampleInput, Json]], judge: Judge
    ) -> None:
        if unknown:
            self.of_samples_withheld[metric] = f"{NO_SECOND} of the convention {', '.join(unknown)}"
            return
        for data, case in cases:
            said, letters = judge(case, data.data)
            if said:
                self.of_samples_withheld[case["id"]] = said
            else:
                self.of_samples[case["id"]] = letters

    def document(self) -> dict[str, Any]:
        """The record."""
        letters = [letter for lines in self.certified.values() for line in lines for letter in line.split(" ")[1]]
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "implementations": IMPLEMENTATIONS,
            "counts": dict(sorted(Counter(letters).items())),
            "certified": self.certified,
            "not_published": {**self.withheld, **self.of_samples_withheld},
        }


def judge_score(case: Mapping[str, Any], data: Mapping[str, Any]) -> tuple[str, str]:
    """What is said against a case of scores, if anything, and the letters of those who agree."""
    return _judged(case, scores.score_answer(case, data), score_peers.of_sklearn(case, data))


def judge_label_sets(case: Mapping[str, Any], data: Mapping[str, Any]) -> tuple[str, str]:
    """The same of a case of label sets."""
    return _judged(case, label_sets.label_set_answer(case, data), label_set_peers.of_sklearn(case, data))


def _judged(case: Mapping[str, Any], right: Any, heard: float | None) -> tuple[str, str]:
    expected = case["expected"]
    if isinstance(right, str):
        told = expected.get("undefined", {}).get("kind")
        return ("", "eo") if told == right else (f"the second implementation says {right} for {expected}"[:300], "")
    exact = right if isinstance(right, Fraction) else rational(right)
    if said := against(expected, exact):
        return f"the second implementation says {said}"[:300], ""
    letters = "eo" if isinstance(exact, Fraction) else "eom"
    if heard is not None and not is_near(heard, exact):
        return f"another value in {VERSIONS['s']}", ""
    return "", letters + "s" * (heard is not None)


def record_text(document: Mapping[str, Any]) -> str:
    """The record as text: one line a case, which of tens of thousands is not set in."""
    shown = {key: value for key, value in document.items() if key != "certified"}
    rows = [
        f"    {line_of(metric)}: [\n" + ",\n".join(map(line_of, lines)) + "\n    ]"
        for metric, lines in document["certified"].items()
    ]
    head = json.dumps(shown, ensure_ascii=False, indent=2)[:-2]
    return f'{head},\n  "certified": {{\n' + ",\n".join(rows) + "\n  }\n}\n"


def write_samples(letters: Mapping[str, str]) -> None:
    """Write the files whose inputs are samples; an InputError where a published case would be lost."""
    for kind, every in SAMPLE_FILES.items():
        if lost := kind.letters(data_folder()).keys() - letters.keys():
            raise InputError(f"{kind.name}: {len(lost)} published cases would be lost, such as {min(lost)}")
        save_text(kind.build(every(), letters)[0], str(data_folder().joinpath(kind.name)))


def chosen(
    document: Mapping[str, Any], wanted: Callable[[Mapping[str, Any], str], bool]
) -> tuple[Mapping[str, str], Iterator[Question]]:
    """Of the cases of a file those that are wanted, by case and digest: their digests by id, and their questions."""
    digests = digests_of(document)
    cases = [
        {**group, "cases": [case for case in group["cases"] if wanted(case, digests[case["id"]])]}
        for group in document["groups"]
    ]
    part = {**document, "groups": [group for group in cases if group["cases"]]}
    return digests, questions_of(text_of(part), inputs_text([part]))


def new_inputs() -> list[Entry]:
    """The inputs of the catalogue that nothing published has as they are."""
    told = read_shared(data_folder())["inputs"]
    plain = {name: {k: v for k, v in table.items() if k != "flags"} for name, table in told.items()}
    return [entry for entry in entries() if plain.get(entry.input.name) != entry.input.data]


def differences(parts: int = 10) -> Iterator[str]:
    """What the record does not know is judged, and one of so many parts of what it knows; where that differs."""
    text = data_folder().joinpath(FILE).read_bytes()
    record, certifier, new = read_record(text), Certifier(), new_inputs()
    turn = crc32(text) % parts
    for name in metrics_with_vectors(data_folder()):
        known = record.witnesses[name]
        digests, questions = chosen(
            read_document(data_folder(), name), lambda _, digest: int(digest, 16) % parts == turn
        )
        for question in questions:
            said, letters = certifier.judge(question)
            if (said, letters) != ("", known.get(digests[question.id])):
                yield f"{question.id}: {said or f'certified by {letters}'}"
    for metric in all_metrics():
        inputs: Sequence[Entry] = entries() if metric.name not in record.witnesses or what_waits(metric) else new
        if inputs and all(knows(metric.name, convention) for convention in metric.conventions):
            known = record.witnesses.get(metric.name, {})
            for question in chosen(candidates(metric, inputs), lambda _, digest, known=known: digest not in known)[1]:
                said, _ = certifier.judge(question)
                if said and question.id not in record.withheld:
                    yield f"{question.id}: {said}"
    published = {case: told for kind in SAMPLE_FILES for case, told in kind.letters(data_folder()).items()}
    certifier.certify_samples(lambda case: case not in published or crc32(case.encode()) % parts == turn)
    for case, told in certifier.of_samples.items():
        if told != published.get(case, told):
            yield f"{case}: certified by {told}"
    for case, said in certifier.of_samples_withheld.items():
        if case not in record.withheld:
            yield f"{case}: {said}"


def check() -> int:
    """Print what differs from the record; 1 if anything does."""
    different = list(differences())
    print(*different, f"{len(different)} differences from the record", sep="\n")
    return 1 if different else 0


def main() -> int:
    """Certify everything, write the record and the files; 1 if two disagree on a case."""
    certifier = Certifier()
    for metric in all_metrics():
        certifier.certify(metric)
        print(f"{metric.name}: {len(certifier.certified.get(metric.name, ()))} cases", file=sys.stderr)
    certifier.certify_samples()
    write_samples(certifier.of_samples)
    document = certifier.document()
    save_text(record_text(document), str(data_folder().joinpath(FILE)))
    changed, _ = write_all(record=Record(document))
    withheld = document["not_published"]
    for name, why in withheld.items():
        print(f"not published: {name}: {why}")
    many = sum(map(len, certifier.certified.values())) + len(certifier.of_samples)
    print(f"{many} cases certified, {len(changed)} files written")
    return 1 if any(not why.startswith(NO_SECOND) for why in withheld.values()) else 0


if __name__ == "__main__":
    sys.exit(check() if sys.argv[1:] == ["--check"] else main())
