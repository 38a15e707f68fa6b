# Every target sets up what it needs in .venv; a Python 3.11 or newer with the venv module is enough to start.

VENV  := .venv
BIN   := $(VENV)/bin
RUN   := $(VENV)/.installed
DEV   := $(VENV)/.installed-dev
BENCH := $(VENV)/.installed-bench
PEERS := $(VENV)/.installed-peers
ENGINES := $(VENV)/.installed-engines
QUIZZES := $(VENV)/.installed-quizzes
MANUAL := $(VENV)/.installed-manual
KATEX := $(VENV)/katex/.installed
SITE  := web/node_modules/.installed
BUILD := build/demo
PIP   := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PLUGIN := pytest-exactmetrics
SETUP := pyproject.toml setup.py $(PLUGIN)/pyproject.toml

PYTHONS := $(PYTHON) python3.11 python3.12 python3.13 python3.14 python3 python
USABLE  := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))

# Three classes, bird, cat and dog.
DATA    := $(or $(wildcard worked_examples/000/weighted_averages.toml),'6 1 1; 1 5 2; 2 3 7')
EXAMPLE := $(DATA) -m precision -a weighted

# Where an environment says so, the hundred processes that the tests start would compile the package anew, each of them.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo test check style published conformance engines quizzes manual format vectors vectors-check bench fuzz audit site site-test clean

help:
	@echo 'make demo    derive a weighted precision on the terminal, as Markdown, LaTeX and PDF'
	@echo 'make test    run the tests: samples where there are very many cases'
	@echo 'make check   the gate: format, lint, types, worked examples, vectors, the tests at full length'
	@echo 'make conformance  the peers on the smoke set of the reference vectors (installs torch)'
	@echo 'make engines  polars, duckdb, dask and Spark count the same (installs pyspark, which needs Java)'
	@echo 'make quizzes  qti-components, nbgrader and Anki read the files of exercises (needs node, npm and Chromium)'
	@echo 'make manual  the documentation as pages of HTML, in build/site/manual'
	@echo 'make format  format the code'
	@echo 'make vectors  certify the reference vectors anew, and write them'
	@echo 'make vectors-check  certify what the record of the vectors does not know, and a tenth of what it knows'
	@echo 'make bench   measure against the targets'
	@echo 'make fuzz    texts of strangers for an hour, over everything that reads them'
	@echo 'make audit   known vulnerabilities of what is installed, and a bill of materials (needs the network)'
	@echo 'make site    the page that runs the library in the browser, with the manual, in build/site (needs node and npm)'
	@echo 'make site-test  goes through that page in Chromium and Firefox, whichever is installed'
	@echo 'make clean   remove everything that was made'

demo: $(RUN)
	@$(BIN)/exactmetrics derive $(EXAMPLE)
	@mkdir -p $(BUILD)
	@$(BIN)/exactmetrics derive $(EXAMPLE) --format markdown -o $(BUILD)/weighted_precision.md
	@$(BIN)/exactmetrics derive $(EXAMPLE) --format latex-document -o $(BUILD)/weighted_precision.tex
	@$(MAKE) --no-print-directory --silent $(BUILD)/weighted_precision.pdf
	@echo
	@echo 'The derivation is in:'
	@ls $(BUILD)/weighted_precision.md $(BUILD)/weighted_precision.tex $(BUILD)/weighted_precision.pdf 2>/dev/null || true

# Without a TeX engine there is no PDF, which is no failure; an engine that rejects the document is one.
.PHONY: $(BUILD)/weighted_precision.pdf
$(BUILD)/weighted_precision.pdf:
	@rm -f $@; cd $(BUILD); \
	for engine in pdflatex lualatex xelatex; do \
	  if command -v $$engine >/dev/null 2>&1; then \
	    $$engine -interaction=nonstopmode -halt-on-error weighted_precision.tex >/dev/null 2>&1 && exit 0; \
	    echo "$$engine could not compile the derivation: see $(BUILD)/weighted_precision.log" >&2; exit 1; \
	  fi; \
	done; \
	if command -v tectonic >/dev/null 2>&1; then exec tectonic --chatter minimal weighted_precision.tex; fi; \
	echo; echo 'No TeX engine found (pdflatex, lualatex, xelatex or tectonic): no PDF made.'

# The quick run takes samples where the exhaustive one takes everything: tests/cases.py.
test: $(DEV)
	$(BIN)/python -m pytest -n auto --dist loadgroup

