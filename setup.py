"""The compiled modules of sse_core; everything else about the package is in pyproject.toml.

SSE_DEBUG=1 builds with C asserts, bounds checks and the undefined-behaviour sanitizer.
SSE_SANITIZE=1 does so with the address sanitizer too, whose library must be loaded before Python starts.
SSE_TRACE=1 builds with line tracing, so that coverage sees into the .pyx files.
"""

import os
import platform
import sys
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SWITCHES = "SSE_SANITIZE", "SSE_DEBUG", "SSE_TRACE"
ADDRESS, DEBUG, TRACE = (os.environ.get(name, "0") not in ("", "0") for name in SWITCHES)
DEBUG |= ADDRESS
BUILD = "build/" + ("sanitize" if ADDRESS else "debug" if DEBUG else "trace" if TRACE else "release")
MSVC = sys.platform == "win32"
SANITIZERS = "undefined,bounds" + ",address" * ADDRESS
# -fno-sanitize-recover makes a finding end the process: a test must not pass over it.
SANITIZE = [f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"] if DEBUG and not MSVC else []
# Two words of a set are not worth a vector: gcc's vectorizer costs some per cent here.
RELEASE = ["-O3", "-g0", "-fno-tree-vectorize"]
# Untuned, gcc copies and clears structs by slow string instructions. Any x86-64 runs code that is tuned for Haswell.
RELEASE += ["-mtune=haswell"] * (sys.platform == "linux" and platform.machine() == "x86_64")
OPTIMIZE = (["/Od"] if DEBUG else ["/O2"]) if MSVC else (["-O1", "-g"] if DEBUG else RELEASE)
# Modules that are compiled once more for newer processors; `_fast.runs_v3` and `_fast.runs_v4` say what this one runs.
V3 = ["-march=x86-64-v3"]
V4 = ["-march=x86-64-v4", "-mavx512vpopcntdq", "-mgfni", "-mprefer-vector-width=512"]
SSE, MICRO = "_core.small_star_empires", "_core.micro_space_empire"
NEWER = (
    {f"{SSE}.{name}_v3": V3 for name in ("batch", "lanes", "loops", "perft", "solver", "tree_search")}
    | {f"{SSE}.lanes_v4": V4}
    | {f"{MICRO}.table_v3": [*V3, "-ftree-vectorize"], f"{MICRO}.table_v4": [*V4, "-ftree-vectorize"]}
    if sys.platform == "linux" and platform.machine() == "x86_64"
    else {}
)
# What is called inline is: left to itself gcc stops halfway, and a flag that should choose a loop is asked in it.
INLINE = "__inline__ __attribute__((always_inline))"
# A directive in the head of a .pyx would win over these, so the ones that a switch turns stand here only.
DIRECTIVES = {"boundscheck": DEBUG, "initializedcheck": DEBUG, "linetrace": TRACE, "freethreading_compatible": True}


def extension(name):
    source = name.removesuffix("_v3").removesuffix("_v4")
    macros = {"SSE_DEBUG": DEBUG, "CYTHON_TRACE_NOGIL": TRACE, "SSE_NEWER": NEWER}
    inline = [] if DEBUG or MSVC or name in ("_fast", f"{MICRO}.state") else [("CYTHON_INLINE", INLINE)]
    return Extension(
        f"sse_core.{name}",
        [f"src/sse_core/{source.replace('.', '/')}.pyx"],
        define_macros=[(macro, "1") for macro, wanted in macros.items() if wanted] + inline,
        undef_macros=["NDEBUG"] * DEBUG,
        extra_compile_args=OPTIMIZE + SANITIZE + NEWER.get(name, []),
        extra_link_args=SANITIZE,
    )


class CythonBuildExt(build_ext):
    """Runs Cython once, when modules are compiled, and always: no file's date tells that a switch was flipped."""

    def build_extensions(self):
        for ext in self.extensions:
            # Coverage looks for the generated C beside its source; other builds keep it out of src.
            place = {} if TRACE else {"build_dir": f"{BUILD}/{ext.name}"}
            (cythonized,) = cythonize([ext], force=True, emit_linenums=DEBUG, compiler_directives=DIRECTIVES, **place)
            ext.sources = cythonized.sources
        self.force, self.parallel = True, self.parallel or os.cpu_count()
        super().build_extensions()


SOURCES = glob("src/sse_core/**/*.pyx", recursive=True)
NAMES = sorted(os.path.relpath(path, "src/sse_core")[: -len(".pyx")].replace(os.sep, ".") for path in SOURCES)
if MSVC:
    # It has no vector types.
    NAMES.remove(f"{SSE}.lanes")
setup(
    ext_modules=[extension(name) for name in (*NAMES, *NEWER)],
    cmdclass={"build_ext": CythonBuildExt},
    options={"build": {"build_base": BUILD}},
)
