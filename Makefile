# Two commands do everything: `make run` (the app) and `make test` (every check). Both are quick the second time.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: run test check lint types tests browser laws readme clean

run: $(VENV)/.run
	$(BIN)/python app.py

test: check tests

check: lint types

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.test
	$(BIN)/pyright

tests: $(VENV)/.test chromium
	$(BIN)/python -m pytest -m "not large and not gpu"

browser: $(VENV)/.test chromium
	$(BIN)/python -m pytest -m browser

laws: $(VENV)/.test
	$(BIN)/python -m pytest tests/laws -m "large or not large" --timeout 7200

readme: $(VENV)/.run
	$(BIN)/python -m explorer readme

.PHONY: chromium
chromium:
	@command -v chromium >/dev/null || ($(SUDO) apt-get update -q && $(SUDO) apt-get install -y -q --no-install-recommends chromium)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "Python 3.11 or later is needed: make PYTHON=python3.12 ..." && false)
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install -q -r requirements.txt
	@touch $@

$(VENV)/.test: requirements-test.txt $(VENV)/.run
	$(BIN)/python -m pip install -q -r requirements-test.txt
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis
