# Every command first makes .venv and installs the pins, if they are not there: tools/start.py.

PYTHON ?= python3
START := $(PYTHON) tools/start.py
COMPILE := $(START) python -m uv pip compile --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --no-header --no-annotate --upgrade
BROWSER := $(START) python -m uv pip compile --quiet --no-deps --python-version 3.14 \
	--generate-hashes --constraints requirements.txt --no-header --no-annotate --upgrade

.PHONY: help lab slides site serve test test-all test-web test-web-all test-firefox notebooks \
	handout key picture bench distance timing pytorch record seeds grade class format lint pins clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

lab: ## open JupyterLab (PORT=8890 for a port of your own, PYTHON=python3.12 for another Python)
	@$(START) lab $(if $(PORT),--port $(PORT))

slides: ## show a notebook as slides (N=03; PORT as above)
	@$(START) slides $(N) $(if $(PORT),--port $(PORT))

site: ## make book and workbench in the folder site (CDN=1: half its size, Pyodide from its CDN)
	@$(START) python tools/book.py
	@$(if $(CDN),$(START) python tools/book_cdn.py)

serve: ## show the book and the workbench (PORT as above)
	@$(START) python tools/serve.py $(if $(PORT),--port $(PORT))

test: ## every check and its verdict (NBVAL=--nbval-lax: run the notebooks, compare marked cells only)
	@$(START) test $(NBVAL)

test-all: ## the same, for every notebook and lab where make test takes one: as CI does
	@$(START) test-all $(NBVAL)

test-web: ## the book and the workbench in a browser: a sample of pages, labs and cells
	@$(START) python -m pytest tests/web --numprocesses 2 --dist loadscope

test-web-all: ## the same, for every page, lab, cell and answer (nine minutes)
	@$(START) python -m pytest tests/web --all --numprocesses 2 --dist loadscope

test-firefox: ## every page, lab and notebook of both in Firefox, 159 or newer (six minutes)
	@$(START) python -m pytest tests/web/test_book.py tests/web/test_workbench.py --firefox --all \
		--numprocesses 2 --dist loadscope

notebooks: ## execute the notebooks anew and write their outputs
	@$(START) python tools/execute.py

handout: ## print two pages a lesson, and its drawings as files, into the folder handouts
	@$(START) python tools/handout.py

key: ## write what is right, for teachers: handouts/key.md with every solution and answer
	@$(START) python tools/key.py

picture: ## draw the README's picture anew
	@$(START) python tools/picture.py

bench: ## print times, sizes and memory as a table
	@$(START) python tools/bench.py

distance: ## train the models of notebook 09 and record how far they see (some minutes)
	@$(START) python tools/record_distance.py

timing: ## measure the times of notebook 09 and record them (on a quiet machine, a minute)
	@OPENBLAS_NUM_THREADS=1 $(START) python tools/record_timing.py

pytorch: ## record PyTorch's answers for the tests (needs torch in .venv)
	@$(START) python tools/record_pytorch.py

record: ## record real heads and word vectors anew (downloads 250 MB, takes a minute)
	@$(START) python tools/record.py

seeds: ## train the twenty models of notebook 10 anew and record them (takes two minutes)
	@$(START) python tools/record_seeds.py

grade: ## mark a folder of submissions (SUBMISSIONS=folder; SEED=7: the inputs of that run again)
	@OPENBLAS_NUM_THREADS=1 $(START) python tools/grade.py "$(SUBMISSIONS)" $(if $(SEED),--seed $(SEED))

class: ## start a hub for a class on this machine (N=30: with 30 students, and say how they fared)
	@$(START) python tools/classroom.py $(N)

format: ## format code and notebooks, and mend what can be mended
	@$(START) python -m ruff format
	@$(START) python -m ruff check --fix

lint: ## check format, lint and the types in the labs' JavaScript; change nothing
	@$(START) lint

pins: ## pin the newest versions that pyproject.toml allows
	@$(COMPILE) --extra lab pyproject.toml --output-file requirements.txt
	@$(COMPILE) --group test --constraints requirements.txt --output-file tests/requirements.txt
	@$(COMPILE) --extra lab --extra hub --constraints requirements.txt pyproject.toml \
		--output-file binder/requirements.txt
	@$(BROWSER) tools/web/requirements.in --output-file tools/web/requirements.txt
	@$(BROWSER) tools/lite/requirements.in --output-file tools/lite/requirements.txt

clean: ## remove .venv
	@rm -rf .venv
