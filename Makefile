# `make conform` runs the main job, `make test` every check. Both make their own virtual environment first; `make conform`
# installs only what running the suite needs, and the rest comes when a target asks for it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_TEST := $(VENV)/.ready-test
READY_NPM := $(VENV)/.ready-npm
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
AS_ROOT := $(if $(filter 0,$(shell id -u)),,$(shell command -v sudo))

.PHONY: help conform mutate bench npm docs serve test check unit kit browser coverage spell format clean
help:            ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/: *[^#]*## /\t/' | expand -t 12

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	@touch $@

$(READY_TEST): $(READY)
	$(PIP) --editable '.[test,dev,docs]'
	@touch $@

# TypeScript checks the types of the engine in JavaScript. npm comes with Node or, as here, from Debian.
$(READY_NPM): tests/javascript/package-lock.json $(READY)
	command -v npm || { $(AS_ROOT) apt-get update && $(AS_ROOT) apt-get install -y --no-install-recommends npm; }
	npm ci --prefix tests/javascript --no-audit --no-fund --loglevel error
	@touch $@

conform: $(READY)   ## validate the specification and run the conformance suite against the reference
	$(BIN)/concordia validate
	$(BIN)/concordia conform --jobs 2

mutate: $(READY)   ## measure how strong the suite is: every mutant of data and code
	$(BIN)/concordia mutate --jobs 2

bench: $(READY_TEST)   ## compare the speed with that of other programs, and measure how costs grow
	$(BIN)/python -m benchmarks --markdown benchmarks/results/table.md --json benchmarks/results/table.json
	$(BIN)/python -m benchmarks.growth

npm: $(READY) $(READY_NPM)   ## pack the rules and the engine in JavaScript as an npm package, into the folder build
	rm -rf build/npm && mkdir -p build
	$(BIN)/concordia bundle -o build/rules.json
	node conformance/adapters/javascript/pack.mjs build/rules.json LICENSE build/npm
	tests/javascript/node_modules/.bin/tsc --project tests/javascript/declarations.json --outDir build/npm
	cd build && npm pack ./npm --loglevel error

docs: $(READY_TEST)   ## build the site into the folder site, and follow all its links
	$(BIN)/concordia docs build

serve: $(READY_TEST)   ## build the site, serve it on this machine, and build again what changes
	$(BIN)/concordia docs serve

test: check unit browser   ## lint, format, types and all tests

check: $(READY_TEST) $(READY_NPM)   ## lint, formatting, the order of the rooms, and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	tests/javascript/node_modules/.bin/tsc --project tests/javascript

unit: $(READY_TEST) $(READY_NPM)   ## the tests that need no browser
	$(BIN)/python -m pytest -n auto --ignore tests/browser -m "not kit"

kit: $(READY_TEST)   ## build and run the skeletons of adapters; toolchains that are missing are installed
	@missing=""; lacks() { missing="$$missing $$*"; }; \
	command -v go >/dev/null || lacks golang-go; \
	command -v cargo >/dev/null || lacks cargo rustc; \
	command -v javac >/dev/null || lacks default-jdk-headless; \
	ls -d /usr/share/cargo/registry/serde_json-* >/dev/null 2>&1 || lacks librust-serde-json-dev librust-serde-derive-dev; \
	test -e /usr/share/java/jackson-databind.jar || lacks libjackson2-databind-java; \
	test -e /usr/share/java/junit-platform-console.jar || lacks junit5; \
	test -z "$$missing" || { $(AS_ROOT) apt-get update && $(AS_ROOT) apt-get install -y --no-install-recommends $$missing; }
	$(BIN)/python -m pytest -n 2 -m kit tests/kit

browser: docs   ## the tests of the site in Chromium, which is installed if there is none
	test -n "$$CHROMIUM" || command -v chromium-headless-shell || { $(AS_ROOT) apt-get update && $(AS_ROOT) apt-get install -y --no-install-recommends chromium-headless-shell fonts-dejavu-core; }
	$(BIN)/python -m pytest -n 2 tests/browser

coverage: $(READY_TEST)   ## which lines the tests reach; measuring takes twice the time
	$(BIN)/python -m pytest -n auto --ignore tests/browser -m "not simulation and not kit" --cov --cov-report=term-missing:skip-covered

spell: $(READY_TEST)   ## spell-check the texts in all languages with their dictionaries
	$(BIN)/python -m tests.spelling

format: $(READY_TEST)   ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:   ## remove what was made here
	rm -rf $(VENV) tests/javascript/node_modules build dist site .site-build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .coverage
