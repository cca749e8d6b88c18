# Everything a newcomer types. `make run` and `make test` set up what they need and are quick the second time.
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

# Where bytecode is not kept, every process compiles Garner anew, and every test process rewrites all tests.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: $(READY) ## Set up, then serve page, API and workers on http://localhost:8000
	@$(MAKE) --no-print-directory page 2>/dev/null \
		|| echo "The page could not be built ($(PAGE_LOG) says why); the API is served all the same."
	@$(BIN)/garner serve

page: $(PAGE) ## Build the page, with the machine's Node or one from PyPI
	@:

$(PAGE): $(PAGE_SOURCES) $(PAGE_PACKAGES)
	@echo "Building the page ..."
	@$(NPM) run --silent build >$(PAGE_LOG) 2>&1 || { cat $(PAGE_LOG) >&2; exit 1; }
	@touch $@

$(PAGE_PACKAGES): web/package-lock.json | $(READY)
	@echo "Installing what the page is built with ..."
	@$(NPM_CI) >$(PAGE_LOG) 2>&1 || { cat $(PAGE_LOG) >&2; exit 1; }
	@touch $@

web-check: $(READY) $(PAGE) ## The page's types, style, unit tests and size, and that its client fits the API
	@$(NPM) run --silent check
	@$(NPM) run --silent test
	@$(NPM) run --silent api -- --check
	@$(WITH_NODE) node web/scripts/size.mjs

wheel: $(READY) $(PAGE) ## Build the wheel, the page in it, into dist/
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

pictures: $(READY_DEV) $(PAGE) chromium ## Take the pictures of the page that the README shows
	@$(BIN)/python -m docs.screenshots

test: $(READY_DEV) $(PAGE) chromium ## Set up, then run every test but the slow tier
	@$(PYTEST) -n $(TEST_PROCESSES) -m 'not slow' $(ARGS)

test-slow: $(READY_DEV) $(PAGE) chromium ## The slow tier: long faults, a million rows, guards taken away
	@$(PYTEST) -n 2 -m slow $(ARGS) || [ $$? = 5 ] # ARGS may name files without slow tests

test-all: ## Every test: both tiers, the second even if the first fails
	@worst=0; $(MAKE) --no-print-directory test || worst=$$?; $(MAKE) --no-print-directory test-slow || worst=$$?; exit $$worst

setup: $(READY) ## Make .venv with everything pinned

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

render: $(READY_RENDER) ## Set up what GARNER_RENDER=true needs: Playwright, and Chromium if there is none
	@$(CHROMIUM)

chromium: $(READY_DEV) # for the tests that look at the page
	@$(CHROMIUM)

$(READY_RENDER): $(READY) requirements-render.lock
	@echo "Installing what rendering needs ..."
	@$(INSTALL) --require-hashes -r requirements-render.lock
	@touch $@

ocr: $(READY_OCR) ## Set up what reading recipes off pictures needs

$(READY_OCR): $(READY) requirements-ocr.lock
	@echo "Installing what reading pictures needs ..."
	@$(INSTALL) --require-hashes -r requirements-ocr.lock
	@touch $@

checks: lint types docs-check web-check ## Everything that CI checks without running the server

lint: $(READY_DEV) ## Style, names, and the layers of the packages
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports && $(BIN)/python -m tools.lint_names

types: $(READY_DEV) ## Static types
	@$(BIN)/mypy

docs: $(READY_DEV) ## Write the generated pages anew
	@$(BIN)/python -m docs.generate

docs-check: $(READY_DEV) ## Fail if a generated page is stale
	@$(BIN)/python -m docs.generate --check

chaos: $(READY_DEV) ## The long form of the fault tests
	@GARNER_CHAOS=long $(BIN)/python -m pytest tests/acceptance tests/hostile tests/integration/test_scale.py --timeout 1800 $(ARGS)

eval: $(READY) ## Score extraction on ../shared/corpora, if that is there
	@$(BIN)/python -m evaluation $(ARGS)

bench: $(READY_BENCH) ## Measure against peers, and write bench/RESULTS.md
	@$(BIN)/python -m bench $(ARGS)

$(READY_BENCH): $(READY_DEV) requirements-bench.lock
	@$(INSTALL) --require-hashes -r requirements-bench.lock
	@touch $@

lock: $(READY) ## Pin dependencies anew after a change of pyproject.toml
	@$(INSTALL) uv
	@$(COMPILE) pyproject.toml -o requirements.lock
	@$(COMPILE) --extra render -c requirements.lock pyproject.toml -o requirements-render.lock
	@$(COMPILE) --extra ocr -c requirements.lock pyproject.toml -o requirements-ocr.lock
	@$(COMPILE) --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	@$(COMPILE) --group node -o requirements-node.lock
	@$(COMPILE) --extra dev --extra bench -c requirements-dev.lock pyproject.toml -o requirements-bench.lock

clean: ## Remove .venv, the built page and caches (your data in .garner stays)
	@rm -rf $(VENV) src/garner/page web/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

.PHONY: help run page pictures web-check wheel test test-slow test-all checks chromium setup render ocr lint types docs docs-check chaos eval bench lock clean
