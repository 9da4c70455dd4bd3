# Each target sets up what it needs, in this folder, and is quick when that stands already.
#
#   make serve      the demonstration server (PORT=8001 for another port than 8000)
#   make fast       the checks and a few cases of every quick test: under a minute
#   make test       the checks and all tests, long ones sampled
#   make test-all   the checks and all tests at full depth
#   make check      imports, style, types
#   make nightly    hostile inputs for hours (MINUTES=480); what fells a reader is kept in var/nightly
#   make audit      ask which pinned packages have known faults
#   make guide      the guide, built into site/
#   make bench      measure the kernel beside peers, pages and the server, and write one report
#                   (ARGS=--full, ARGS="--only kernel,pages"; DRAGOMAN_CASES names the folder of recorded games)

PYTHON ?= python3
WORKERS ?= 2
MINUTES ?= 480

BIN := .venv/bin
SET_UP := .venv/set-up
# What is used is compiled when it is first used; the rest of what is installed never is.
PIP := -m pip --disable-pip-version-check -qq install --no-compile
# Files stay whole and in their order, so that what a file sets up stands once, and the long ones are not the last.
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder
# The first time that types are checked takes half a minute; meanwhile all that tests import is compiled.
WARM := [ -d .mypy_cache ] || $(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 || true

# What one process has compiled, all others find: the tests start hundreds.
unexport PYTHONDONTWRITEBYTECODE

# Two commands at once; both must succeed, and what the second says is last.
beside = ($(1)) & first=$$!; ($(2)); second=$$?; wait $$first && exit $$second

# One thing at a time: two installations into one environment would trip over each other.
.NOTPARALLEL:
.PHONY: serve fast test test-all prepared check nightly audit guide bench clean

serve: $(SET_UP)/run $(SET_UP)/package
	@$(BIN)/dragoman demo $(if $(PORT),--port $(PORT))

fast: check
	@DRAGOMAN_DEPTH=fast $(PYTEST) -m "not slow and not dear and not browser and not postgres"

test: prepared
	@DRAGOMAN_DEPTH=sample $(PYTEST)

test-all: prepared
	@DRAGOMAN_DEPTH=full $(PYTEST)

# The machine's programs come while Python's packages do.
prepared: | .venv/pyvenv.cfg
	@$(call beside,requirements/system,$(MAKE) --no-print-directory check)

check: $(SET_UP)/dev $(SET_UP)/package
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/ruff check --quiet --output-format=concise
	@$(BIN)/ruff format --check --quiet --output-format=concise
	@$(call beside,$(WARM),$(BIN)/mypy --strict src)

nightly: $(SET_UP)/dev $(SET_UP)/package
	@DJANGO_SETTINGS_MODULE=dragoman.settings $(BIN)/python -m tests.hostile.nightly --minutes $(MINUTES) $(ARGS)

audit: .venv-audit/set-up
	@PIP_AUDIT=$(abspath .venv-audit/bin/pip-audit) requirements/audit

# A guide with a broken link or a page that nobody can find is not built. (The variable silences an advertisement.)
guide: $(SET_UP)/dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "The guide stands in site/index.html"

bench: $(SET_UP)/dev $(SET_UP)/package .venv-bench/set-up
	@requirements/system
	@DRAGOMAN_BENCH_PEER=$(abspath .venv-bench/bin/python) $(BIN)/python -m bench $(ARGS)

clean:
	rm -rf .venv .venv-bench .venv-audit .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build dist site

# --- what the targets stand on ---

# An environment of Python's own making. Debian keeps the means in a package of their own.
%/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "Dragoman needs Python 3.11 or newer; name one by PYTHON=..." >&2; exit 1; }
	@if ! $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
	    if command -v apt-get >/dev/null && [ "$$(id -u)" -eq 0 ]; then \
	        apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y python3-venv >/dev/null; \
	    else \
	        echo "Python cannot make environments here; on Debian, install python3-venv." >&2; exit 1; \
	    fi; \
	fi
	@echo "Setting up $*"
	@$(PYTHON) -m venv $*

# What the tests need holds what the server needs, so an environment for tests serves, too.
$(SET_UP)/run: requirements/run.txt requirements/build.txt | .venv/pyvenv.cfg
	@[ $(SET_UP)/dev -nt requirements/dev.txt ] || \
	    $(BIN)/python $(PIP) --require-hashes -r requirements/run.txt -r requirements/build.txt
	@mkdir -p $(@D) && touch $@

$(SET_UP)/dev: requirements/dev.txt requirements/build.txt | .venv/pyvenv.cfg
	@$(BIN)/python $(PIP) --require-hashes -r requirements/dev.txt -r requirements/build.txt
	@mkdir -p $(@D) && touch $@

# The package is installed in place, after one of the two above.
$(SET_UP)/package: pyproject.toml | .venv/pyvenv.cfg
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation -e .
	@mkdir -p $(@D) && touch $@

# What is asked is no part of the product: its newest version knows most.
.venv-audit/set-up: | .venv-audit/pyvenv.cfg
	@.venv-audit/bin/python $(PIP) pip-audit || { echo "pip-audit could not be installed: there is no way to ask." >&2; exit 2; }
	@touch $@

.venv-bench/set-up: requirements/bench.txt | .venv-bench/pyvenv.cfg
	@.venv-bench/bin/python $(PIP) --require-hashes -r requirements/bench.txt
	@mkdir -p $(@D) && touch $@
