# `make conform` runs the main job, `make test` every check. Both make their own virtual environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help conform mutate test check unit coverage spell format clean
help:            ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/: *[^#]*## /\t/' | expand -t 12

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,dev]'
	@touch $@

conform: $(READY)   ## validate the specification and run the conformance suite against the reference
	$(BIN)/concordia validate
	$(BIN)/concordia conform --jobs 2

mutate: $(READY)   ## measure how strong the suite is: every mutant of data and code
	$(BIN)/concordia mutate --jobs 2

test: check unit   ## lint, format, types and all tests

check: $(READY)   ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

unit: $(READY)   ## the tests
	$(BIN)/python -m pytest -n auto

coverage: $(READY)   ## which lines the tests reach; measuring takes twice the time
	$(BIN)/python -m pytest -n auto -m "not simulation" --cov --cov-report=term-missing:skip-covered

spell: $(READY)   ## spell-check the texts in all languages with their dictionaries
	$(BIN)/python -m tests.spelling

format: $(READY)   ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:   ## remove what was made here
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .coverage
