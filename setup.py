"""The compiled modules of sse_core; everything else about the package is in pyproject.toml.

Environment variables choose what is built:

SSE_VARIANTS=here   what play on this machine needs: the best variant of each module that this processor runs, and no
                    table of Micro Space Empire; ``tests``: every variant that this processor runs, and no such table;
                    ``none``: no module, where another command compiles them. Everything is built by default (``all``),
                    as wheels need it.
SSE_DEBUG=1         with C asserts, bounds checks and the undefined-behaviour sanitizer.
SSE_SANITIZE=1      so with the address sanitizer too, whose library must be loaded before Python starts.
SSE_TRACE=1         with line tracing, so that coverage sees into the .pyx files.
SSE_QUICK=1         compiled in less time, at a low level of optimisation: enough to try a wheel; ``others``: so are, of
                    the variants for ``tests``, those that play on this machine doesn't take.
SSE_BUILD=folder    where C code and libraries are kept from build to build; ``build`` by default.

Cython makes C from each .pyx once: variants and other Pythons compile the same C. Both C and libraries are kept with a
digest of all that they are made from, and are made again when that changes.
"""

import copy
import gc
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from glob import glob
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import Cython
from Cython.Build.Dependencies import create_dependency_tree
from Cython.Build.SharedModule import generate_shared_module
from Cython.Compiler.CmdLine import parse_command_line
from Cython.Compiler.Main import compile as make_c
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SWITCHES = "SSE_SANITIZE", "SSE_DEBUG", "SSE_TRACE"
ADDRESS, DEBUG, TRACE = (os.environ.get(name, "0") not in ("", "0") for name in SWITCHES)
DEBUG |= ADDRESS
QUICK = os.environ.get("SSE_QUICK", "0")
KIND = "sanitize" if ADDRESS else "debug" if DEBUG else "trace" if TRACE else "release"
KEPT = Path(os.environ.get("SSE_BUILD", "build"), KIND)
VARIANTS = os.environ.get("SSE_VARIANTS", "all")
if VARIANTS not in ("all", "tests", "here", "none"):
    sys.exit(f"SSE_VARIANTS is all, tests, here or none, not {VARIANTS}")
if QUICK not in ("", "0", "1", "others"):
    sys.exit(f"SSE_QUICK is 0, 1 or others, not {QUICK}")
MSVC = sys.platform == "win32"

# --- flags