# What is done before the tests takes one processor each; that the golden pages are on record is one of the tests.
check: $(DEV)
	@$(MAKE) --no-print-directory --jobs=2 style published
	EXHAUSTIVE=1 $(BIN)/python -m pytest -n auto --dist loadgroup

style: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python scripts/where_defined.py --check

published: $(DEV)
	$(BIN)/exactmetrics vectors check

conformance: $(PEERS)
	$(BIN)/exactmetrics conformance scikit-learn PyCM torchmetrics imbalanced-learn --smoke
	PEERS=true $(BIN)/python -m pytest tests/conformance tests/reference/test_conventions.py

engines: $(ENGINES)
	ENGINES=true $(BIN)/python -m pytest tests/matrix/test_engines.py

quizzes: $(QUIZZES) $(SITE)
	QUIZZES=true $(BIN)/python -m pytest tests/exercises/test_imported.py

# Every link and picture of the pages is followed, and nothing may ask another host.
manual: $(MANUAL)
	@rm -rf build/site/manual manual/gallery
	$(BIN)/python manual/gallery.py manual/gallery
	$(BIN)/sphinx-build -q -W -c manual -d build/manual . build/site/manual
	$(BIN)/python manual/links.py build/site/manual

format: $(DEV)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The record says which implementations agreed on each case; only what they agree on is published.
vectors: $(DEV)
	$(BIN)/python -m tests.vectors.certify

# Writes nothing, and fails where the record says otherwise; the record's hash chooses the tenth.
vectors-check: $(DEV)
	$(BIN)/python -m tests.vectors.certify --check

bench: $(BENCH)
	$(BIN)/python benchmarks/run.py

fuzz: $(DEV)
	$(BIN)/python -m tests.fuzz --seconds 3600 --engine hypothesis

# What the package needs at run time, in an environment of its own.
audit: | $(BIN)/python
	$(BIN)/python -m venv --clear build/audit
	build/audit/bin/python -m pip install --quiet --disable-pip-version-check .
	$(PIP) pip-audit cyclonedx-bom
	$(BIN)/cyclonedx-py environment --output-file build/sbom.json build/audit/bin/python
	$(BIN)/pip-audit --path build/audit/lib/python*/site-packages

# A folder of plain files for any static host: docs/site.md.
site: manual $(RUN) $(SITE)
	$(BIN)/python web/build.py build/site

site-test: site
	node web/test/site.mjs build/site build/site-compressed

clean:
	rm -rf $(VENV) build dist web/node_modules *.egg-info $(PLUGIN)/build $(PLUGIN)/*.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@for python in $(PYTHONS); do \
	  if "$$python" -c '$(USABLE)' >/dev/null 2>&1; then exec "$$python" -m venv --clear $(VENV); fi; \
	done; \
	echo 'exactmetrics needs Python 3.11 or newer with its venv module, and none was found.' >&2; \
	echo 'Install it (on Debian or Ubuntu: apt-get install python3 python3-venv), or name it: make PYTHON=/path/to/python' >&2; \
	exit 1

$(RUN): $(SETUP) | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(DEV): $(SETUP) | $(BIN)/python
	$(PIP) --editable '.[dev]' --editable ./$(PLUGIN)
	@touch $(RUN) $@

# What reads formulas in the tests; where there is no npm, the tests that need it are skipped, and fail in CI.
ifneq ($(shell command -v npm 2>/dev/null),)
$(DEV): | $(KATEX)
endif

$(KATEX): tests/katex/package.json tests/katex/package-lock.json | $(BIN)/python
	@mkdir -p $(@D)
	@cp $^ $(@D)
	npm ci --prefix $(@D) --silent --no-audit --no-fund
	@touch $@

# npm checks what it installs against the hashes of package-lock.json.
$(SITE): web/package.json web/package-lock.json
	npm ci --prefix web --silent --no-audit --no-fund
	@touch $@

$(PEERS): $(SETUP) $(DEV)
	$(PIP) --editable '.[dev,peers]'
	@touch $@

$(ENGINES): $(SETUP) $(DEV)
	$(PIP) --editable '.[dev,engines]'
	@touch $@

$(QUIZZES): $(SETUP) $(DEV)
	$(PIP) --editable '.[dev,quizzes]'
	@touch $@

$(MANUAL): $(SETUP) | $(BIN)/python
	$(PIP) --editable '.[manual]'
	@touch $(RUN) $@

$(BENCH): $(SETUP) | $(BIN)/python
	$(PIP) --editable '.[bench]'
	@touch $(RUN) $@
