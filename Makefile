# All commands for a newcomer. `make run` and `make test` install what they need and are quick the second time.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
READY_BENCH := $(VENV)/.ready-bench
READY_RENDER := $(VENV)/.ready-render
READY_OCR := $(VENV)/.ready-ocr
PAGE := src/garner/page/index.html
PAGE_PACKAGES := web/node_modules/.package-lock.json
# Folders too, whose time tells that a file went away.
PAGE_SOURCES := $(shell find web/src web/public web/scripts -not -name '*.test.ts') web/index.html web/package.json web/vite.config.ts web/tsconfig.json
PAGE_LOG := $(VENV)/page.log
WITH_NODE = sh web/scripts/with-node.sh
NPM = $(WITH_NODE) npm --prefix web
# Without a network it gives up in seconds.
NPM_CI = $(NPM) ci --loglevel=error --ignore-scripts --no-audit --no-fund --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000
TEST_PROCESSES ?= 3
PYTEST = $(BIN)/python -m pytest --dist worksteal
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

# The machine's own if there is one.
CHROMIUM = $(BIN)/python -c 'import sys; from garner.fetch.browser.render import find_chromium; sys.exit(find_chromium() is None)' \
	|| $(BIN)/playwright install chromium

# Without stored bytecode, every process compiles Garner again, and every test process rewrites all tests.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help

help: ## Show this help
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: $(READY) ## Install, then start the page, the API and a worker on http://localhost:8000
	@$(MAKE) --no-print-directory page 2>/dev/null \
		|| echo "The page could not be built; see $(PAGE_LOG). Starting the API without it."
	@$(BIN)/garner serve

page: $(PAGE) ## Build the page, with the installed Node or one from PyPI
	@:

$(PAGE): $(PAGE_SOURCES) $(PAGE_PACKAGES)
	@echo "Building the page ..."
	@$(NPM) run --silent build >$(PAGE_LOG) 2>&1 || { cat $(PAGE_LOG) >&2; exit 1; }
	@touch $@

$(PAGE_PACKAGES): web/package-lock.json | $(READY)
	@echo "Installing the build dependencies of the page ..."
	@$(NPM_CI) >$(PAGE_LOG) 2>&1 || { cat $(PAGE_LOG) >&2; exit 1; }
	@touch $@

web-check: $(READY) $(PAGE) ## Check the page: types, style, unit tests, size, and the API client
	@$(NPM) run --silent check
	@$(NPM) run --silent test
	@$(NPM) run --silent api -- --check
	@$(WITH_NODE) node web/scripts/size.mjs

wheel: $(READY) $(PAGE) ## Build the wheel, including the page, into dist/
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

pictures: $(READY_DEV) $(PAGE) chromium ## Take the screenshots for the README
	@$(BIN)/python -m docs.screenshots

test: $(READY_DEV) $(PAGE) chromium ## Install, then run all tests except the slow ones
	@$(PYTEST) -n $(TEST_PROCESSES) -m 'not slow' $(ARGS)

test-slow: $(READY_DEV) $(PAGE) chromium ## Run the slow tests: long faults, a million rows, disabled guards
	@$(PYTEST) -n 2 -m slow $(ARGS) || [ $$? = 5 ] # ARGS may name files without slow tests

test-all: ## Run all tests, the slow ones even if others fail
	@worst=0; $(MAKE) --no-print-directory test || worst=$$?; $(MAKE) --no-print-directory test-slow || worst=$$?; exit $$worst

setup: $(READY) ## Create .venv with the pinned dependencies

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Garner needs Python 3.11 or newer; none was found."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing pinned dependencies into $(VENV) ..."
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL) --no-deps --editable .
	@touch $@

$(READY_DEV): $(READY) requirements-dev.lock
	@echo "Installing test dependencies ..."
	@$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

render: $(READY_RENDER) ## Install what GARNER_RENDER=true needs: Playwright, and Chromium if missing
	@$(CHROMIUM)

chromium: $(READY_DEV) # for the tests that look at the page
	@$(CHROMIUM)

$(READY_RENDER): $(READY) requirements-render.lock
	@echo "Installing dependencies of rendering ..."
	@$(INSTALL) --require-hashes -r requirements-render.lock
	@touch $@

ocr: $(READY_OCR) ## Install text recognition, to read recipes from pictures

$(READY_OCR): $(READY) requirements-ocr.lock
	@echo "Installing text recognition ..."
	@$(INSTALL) --require-hashes -r requirements-ocr.lock
	@touch $@

checks: lint types docs-check web-check ## Run all checks of CI that do not need the server

lint: $(READY_DEV) ## Check style, names, imports, where kinds are named, that the core is pure and that released SQL functions stay
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports && $(BIN)/python -m tools.lint_names && $(BIN)/python -m tools.lint_core && $(BIN)/python -m tools.lint_kinds && $(BIN)/python -m tools.released_functions

release-functions: $(READY_DEV) ## When a release is made, store the SQL functions that its workers call
	@$(BIN)/python -m tools.released_functions --write

types: $(READY_DEV) ## Check static types
	@$(BIN)/mypy

docs: $(READY_DEV) ## Regenerate the generated docs
	@$(BIN)/python -m docs.generate

docs-check: $(READY_DEV) ## Fail if generated docs are out of date
	@$(BIN)/python -m docs.generate --check

chaos: $(READY_DEV) ## Run the long fault tests
	@GARNER_CHAOS=long $(BIN)/python -m pytest tests/acceptance tests/hostile tests/integration/test_scale.py --timeout 1800 $(ARGS)

eval: $(READY) ## Score extraction on ../shared/corpora, if it exists
	@$(BIN)/python -m evaluation $(ARGS)

bench: $(READY_BENCH) ## Run the benchmarks and write bench/RESULTS.md
	@$(BIN)/python -m bench $(ARGS)

$(READY_BENCH): $(READY_DEV) requirements-bench.lock
	@$(INSTALL) --require-hashes -r requirements-bench.lock
	@touch $@

lock: $(READY) ## Update the pinned dependencies after a change of pyproject.toml
	@$(INSTALL) uv
	@$(COMPILE) pyproject.toml -o requirements.lock
	@$(COMPILE) --extra render -c requirements.lock pyproject.toml -o requirements-render.lock
	@$(COMPILE) --extra ocr -c requirements.lock pyproject.toml -o requirements-ocr.lock
	@$(COMPILE) --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	@$(COMPILE) --group node -o requirements-node.lock
	@$(COMPILE) --extra dev --extra bench -c requirements-dev.lock pyproject.toml -o requirements-bench.lock

clean: ## Remove .venv, the built page and caches (keeps your data in .garner)
	@rm -rf $(VENV) src/garner/page web/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

.PHONY: help run page pictures web-check wheel test test-slow test-all checks chromium release-functions setup render ocr lint types docs docs-check chaos eval bench lock clean
