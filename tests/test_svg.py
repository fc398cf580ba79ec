"""SVG elements: their content is read back from them, and numbers are short."""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sse_core.drawing import svg

NAMESPACE: Final = "{http://www.w3.org/2000/svg}"
LENGTHS: Final = st.floats(-1e6, 1e6) | st.integers(-1_000_000, 1_000_000)
WORDS: Final = st.text(st.characters(min_codepoint=32, exclude_categories=("Cs", "Cc")))


def test_an_element_keeps_the_order_of_its_attributes_and_of_its_content() -> None:
    assert svg.element("path") == "<path/>"
    assert svg.element("g", "") == "<g></g>"
    assert svg.element("g", "<b/>", "<a/>", y=1, x=2) == '<g y="1" x="2"><b/><a/></g>'


@pytest.mark.parametrize(
    ("key", "name"),
    [("class_", "class"), ("font_size", "font-size"), ("stroke_dasharray", "stroke-dasharray"), ("viewBox", "viewBox")],
)
def test_attributes_have_the_names_that_svg_gives_them(key: str, name: str) -> None:
    assert svg.element("g", **{key: "1"}) == f'<g {name}="1"/>'


@given(LENGTHS)
def test_a_number_has_two_decimals_at_most_and_no_zero_too_many(value: float) -> None:
    digits = svg.number(value)
    assert abs(float(digits) - value) <= 0.005 + 1e-9
    assert re.fullmatch(r"-?(0|[1-9][0-9]*)([.][0-9]?[1-9])?", digits)
    assert digits != "-0"


@given(WORDS)
def test_words_and_attributes_are_escaped(words: str) -> None:
    content = svg.text(1.5, -2, words, 9, fill=words) + svg.title(words)
    label, title = ElementTree.fromstring(svg.element("g", content))
    assert label.attrib == {"x": "1.5", "y": "-2", "font-size": "9", "fill": words}
    assert (label.text or "", title.text or "") == (words, words)
    assert (label.tag, title.tag) == ("text", "title")


def test_signs_of_markup_are_escaped() -> None:
    escaped = "&lt;&gt;&amp;&quot;&#x27;"
    assert svg.title("<>&\"'") == f"<title>{escaped}</title>"
    assert svg.element("g", class_="<>&\"'") == f'<g class="{escaped}"/>'


def test_a_document_has_its_size_and_its_view() -> None:
    root = ElementTree.fromstring(svg.document(30, 20.5, svg.title("A"), role="img"))
    assert root.tag == f"{NAMESPACE}svg"
    assert root.attrib == {"viewBox": "0 0 30 20.5", "width": "30", "height": "20.5", "role": "img"}
    assert [child.tag for child in root] == [f"{NAMESPACE}title"]


def test_a_place_is_a_transform() -> None:
    assert svg.at(0, -1.5) == "translate(0 -1.5)"
