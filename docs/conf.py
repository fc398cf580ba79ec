"""Settings of the documentation site, which `make docs` builds into build/docs with Sphinx."""

from __future__ import annotations

import ast
import gc
import re
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from os.path import relpath
from pathlib import Path
from types import ModuleType
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python import ObjectEntry, PythonDomain
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import Config
from sphinx.ext.napoleon.docstring import NumpyDocstring
from sphinx.pycode import ModuleAnalyzer

import sse_core

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.results import pages as results  # noqa: E402 - found from the folder above this one, as tools are
from tools import game_pages, reference_pages, tree, whole_site  # noqa: E402
from tools.solved import family  # noqa: E402
from tools.solved import page as solved_page  # noqa: E402

# Sphinx keeps nearly all that it makes: looking for garbage as often as Python does takes a sixth of its time.
gc.set_threshold(100_000, 20, 20)

project = "sse_core"
author = "sse_core developers"
copyright = "sse_core developers, MIT licence"
version = release = sse_core.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "tools.whole_site"]
html_theme = "furo"
html_title = "sse_core"
html_show_copyright = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
exclude_patterns = ["Thumbs.db"]

# Docstrings: a name in single backticks is a link where the name is documented, and code elsewhere.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 160
toc_object_entries_show_parents = "hide"
myst_heading_anchors = 3
nitpicky = False

# Notebooks are kept without outputs, and executed when the site is built. A cell that fails is an error.
nb_execution_mode = "force"
nb_execution_timeout = 300
nb_execution_raise_on_error = True


# --- Pages: files of the repository that stand outside of docs.

SITE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "site/contributing.md",
    "CHANGELOG.md": "site/changelog.md",
    **game_pages.rules_pages(),
}
"""Pages of the site that show a file of the repository, by the file's path."""

game_pages.write(ROOT / "docs")
results.write_pictures(ROOT / "docs")


