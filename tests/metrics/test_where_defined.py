"""The index of names: which file of definitions is imported for a metric, whatever was imported before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from exactmetrics.metrics.definitions import FILES
from exactmetrics.metrics.metric import REGISTRY, plain_key
from exactmetrics.metrics.registry import all_metrics, found_metric
from exactmetrics.metrics.where_defined import FILE_OF, NAMES, TITLES
from tests.house.source import ROOT

FOUND = "from exactmetrics.metrics.registry import all_metrics, found_metric\n"
OWN = """
from exactmetrics.metrics.metric import metric
def own(c):
    "The own metric of a class is the number of its samples."
    return c.support
"""


def printed(program: str) -> str:
    """What a fresh interpreter prints."""
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_the_index_says_nothing_that_is_not_so() -> None:
    """What is new may be missing, and is found too; `make check` asks that the file is as the script writes it."""
    written = {name: file for name, file in FILE_OF.items() if REGISTRY[name].module.rpartition(".")[2] != file}
    assert written == {}, "run: python scripts/where_defined.py"
    named = {name: metric for name, metric in NAMES.items() if name not in REGISTRY[metric].aliases}
    titled = {title: metric for title, metric in TITLES.items() if plain_key(REGISTRY[metric].title) != title}
    assert named | titled == {}, "run: python scripts/where_defined.py"


def test_every_file_is_one_of_the_definitions() -> None:
    folder = Path(ROOT, "exactmetrics/metrics/definitions")
    assert sorted(FILES) == sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")


def test_every_name_is_found_without_the_others() -> None:
    for metric in all_metrics():
        for name in (metric.name, *metric.aliases, metric.title):
            assert found_metric(name) is metric, name


def test_the_order_is_that_of_the_files_whichever_was_first() -> None:
    program = f"{FOUND}found_metric('overlap'); found_metric('gwet_ac1')\nprint(*(m.name for m in all_metrics()))"
    files = [metric.module.rpartition(".")[2] for metric in all_metrics()]
    assert list(dict.fromkeys(files)) == list(FILES)
    assert printed(program).split() == [metric.name for metric in all_metrics()]


def test_a_metric_of_ones_own_is_found_and_comes_last() -> None:
    program = f"{OWN}metric('own', scope='class', aliases=('mine',), title='my own')(own)\n{FOUND}"
    program += "print(*(found_metric(name).name for name in ('own', 'mine', 'My own', 'ppv')), all_metrics()[-1].name)"
    assert printed(program) == "own own own precision own"


def test_a_name_of_ones_own_goes_before_a_looser_reading_of_another() -> None:
    program = f"{OWN}metric('own', scope='class', aliases=('p_p_v', 'f_1'), title='my own')(own)\n{FOUND}"
    assert printed(program + "print(*(found_metric(name).name for name in ('p_p_v', 'f_1', 'ppv', 'f1')))") == (
        "own own precision f1"
    )


def test_threads_get_metrics_with_all_their_forms() -> None:
    asked = "em.ConfusionMatrix([[6, 1], [1, 5]]).value('f1', average='macro', combine='averages')"
    program = f"""
import sys, threading
import exactmetrics as em
sys.setswitchinterval(1e-6)
values = []
def ask():
    values.append({asked})
    values.append(len(em.metrics()))
threads = [threading.Thread(target=ask) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(values), len(set(values)))
"""
    assert printed(program) == "16 2"


def test_a_thread_waits_for_the_forms_of_a_metric_that_another_imports() -> None:
    program = """
import threading, time
import exactmetrics as em
from exactmetrics.metrics import metric as module
form = module.Metric.form
def slow(self, *arguments, **options):
    time.sleep(0.3)
    return form(self, *arguments, **options)
module.Metric.form = slow
cm = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
other = threading.Thread(target=lambda: cm.value('fbeta', beta=2, average='macro'))
other.start()
while 'f1' not in module.REGISTRY._metrics:
    time.sleep(0.001)
print(cm.value('f1', average='macro', combine='averages'))
other.join()
"""
    assert printed(program) == "8131/12573"


def test_a_name_is_taken_whether_its_file_is_imported_or_not() -> None:
    program = f"{OWN}try: metric('kappa', scope='class')(own)\nexcept ValueError as error: print(error)"
    assert printed(program) == "metric 'kappa' is defined twice"


def test_what_the_index_does_not_know_is_found_too() -> None:
    stale = "from exactmetrics.metrics import where_defined as w\ndel w.FILE_OF['kappa'], w.NAMES['cohen_kappa']\n"
    asked = "print(found_metric('kappa').name, found_metric('cohen_kappa').name, *(m.name for m in all_metrics()))"
    assert printed(f"{stale}{FOUND}{asked}").split() == ["kappa", "kappa", *(metric.name for metric in all_metrics())]
