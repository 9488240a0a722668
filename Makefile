# Two commands do everything: `make run` (the app) and `make test` (every check). Both are quick the second time.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# On Linux PyPI's torch brings gigabytes of CUDA. Where there is no NVIDIA GPU the CPU build is tried first: any place
# that pip looks at anyway may have it, and PyTorch's own index has. If neither can be reached, which ten seconds show,
# the plain pin of constraints.txt follows, and the app is the same. `make run TORCH=cpu` or `TORCH=plain` decides.
TORCH ?= $(shell [ "$$(uname -s)" = Linux ] && ! nvidia-smi -L >/dev/null 2>&1 && echo cpu || echo plain)
TORCH_INDEX := https://download.pytorch.org/whl/cpu
TORCH_PIN := $(shell grep '^torch==' constraints.txt)

.PHONY: run site test check lint types js tests browser laws zoo gpu readme format hooks audit release wheel clean chromium

run: $(VENV)/.run
	$(BIN)/python app.py

# A static site with all recorded runs, lessons and comparisons, in $(SITE): open its index.html, or publish the folder
# (docs/site.md). URL is where it will be published, SOURCE the address of the project; both may be left out.
SITE ?= build/site
site: $(VENV)/.run
	$(BIN)/python -m explorer site -o $(SITE) $(if $(URL),--url $(URL)) $(if $(SOURCE),--source $(SOURCE))

test: check tests

check: $(VENV)/.test node_modules/.done
	@$(MAKE) --no-print-directory -j 2 types js lint

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.test
	$(BIN)/pyright

# The JavaScript's rules and types; its own tests, and whether its bundles are current, run with all others (tests/explorer/stage/test_js.py). A wheel brings
# node and npm, which pyright takes, too.
js: node_modules/.done
	PATH="$(abspath $(BIN)):$$PATH" npm run --silent lint
	PATH="$(abspath $(BIN)):$$PATH" npm run --silent types

# Three workers for two cores, as browsers wait now and then; tests/conftest.py says which test goes to which. Compiled
# modules are kept even where the environment asks for none, because each worker would compile all tests again.
unexport PYTHONDONTWRITEBYTECODE
tests: $(VENV)/.test chromium
	$(BIN)/python -m pytest -n 3 --dist loadgroup -m "not large and not gpu"

browser: $(VENV)/.test chromium
	$(BIN)/python -m pytest -n 3 --dist loadgroup -m browser

# Everything that `make test` leaves out: whole products instead of pairwise covers, and longer runs.
laws: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 -m "large and not gpu" --timeout 7200

# Small random models of all families, on torch and on the built-in kernels, compared with transformers; some minutes.
# Writes the table of docs/your-own-models.md.
zoo: $(VENV)/.test
	$(BIN)/python -m benchmarks.zoo -o assets/benchmarks/zoo.json

# On a machine with an NVIDIA GPU: the tests that need one, what CUDA graphs are worth, all methods, and the measured energy
# of the six main methods. Results go to $(GPU); a few hours.
GPU ?= build/gpu
gpu: $(VENV)/.test
	mkdir -p $(GPU)
	$(BIN)/python -m pytest -m gpu
	$(BIN)/python -m benchmarks.graphs -o $(GPU)/graphs.json
	$(BIN)/python -m explorer energy-traces --pair smollm2 --device cuda --repeat --batch -o $(GPU)/energy
	$(BIN)/python -m benchmarks.methods --device cuda --prompts assets/benchmarks/prompts_120.jsonl --tokens 128 --minutes 60 -o $(GPU)/methods.json

readme: $(VENV)/.run
	$(BIN)/python -m explorer readme

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Asks PyPI which versions have known holes, so it needs the network and is no part of `make test`.
audit: $(VENV)/audit/bin/pip-audit
	$(VENV)/audit/bin/pip-audit -r requirements.txt -r constraints.txt

$(VENV)/audit/bin/pip-audit: | $(VENV)/bin/python
	$(PYTHON) -m venv $(VENV)/audit
	$(VENV)/audit/bin/python -m pip install -q pip-audit==2.10.1

# What has to hold before a version is given out: nothing uncommitted, a section of its own in the changelog, all checks,
# and a wheel that works where the repository is not.
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' explorer/__init__.py)
release:
	@test -z "$$(git status --porcelain)" || (echo "Commit first: something here is not." && false)
	@test "$$(grep -m1 '^## ' CHANGELOG.md)" = "## $(VERSION)" || (echo "CHANGELOG.md should begin with '## $(VERSION)'." && false)
	$(MAKE) --no-print-directory test wheel

wheel: $(VENV)/.run
	rm -rf $(VENV)/wheel
	$(BIN)/python -m pip wheel -q --no-deps -w $(VENV)/wheel . && rm -rf build *.egg-info
	$(BIN)/python -m pip install -q --no-deps --target $(VENV)/wheel/site $(VENV)/wheel/*.whl
	cd $(VENV)/wheel && PYTHONPATH=site ../bin/python -m explorer record spd --pair toy:$(CURDIR)/assets/toys/dsbd-figure-2.json \
		--prompt ask -o trace.jsonl && PYTHONPATH=site ../bin/python -m explorer show trace.jsonl >/dev/null
	cd $(VENV)/wheel && PYTHONPATH=site ../bin/python -m explorer lessons >/dev/null && echo "The wheel works: $$(ls *.whl)"

hooks: $(VENV)/.test
	$(BIN)/pre-commit install

# The browser tests need Chromium. Its headless build does the same in three quarters of the processor time, where it is to be had.
INSTALL := $(SUDO) apt-get install -y -q --no-install-recommends
chromium:
	@command -v chromium-headless-shell >/dev/null || ($(SUDO) apt-get update -q && $(INSTALL) chromium-headless-shell) \
		|| command -v chromium >/dev/null || $(INSTALL) chromium

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "Python 3.11 or later is needed: make PYTHON=python3.12 ..." && false)
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt constraints.txt | $(VENV)/bin/python
ifeq ($(TORCH),cpu)
	@$(BIN)/python -m pip install -q --no-deps --timeout 10 --retries 0 --index-url $(TORCH_INDEX) "$(TORCH_PIN)+cpu" 2>/dev/null \
		|| echo "The CPU build of torch cannot be reached: installing the one of PyPI, which is larger."
endif
	$(BIN)/python -m pip install -q -r requirements.txt -c constraints.txt
	@touch $@

$(VENV)/.test: requirements-test.txt $(VENV)/.run
	$(BIN)/python -m pip install -q -r requirements-test.txt -c constraints.txt
	@touch $@

node_modules/.done: package-lock.json $(VENV)/.test
	PATH="$(abspath $(BIN)):$$PATH" npm ci --silent --no-audit --no-fund
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis node_modules