def expand_page(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace includes, links to results and to the package by what they stand for, and let links lead to pages."""
    page = Path(app.srcdir, f"{docname}.md").resolve()
    if not page.exists():
        return
    origin = page
    if included := whole_site.INCLUDE.match(source[0]):
        origin = (page.parent / included[1]).resolve()
        source[0] = origin.read_text(encoding="utf-8") + game_pages.expanded(source[0][included.end() :], ROOT / "docs")
    drawn = {"solved": lambda: solved_page.solved(family.read())}
    source[0] = tree.expanded(results.expanded(source[0], drawn))

    def relinked(match: re.Match[str]) -> str:
        bang, text, target, anchor = match.groups()
        file = (origin.parent / target).resolve()
        if not file.is_relative_to(ROOT):
            return match[0]
        name = file.relative_to(ROOT).as_posix()
        if name in SITE:
            file = Path(app.srcdir, SITE[name])
        elif not file.is_relative_to(app.srcdir):
            # A file of the repository that is no page: its name alone.
            return text
        return f"{bang}[{text}]({Path(relpath(file, page.parent)).as_posix()}{anchor or ''})"

    source[0] = re.sub(r"(!?)\[([^\]]*)\]\((?!\w+://|#)([^)#\s]+)(#[^)\s]*)?\)", relinked, source[0])


# --- Compiled modules: their types stand in stubs.


@cache
def stubs(name: str) -> Mapping[str, tuple[str | None, str | None]]:
    """Return the arguments and the result of everything in the stub of a module, by qualified name; {} without one."""
    file = getattr(sys.modules.get(name), "__file__", None) or ""
    suffix = next((suffix for suffix in EXTENSION_SUFFIXES if file.endswith(suffix)), None)
    stub = Path(file.removesuffix(suffix) + ".pyi") if suffix else None
    if stub is None or not stub.exists():
        return {}
    found: dict[str, tuple[str | None, str | None]] = {}

    def collect(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                collect(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                returns = ast.unparse(node.returns) if node.returns else None
                found[prefix + node.name] = arguments_of(node), returns
            elif isinstance(node, ast.AnnAssign):
                found[prefix + ast.unparse(node.target)] = None, ast.unparse(node.annotation)

    collect(ast.parse(stub.read_text(encoding="utf-8")).body, "")
    return found


def arguments_of(function: ast.FunctionDef) -> str:
    """Return the arguments of a function in a stub, without `self`."""
    arguments = function.args
    static = any(ast.unparse(decorator) == "staticmethod" for decorator in function.decorator_list)
    first = (arguments.posonlyargs or arguments.args)[:1]
    if not static and first and first[0].arg in ("self", "cls"):
        (arguments.posonlyargs or arguments.args).pop(0)
    return f"({ast.unparse(arguments)})"


def stubbed(name: str) -> tuple[str | None, str | None]:
    """Return what the stub says of a documented object of a compiled module, by its name in the documentation."""
    parts = name.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        module = sys.modules.get(".".join(parts[:cut]))
        if module is None:
            continue
        owner = getattr(module, parts[cut], None)
        compiled = getattr(owner, "__module__", None) or ""
        return stubs(compiled).get(".".join(parts[cut:]), (None, None))
    return None, None


def add_stub_signature(
    app: Sphinx, what: str, name: str, obj: object, options: object, signature: str | None, returns: str | None
) -> tuple[str | None, str | None] | None:
    """Show the types of a compiled function or method, and no signature of a Protocol, which nobody calls."""
    if getattr(obj, "_is_protocol", False):
        return "", None
    arguments, result = stubbed(name)
    if signature is not None and arguments is not None:
        return arguments, result
    if signature is not None and "<factory>" in signature:
        # A default that is made anew each time has no expression of its own.
        return re.sub(r"~[\w.]+\.", "", signature.replace("<factory>", "...")), returns
    return None


def add_stub_type(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Show the type of a compiled property."""
    if what in ("attribute", "property") and (result := stubbed(name)[1]):
        lines += ["", f":type: {result}"]


# --- Docstrings: sections in numpy's style, with plain paragraphs after them.


def read_sections(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Turn sections such as Raises into fields; paragraphs that follow a section come before it, as parts of none."""
    if lines and lines[0].startswith("Alias for field number"):
        # Python's own words about a field of a named tuple that has none.
        lines.clear()
    if not any(map(_SECTION.fullmatch, lines)):
        return
    paragraphs: list[str] = []
    sections: list[str] = []
    inside = False
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else ""
        if _SECTION.fullmatch(following):
            inside = True
        elif inside and line and not line[0].isspace() and not lines[index - 1]:
            inside = following[:1].isspace()
        (sections if inside else paragraphs).append(line)
    lines[:] = NumpyDocstring([*paragraphs, "", *sections], _NAPOLEON, what=what, name=name, obj=obj).lines()


_NAPOLEON = Config(napoleon_use_rtype=False, napoleon_use_ivar=True)
_SECTION = re.compile("-{3,}")


# --- Names that a module takes from another one.


def adopt_docs(app: Sphinx) -> None:
    """Give each constant that a public module offers the words that stand below it in the file that defines it."""
    modules = [import_module(name) for name in sorted(reference_pages.sources(Path(app.srcdir)))]
    written = {module: ModuleAnalyzer.for_module(module.__name__) for module in modules if is_python(module)}
    for module, analyzer in written.items():
        analyzer.analyze()
        for (owner, name), words in analyzer.attr_docs.items():
            if not reference_pages.is_readable(getattr(getattr(module, owner, None) if owner else module, name, None)):
                words += [":meta hide-value:", ""]
    for module, analyzer in written.items():
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            for origin, there in written.items():
                if ("", name) in there.attr_docs and getattr(origin, name, None) is value:
                    analyzer.attr_docs.setdefault(("", name), there.attr_docs["", name])


def is_python(module: ModuleType) -> bool:
    """Return whether a module is written in Python."""
    return (getattr(module, "__file__", None) or "").endswith(".py")


class Names(PythonDomain):
    """Links to names, from wherever they stand: `State.after` and `Board` need no module before them."""

    def find_obj(
        self, env: BuildEnvironment, modname: str, classname: str, name: str, type: str | None, searchmode: int = 0
    ) -> list[tuple[str, ObjectEntry]]:
        """Return the object that a name means: one at most, the shortest of several names of it."""
        found = super().find_obj(env, modname, classname, name, type, searchmode)
        if not found and re.fullmatch(r"[\w.]+", name):
            # A single word is a name of a module; a method or an attribute has its class before it.
            whole = [f"{module}.{name}" for module in self.modules] if "." not in name else list(self.objects)
            found = [(each, self.objects[each]) for each in whole if each.endswith(f".{name}") and each in self.objects]
        return sorted(found, key=lambda pair: (pair[0].count("."), pair))[:1]


def note_aliases(app: Sphinx, env: BuildEnvironment) -> None:
    """Let a name that the package or a game takes from a documented module lead there, with all that it holds."""
    objects = env.domains.python_domain.objects
    for alias, name in reference_pages.aliases(Path(app.srcdir)).items():
        for whole, entry in [*objects.items()]:
            if whole == name or whole.startswith(f"{name}."):
                objects.setdefault(alias + whole.removeprefix(name), entry._replace(aliased=True))


# --- The tree of all pages that each page shows.


@cache
def titles(env: BuildEnvironment) -> dict[str, nodes.bullet_list]:
    """Return the contents of each page without its own headings and names, which a tree of titles leaves out."""
    found = {page: contents.deepcopy() for page, contents in env.tocs.items()}
    for item in (item for contents in found.values() for item in contents.children if len(item.children) > 1):
        if pages := [*item.findall(addnodes.toctree)]:
            item[1][:] = pages
        else:
            item.pop(1)
    return found


def shorten_tree(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let a tree of titles be made of titles: of all contents it takes a fifth of the time of the build."""
    tree = context.get("toctree")

    def shown(**options: Any) -> str:
        whole = app.env.tocs
        app.env.tocs = titles(app.env) if options.get("titles_only") else whole
        try:
            return str(tree(**options))
        finally:
            app.env.tocs = whole

    if tree:
        context["toctree"] = shown


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the functions above."""
    # Before the theme asks for the tree.
    app.connect("html-page-context", shorten_tree, priority=400)
    app.connect("source-read", expand_page)
    app.connect("builder-inited", adopt_docs)
    app.connect("env-updated", note_aliases)
    app.connect("autodoc-process-signature", add_stub_signature)
    app.connect("autodoc-process-docstring", read_sections)
    app.connect("autodoc-process-docstring", add_stub_type)
    app.add_domain(Names, override=True)
    return {"parallel_read_safe": True}
