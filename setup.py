"""The compiled modules of sse_core; everything else about the package is in pyproject.toml.

SSE_DEBUG=1 builds with C asserts, bounds checks and the undefined-behaviour sanitizer.
SSE_TRACE=1 builds with line tracing, so that coverage sees into the .pyx files.
"""

import os
import sys
from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

DEBUG, TRACE = (os.environ.get(name, "0") not in ("", "0") for name in ("SSE_DEBUG", "SSE_TRACE"))
BUILD = "build/" + ("debug" if DEBUG else "trace" if TRACE else "release")
MSVC = sys.platform == "win32"
# -fno-sanitize-recover makes a finding end the process: a test must not pass over it.
SANITIZE = ["-fsanitize=undefined,bounds", "-fno-sanitize-recover=all"] if DEBUG and not MSVC else []
OPTIMIZE = (["/Od"] if DEBUG else ["/O2"]) if MSVC else (["-O1", "-g"] if DEBUG else ["-O3", "-g0"])
EXTENSION = {
    "define_macros": [("SSE_DEBUG", "1")] * DEBUG + [("CYTHON_TRACE_NOGIL", "1")] * TRACE,
    "undef_macros": ["NDEBUG"] * DEBUG,
    "extra_compile_args": OPTIMIZE + SANITIZE,
    "extra_link_args": SANITIZE,
}
# A directive in the head of a .pyx would win over these, so the ones that a switch turns stand here only.
DIRECTIVES = {"boundscheck": DEBUG, "initializedcheck": DEBUG, "linetrace": TRACE}


class CythonBuildExt(build_ext):
    """Runs Cython once, when a module is compiled, and always: no file's date tells that a switch was flipped."""

    def build_extension(self, ext):
        # Coverage looks for the generated C beside its source; other builds keep it out of src.
        place = {} if TRACE else {"build_dir": BUILD}
        (cythonized,) = cythonize([ext], force=True, emit_linenums=DEBUG, compiler_directives=DIRECTIVES, **place)
        ext.sources, self.force = cythonized.sources, True
        super().build_extension(ext)


setup(
    ext_modules=[
        Extension(f"sse_core.{os.path.basename(path)[:-4]}", [path], **EXTENSION)
        for path in sorted(glob("src/sse_core/_*.pyx"))
    ],
    cmdclass={"build_ext": CythonBuildExt},
    options={"build": {"build_base": BUILD}},
)
