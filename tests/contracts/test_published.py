"""What is published stays: names, symbols, parameters and where they end; written down once, read off nothing."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import resolve

PUBLISHED = tomllib.loads(Path(__file__).with_name("published.toml").read_text(encoding="utf-8"))


def test_names_titles_and_symbols_stay() -> None:
    for name, known in PUBLISHED.items():
        metric = metric_named(name)
        assert (metric.title, metric.symbol) == (known["title"], known["symbol"])
        assert set(metric.aliases) >= set(known.get("aliases", ()))
        assert known.get("implemented_by", {}).items() <= metric.implemented_by.items()


def test_parameters_stay_and_end_where_they_did() -> None:
    seen = 0
    for name, known in PUBLISHED.items():
        for convention, parameters in known.get("parameters", {}).items():
            for key, said in parameters.items():
                parameter = metric_named(name).conventions[convention].parameters[key]
                assert {
                    word: getattr(parameter, word) for word in ("meaning", "domain", "symbol")
                }.items() <= said.items()
                assert parameter.examples == tuple(map(Fraction, said["examples"]))
                assert all(parameter.check(Fraction(x)) for x in said["accepted"])
                assert not any(parameter.check(Fraction(x)) for x in said["refused"])
                seen += len(said["accepted"]) + len(said["refused"])
    assert seen == 10
    assert resolve("fbeta", label=0, beta=0).parameters == {"beta": 0}