SANITIZERS = "undefined,bounds" + ",address" * ADDRESS
# -fno-sanitize-recover makes a finding end the process: a test must not pass over it.
SANITIZE = [f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"] if DEBUG and not MSVC else []
# Two words of a set are not worth a vector: gcc's vectorizer costs some per cent here.
RELEASE = ["-g0", "-fno-tree-vectorize"]
# Untuned, gcc copies and clears structs by slow string instructions. Any x86-64 runs code that is tuned for Haswell.
RELEASE += ["-mtune=haswell"] * (sys.platform == "linux" and platform.machine() == "x86_64")
# A product and a sum in one step would round otherwise: each processor has to find the same.
EXACT = ["-ffp-contract=off"]
OPTIMIZE = (["/Od"] if DEBUG else ["/O2"]) if MSVC else EXACT + (["-O1", "-g"] if DEBUG else RELEASE)
# What is called inline is: left to itself gcc stops halfway, and a flag that should choose a loop is asked in it. At a
# low level that is worth a tenth of the speed, and most of the time to compile.
INLINE = "__inline__ __attribute__((always_inline))"
# A directive in the head of a .pyx would win over these, so the ones that a switch turns stand here only.
DIRECTIVES = {"boundscheck": DEBUG, "initializedcheck": DEBUG, "linetrace": TRACE, "freethreading_compatible": True}

# --- modules

GAMES = "small_star_empires", "micro_space_empire", "jump_wars", "empire_of_the_stars"
SSE, MICRO, JUMP, EMPIRE = (f"sse_core._core.{name}" for name in GAMES)
PROCESSOR, SHARED = "sse_core._core.processor", "sse_core._core.cython_shared"
LANES, TABLE = f"{SSE}.lanes", f"{MICRO}.table"
# What is compiled for newer processors too, beside the portable modules; `sse_core/_core/variants.py` finds the best.
SETTINGS = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["sse_core"]
LEVELS = SETTINGS["levels"]
NEWER = {f"sse_core.{name}": levels for name, levels in SETTINGS["newer"].items()}
if sys.platform != "linux" or platform.machine() != "x86_64":
    NEWER = {}
NEWER_ONLY = [f"sse_core.{name}" for name in SETTINGS["newer_only"]]
# Values of the table fill vectors. Where the loops of full lanes begin is worth up to 8 % of their speed, and tuning is
# worth 3 %.
MORE = {(TABLE, "v3"): ["-ftree-vectorize"], (TABLE, "v4"): ["-ftree-vectorize"]}
MORE |= {(f"{SSE}.full_lanes", "v4"): ["-falign-loops=64", "-mtune=icelake-server"]}
# They hold no loop of play: compiling them well costs more than it saves.
COLD = PROCESSOR, SHARED
# They call each rule in one place or two: nothing is gained by a copy for each.
OTHERS = tuple(f"{game}.state" for game in (MICRO, JUMP, EMPIRE))
STATES = "sse_core._fast", *OTHERS
# The rules of these games call one another in many places: all inline, they take minutes to compile for 2 % of speed.
WINDING = tuple(f"{game}.{name}" for game in (JUMP, EMPIRE) for name in ("playing", "search"))
# They take as many instructions at -O2, but for 0.4 %; other modules take some per cent more.
MILD = f"{SSE}.solver", TABLE
MILD += tuple(f"{game}.{name}" for game in (JUMP, EMPIRE) for name in ("state", "search"))


def level_of_optimisation(name, is_quick):
    """Return the flag of a module."""
    if is_quick:
        return "-O0" if name in (*COLD, *OTHERS) else "-O1"
    return "-O1" if name in COLD else "-O2" if name in MILD else "-O3"


def extension(name, level=None, is_quick=QUICK == "1"):
    """Return a module, or its variant for a level, which is in the folder of that name."""
    folder, _, stem = name.rpartition(".")
    macros = {"SSE_DEBUG": DEBUG, "CYTHON_TRACE_NOGIL": TRACE, "SSE_NEWER": NEWER}
    inline = [] if DEBUG or MSVC or is_quick or name in (*COLD, *STATES, *WINDING) else [("CYTHON_INLINE", INLINE)]
    lower = [] if DEBUG or MSVC else [level_of_optimisation(name, is_quick)]
    ext = Extension(
        f"{folder}.{level}.{stem}" if level else name,
        [SOURCE_OF[name]],
        define_macros=[(macro, "1") for macro, wanted in macros.items() if wanted] + inline,
        undef_macros=["NDEBUG"] * DEBUG,
        extra_compile_args=OPTIMIZE + SANITIZE + lower + LEVELS.get(level, []) + MORE.get((name, level), []),
        extra_link_args=SANITIZE,
    )
    ext.is_quick = is_quick
    return ext


# Large ones first: then all processors are busy to the end. Cython writes the shared module by itself, without a .pyx.
SOURCES = sorted(glob("src/sse_core/**/*.pyx", recursive=True), key=os.path.getsize, reverse=True)
SOURCE_OF = {SHARED: f"src/{SHARED.replace('.', '/')}.pyx"}
SOURCE_OF |= {os.path.relpath(path, "src")[: -len(".pyx")].replace(os.sep, "."): path for path in SOURCES}
if MSVC:
    # It has no vector types.
    del SOURCE_OF[LANES]


def levels_of(name):
    """Return the levels that a module is compiled for; None: every processor's."""
    return [*[None] * (name not in NEWER_ONLY), *NEWER.get(name, [])]


def level_of(ext):
    """Return the level that a variant is compiled for; None: it is the portable one."""
    return next((level for level in LEVELS if f".{level}." in ext.name), None)


def runnable(extensions, levels):
    """Return what a processor that runs some levels can run."""
    return [ext for ext in extensions if level_of(ext) in (None, *levels)]


def portable_name(ext):
    """Return the name of the module that a variant is of."""
    folder, _, stem = ext.name.rpartition(".")
    return f"{folder.removesuffix(f'.{level_of(ext)}')}.{stem}"


def hurry(ext):
    """Let a variant be compiled in less time."""
    quick = extension(portable_name(ext), level_of(ext), is_quick=True)
    ext.define_macros, ext.extra_compile_args, ext.is_quick = quick.define_macros, quick.extra_compile_args, True


def chosen(extensions, levels):
    """Return what play needs on a processor that runs some levels, the best first: one variant of each module."""
    names = {ext.name for ext in extensions}
    found = []
    for ext in extensions:
        level, name = level_of(ext), portable_name(ext)
        folder, _, stem = name.rpartition(".")
        best = next((level for level in levels if f"{folder}.{level}.{stem}" in names), None)
        # Lanes are slower than one game after the other on old processors, so that nothing asks for them there.
        if level == best and (name != LANES or best):
            found.append(ext)
    return found


# --- building


def digest(*parts):
    """Return a digest of texts and bytes."""
    found = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode()
        found.update(b"%d:" % len(data) + data)
    return found.hexdigest()


def is_kept(path, said):
    """Return whether a file is there that was made from what has this digest."""
    stamp = Path(f"{path}.digest")
    return path.exists() and stamp.exists() and stamp.read_text() == said


def run_cython(arguments):
    """Do what the command cython does, in this process: a new one takes longer to start than to make a module's C."""
    options, sources = parse_command_line(arguments)
    if options.shared_c_file_path:
        generate_shared_module(options)
    elif make_c(sources, options).num_errors:
        sys.exit(f"cython {' '.join(arguments)} failed")


def cythonized(source):
    """Return the C of a .pyx, made only if it isn't kept already."""
    # Coverage looks for the generated C beside its source; other builds keep it out of src.
    path = Path("" if TRACE else KEPT, source).with_suffix(".c")
    options = [f"-X{name}={value}" for name, value in DIRECTIVES.items()] + ["--line-directives"] * DEBUG
    if source == SOURCE_OF[SHARED]:
        options += ["--module-name", SHARED, "--generate-shared", str(path)]
        depends = target = []
    else:
        # The processor's module is loaded alone, before the package is built.
        options += ["-3"] + ["--shared", SHARED] * (source != SOURCE_OF[PROCESSOR])
        depends = sorted(create_dependency_tree(quiet=True).all_dependencies(source))
        target = [source, "-o", str(path)]
    # Names alone: Cython's own headers are in another folder each time.
    contents = (part for file in map(Path, depends) for part in (file.name, file.read_bytes()))
    said = digest(Cython.__version__, *options, *contents)
    if not is_kept(path, said):
        path.parent.mkdir(parents=True, exist_ok=True)
        run_cython([*options, *target])
        Path(f"{path}.digest").write_text(said)
    return path


class KeepingBuildExt(build_ext):
    """Makes C, and libraries side by side on all processors, and only those that aren't kept."""

    dropped = ()

    def build_extensions(self):
        # The table is needed by no install for one machine, whatever its processor, and tested where all is built.
        table = f"src/{TABLE.replace('.', '/')}.pyx"
        wanted = [ext for ext in self.extensions if VARIANTS == "all" or ext.sources[0] != table]
        sources = list(dict.fromkeys(ext.sources[0] for ext in wanted))
        # The modules of this machine are known when the first one is built.
        sources.sort(key=lambda source: not source.endswith("processor.pyx"))
        # Cython is not made for threads, so that one thread makes all C, and others compile what is made. Collecting
        # the garbage of its trees takes a third of its time.
        gc.disable()
        with ThreadPoolExecutor(1) as cython, ThreadPoolExecutor(self.parallel or os.cpu_count()) as team:
            c_files = {source: cython.submit(cythonized, source) for source in sources}
            try:
                if VARIANTS != "all":
                    self.choose(wanted, c_files)
                for build in [team.submit(self.build_one, ext, c_files[ext.sources[0]]) for ext in self.extensions]:
                    build.result()
            except BaseException:
                cython.shutdown(wait=False, cancel_futures=True)
                team.shutdown(cancel_futures=True)
                raise

    def choose(self, wanted, c_files):
        """Keep the wanted extensions that this processor runs; drop earlier builds of all others, which may be old."""
        first = next(ext for ext in self.extensions if ext.name == PROCESSOR)
        self.build_one(copy.copy(first), c_files[first.sources[0]])
        path = self.get_ext_fullpath(PROCESSOR)
        spec = spec_from_file_location("processor", path, loader=ExtensionFileLoader("processor", path))
        processor = module_from_spec(spec)
        spec.loader.exec_module(processor)
        levels = [level for level in ("v4", "v3") if getattr(processor, f"runs_{level}")()]
        best = chosen(wanted, levels)
        needed = best if VARIANTS == "here" else runnable(wanted, levels)
        self.dropped = [ext for ext in self.extensions if ext not in needed]
        if QUICK == "others":
            for ext in needed:
                if ext not in best:
                    hurry(ext)
        self.extensions[:] = needed
        for source in c_files.keys() - {ext.sources[0] for ext in needed}:
            c_files[source].cancel()

    def copy_extensions_to_source(self):
        # Folders of variants are no packages, so that nothing else makes them.
        for ext in self.extensions:
            Path(self.get_ext_fullpath(ext.name)).parent.mkdir(exist_ok=True)
        super().copy_extensions_to_source()
        for ext in self.dropped:
            Path(self.get_ext_fullpath(ext.name)).unlink(missing_ok=True)

    @cached_property
    def made_by(self):
        """The Python and the compiler."""
        # MSVC's class says nothing of its program; its version is that of the Python's build.
        compiler = getattr(self.compiler, "compiler_so", [sys.executable])
        version = subprocess.run([compiler[0], "--version"], capture_output=True, text=True, check=True).stdout
        return sys.version, *compiler, *getattr(self.compiler, "linker_so", []), version

    def build_one(self, ext, c_file):
        """Put a module's library where it belongs: the kept one, or a new one, which is kept then."""
        source, path = c_file.result(), Path(self.get_ext_fullpath(ext.name))
        flags = ext.define_macros, ext.undef_macros, ext.extra_compile_args, ext.extra_link_args
        said = digest(*self.made_by, repr(flags), source.read_bytes())
        # Quick libraries have a place of their own, so that a build of one kind doesn't cost that of the other.
        abi = sysconfig.get_config_var("SOABI") or sys.implementation.cache_tag
        place = KEPT / abi / ("quick" if ext.is_quick else "")
        kept = place / Path(self.get_ext_filename(ext.name))
        if not is_kept(kept, said):
            # The objects of variants, which are made from one file, must not meet.
            alone = copy.copy(self)
            alone.force, alone.build_temp = True, str(place / "objects" / ext.name)
            ext.sources = [str(source)]
            alone.build_extension(ext)
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, kept)
            Path(f"{kept}.digest").write_text(said)
        elif not path.exists() or path.read_bytes() != kept.read_bytes():
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(kept, path)


setup(
    ext_modules=[extension(name, level) for name in SOURCE_OF for level in levels_of(name) if VARIANTS != "none"],
    cmdclass={"build_ext": KeepingBuildExt},
    options={"build": {"build_base": f"build/{KIND}"}},
)
