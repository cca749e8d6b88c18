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
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

.DEFAULT_GOAL := help

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: $(READY) ## Set up, then serve API and workers on http://localhost:8000
	@$(BIN)/garner serve

test: $(READY_DEV) ## Set up, then run every test
	@worst=0; \
	$(BIN)/python -m pytest -n 3 --dist worksteal --ignore tests/acceptance $(ARGS) || worst=$$?; \
	$(BIN)/python -m pytest -n 2 --dist loadfile tests/acceptance $(ARGS) || worst=$$?; \
	exit $$worst

setup: $(READY) ## Make .venv with everything pinned

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Garner needs Python 3.11 or newer; none was found."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing pinned dependencies into $(VENV) ..."
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL) --no-deps --editable .
	@touch $@

$(READY_DEV): $(READY) requirements-dev.lock
	@echo "Installing what tests need ..."
	@$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

render: $(READY_RENDER) ## Set up what GARNER_RENDER=true needs: Playwright, and Chromium if there is none
	@$(BIN)/python -c 'import sys; from garner.fetch.render import find_chromium; sys.exit(find_chromium() is None)' \
		|| $(BIN)/playwright install chromium

$(READY_RENDER): $(READY) requirements-render.lock
	@echo "Installing what rendering needs ..."
	@$(INSTALL) --require-hashes -r requirements-render.lock
	@touch $@

ocr: $(READY_OCR) ## Set up what reading recipes off pictures needs

$(READY_OCR): $(READY) requirements-ocr.lock
	@echo "Installing what reading pictures needs ..."
	@$(INSTALL) --require-hashes -r requirements-ocr.lock
	@touch $@

lint: $(READY_DEV) ## Style, and the house's layers
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports

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
	@$(COMPILE) --extra dev --extra bench -c requirements-dev.lock pyproject.toml -o requirements-bench.lock

clean: ## Remove .venv and caches (your data in .garner stays)
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

.PHONY: help run test setup render ocr lint types docs docs-check chaos eval bench lock clean
