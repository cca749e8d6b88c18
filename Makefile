# Everything a newcomer types. `make run` and `make test` set up what they need and are quick the second time.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_BENCH := $(VENV)/.ready-bench

.DEFAULT_GOAL := help

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: $(READY) ## Set up, then serve API and workers on http://localhost:8000
	@$(BIN)/garner serve

test: $(READY) ## Set up, then run every test
	@worst=0; \
	$(BIN)/python -m pytest -n 2 --dist worksteal --ignore tests/acceptance $(ARGS) || worst=$$?; \
	$(BIN)/python -m pytest tests/acceptance $(ARGS) || worst=$$?; \
	exit $$worst

setup: $(READY) ## Make .venv with everything pinned

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Garner needs Python 3.11 or newer; none was found."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing pinned dependencies into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

lint: $(READY) ## Style, and the house's layers
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports

types: $(READY) ## Static types
	@$(BIN)/mypy

docs: $(READY) ## Write the generated pages anew
	@$(BIN)/python -m docs.generate

docs-check: $(READY) ## Fail if a generated page is stale
	@$(BIN)/python -m docs.generate --check

chaos: $(READY) ## The long form of the fault tests
	@GARNER_CHAOS=long $(BIN)/python -m pytest tests/acceptance tests/hostile --timeout 1800 $(ARGS)

bench: $(READY_BENCH) ## Measure against peers, and write bench/RESULTS.md
	@$(BIN)/python -m bench $(ARGS)

$(READY_BENCH): $(READY) requirements-bench.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	@touch $@

lock: $(READY) ## Pin dependencies anew after a change of pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --extra dev pyproject.toml -o requirements.lock
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --extra dev --extra bench -c requirements.lock pyproject.toml -o requirements-bench.lock

clean: ## Remove .venv and caches (your data in .garner stays)
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

.PHONY: help run test setup lint types docs docs-check chaos bench lock clean
