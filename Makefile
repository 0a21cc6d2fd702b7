# Every command first makes .venv and installs the pins, if they are not there: tools/start.py.

PYTHON ?= python3
START := $(PYTHON) tools/start.py
WEB := tests/tools/book/browser
COMPILE := $(START) python -m uv pip compile --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --no-header --no-annotate --upgrade
COMPILE_FOR_BROWSER := $(START) python -m uv pip compile --quiet --no-deps --python-version 3.14 \
	--generate-hashes --constraints requirements.txt --no-header --no-annotate --upgrade

.PHONY: help lab model slides vote handout figures key grade class site serve publish package test \
	format lint test-long test-all test-web test-web-all test-firefox notebooks new picture \
	film record bench pins clean

help: ## list the commands
	@awk -F ':.*## ' '/^## / { print "\n" substr($$0, 4) } /^[a-z-]+:.*## / { printf "make %-12s  %s\n", $$1, $$2 }' Makefile

## Read and teach:

lab: ## open JupyterLab (PORT=8890 for a port of your own, PYTHON=python3.12 for another Python)
	@$(START) lab $(if $(PORT),--port $(PORT))

model: ## fetch two published models, once (176 MB to download, 630 MB on disk; WEIGHTS=file: the publisher's numbers)
	@$(START) $(if $(WEIGHTS),python -m tools.model.published "$(WEIGHTS)",model)

slides: ## show a notebook as slides (N=03; SHORT=1: its short version; PORT as above; PDF=1: into handouts)
	$(if $(PDF),$(if $(SHORT)$(PORT),$(error PDF=1 writes all slides of the notebook and opens no page: leave out SHORT and PORT)))
	@$(START) $(if $(PDF),python -m tools.slides.pdf "$(N)",slides $(N) $(if $(SHORT),--short) \
		$(if $(PORT),--port $(PORT)))

vote: ## the same, and the room votes by phone (N=03; SHARED=1: one vote a browser, not a device; HOST=address; SHORT=1)
	@$(START) vote $(N) $(if $(PORT),--port $(PORT)) $(if $(SHARED),--shared) $(if $(SHORT),--short) \
		$(if $(HOST),--host $(HOST))

handout: ## print two sheets a lesson, questions and recap, into the folder handouts
	@$(START) python -m tools.handout.handout

figures: ## write every drawing, table and plot as PNG: handouts/figures/index.html lists them
	@$(START) python -m tools.handout.figures

key: ## for teachers: handouts/key.md with every solution and answer, plan.pdf with slides and minutes
	@$(START) python -m tools.handout.lecturer

grade: ## mark a folder of submissions (SUBMISSIONS=folder; NOTEBOOKS=05,06: what counts; STUDENT=ada: one again; SEED=7)
	@OPENBLAS_NUM_THREADS=1 $(START) python -m tools.grading.grade "$(SUBMISSIONS)" --sandbox "$(SANDBOX)" \
		$(if $(SEED),--seed $(SEED)) --student "$(STUDENT)" --notebooks "$(NOTEBOOKS)"

class: ## start a hub for a class on this machine (N=30: with 30 students, and say how they fared; NOTEBOOK=13)
	@$(START) python -m tools.classroom.run_class $(N) $(if $(NOTEBOOK),--notebook $(NOTEBOOK))

site: ## make book and workbench in the folder site
	@$(START) python -m tools.book.book

publish: ## say what to do once to publish your copy, and write README's two addresses
	@$(START) python -m tools.publish

package: ## build the helper package into the folder dist, as a wheel and as source
	@$(START) python -m uv build --quiet --out-dir dist .
	@ls dist

serve: ## show the book and the workbench (PORT as above)
	@$(START) python -m tools.book.serve $(if $(PORT),--port $(PORT))

test: ## every check and its verdict (NBVAL=--nbval-lax: run the notebooks, compare marked cells only)
	@$(START) test $(NBVAL)

## Change the series:

format: ## format code and notebooks, and mend what can be mended
	@$(START) python -m ruff format
	@$(START) python -m ruff check --fix
	@$(START) python -m tools.run_checks format

lint: ## check format, lint and the types in JavaScript; change nothing
	@$(START) lint

test-long: ## make test, and nearly all that needs no browser: notebooks that train, every case
	@$(START) test-long $(NBVAL)

test-all: ## the same, with every slide and every setting of every lab in a browser
	@$(START) test-all $(NBVAL)

test-web: ## the book and the workbench in a browser: a sample of pages, labs and cells
	@$(START) python -m pytest $(WEB) --numprocesses 2 --dist loadscope

test-web-all: ## the same, for every page, lab, cell and answer (nine minutes)
	@$(START) python -m pytest $(WEB) --all --numprocesses 2 --dist loadscope

test-firefox: ## every page, lab and notebook of both in Firefox, 159 or newer (six minutes)
	@$(START) python -m pytest $(WEB)/test_book.py $(WEB)/test_workbench.py --firefox --all \
		--numprocesses 2 --dist loadscope

notebooks: ## execute the notebooks anew and write their outputs
	@$(START) python -m tools.notebook.execute

new: ## write the files of a new notebook, ready to run (N=15 NAME=some_words)
	@$(START) python -m tools.new.new "$(N)" "$(NAME)"

picture: ## draw the README's pictures anew (the second needs make model)
	@$(START) python -m tools.record.readme_picture

film: ## record the lab of 02 as a looped picture, for the README
	@$(START) python -m tools.record.film

record: ## record numbers anew (without WHAT: the list of what there is, and what each needs)
	@OPENBLAS_NUM_THREADS=1 $(START) python -m tools.record $(WHAT)

bench: ## print times, sizes and memory as a table
	@$(START) python -m tools.bench.bench

pins: ## pin the newest versions that pyproject.toml allows
	@$(COMPILE) --extra lab pyproject.toml --output-file requirements.txt
	@$(COMPILE) --group test --constraints requirements.txt --output-file tests/requirements.txt
	@$(COMPILE) --extra lab --extra hub --constraints requirements.txt pyproject.toml \
		--output-file binder/requirements.txt
	@$(COMPILE_FOR_BROWSER) tools/book/web/requirements.in --output-file tools/book/web/requirements.txt
	@$(COMPILE_FOR_BROWSER) tools/book/lite/requirements.in --output-file tools/book/lite/requirements.txt

clean: ## remove .venv
	@rm -rf .venv
