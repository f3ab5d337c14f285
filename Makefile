# make demo    set up and run the demo on http://127.0.0.1:5000 (PORT=5000)
# make test    run the tests against the built and installed wheel (ARGS="tests/web -x")
# make lint    ruff and mypy
# make dist    build sdist and wheel into dist/
# make clean   remove all of what these made
#
# Each target makes its own virtual environment. Needed: Python 3.11 or newer, as
# python3, or PYTHON=/path/to/python. Stamp files make the second run quick.

PYTHON ?= python3
PORT ?= 5000
ARGS ?=
EXTRAS ?= test

SOURCES := $(shell find flask_modelmind templates static -type f ! -name '*.pyc')
META := $(wildcard LICENSE MANIFEST.in README.md pyproject.toml setup.cfg)
SHIPPED := $(wildcard CHANGELOG.md Makefile bench demo docs flask_modelmind static \
	templates tests package.json) $(META)
PIP := -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint dist clean

help:
	@sed -n 's/^# \?//p' Makefile | head -8

demo: .venv-demo/ready
	@.venv-demo/bin/flask --app demo seed
	@echo "Open http://127.0.0.1:$(PORT) and ask in the corner below. Ctrl+C ends it."
	@.venv-demo/bin/flask --app demo run --host 127.0.0.1 --port $(PORT)

test: .venv-test/wheel
	MODELMIND_INSTALLED=1 .venv-test/bin/pytest $(ARGS)

lint: .venv-lint/ready
	.venv-lint/bin/ruff check .
	.venv-lint/bin/ruff format --check .
	.venv-lint/bin/mypy

dist: .build/wheel
	@rm -rf dist && mkdir dist && cp .build/dist/* dist/ && ls dist

clean:
	rm -rf .build .venv-build .venv-demo .venv-lint .venv-test build dist *.egg-info

.venv-%/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	"Flask-ModelMind needs Python 3.11 or newer; set PYTHON=/path/to/python.")'
	$(PYTHON) -m venv .venv-$*

.venv-demo/ready: .venv-demo/bin/python setup.cfg pyproject.toml
	$< $(PIP) install --editable '.[demo]'
	@touch $@

.venv-lint/ready: .venv-lint/bin/python setup.cfg pyproject.toml
	$< $(PIP) install --editable '.[browser,lint,test]'
	@touch $@

.venv-build/ready: .venv-build/bin/python pyproject.toml
	$< $(PIP) install build
	@touch $@

# A copy, so that neither an old build/ nor a file of nobody gets into the wheel.
.build/wheel: .venv-build/ready $(SOURCES) $(META)
	@rm -rf .build && mkdir -p .build/source .build/dist
	@cp -R $(SHIPPED) .build/source
	.venv-build/bin/python -m build --outdir .build/dist .build/source >/dev/null
	@touch $@

.venv-test/wheel: .venv-test/requirements-$(EXTRAS) .build/wheel
	.venv-test/bin/python $(PIP) install --force-reinstall --no-deps .build/dist/*.whl
	@touch $@

.venv-test/requirements-$(EXTRAS): .venv-test/bin/python setup.cfg pyproject.toml | .build/wheel
	set -- .build/dist/*.whl; $< $(PIP) install "$$1[$(EXTRAS)]"
	@touch $@
