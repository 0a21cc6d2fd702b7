"""What the search finds: the sections of all pages, with their formulas."""

import re
from html import unescape

from tools.book.book_pages import Formulas

IN_A_LINE = re.compile(r'<span class="minutes">.*?</span>|</?(?:a|code|em|span|strong)\b[^>]*>')
BLOCK = re.compile(r"<pre\b.*?</pre>|<[^>]*>", re.DOTALL)
BOLD = re.compile(r"<strong>.*?</strong>")


def index(pages, formulas):
    """{sections, formulas}, for search.js. Each section is {id, page, href, title, text, terms};
    terms: what is bold in it, as a word is where it is explained. formulas: [[in plain signs,
    MathML], …]; in titles and texts, the number of one stands between two control signs."""
    sections = [section for page in pages for section in sections_of(page, formulas)]
    places, listed = {}, []

    def place(match):
        number = int(match[1])
        tex = formulas.asked[number][0]
        if tex not in places:
            places[tex] = len(listed)
            listed.append([formulas.signs(number), formulas.mathml(number)])
        return f"\x02{places[tex]}\x03"

    for number, section in enumerate(sections):
        section["id"] = number
        for name in ("title", "text"):
            section[name] = Formulas.MARK.sub(place, section[name])
    return {"sections": sections, "formulas": listed}


def sections_of(page, formulas):
    """The sections of a page, with marks for their formulas."""
    for section in page.sections:
        yield {
            "page": f"{page.number} {page.title}",
            "href": f"{page.name}.html#{section.id}",
            "title": plain(section.heading),
            "text": plain(section.html),
            "terms": plain(formulas.plain(" ".join(BOLD.findall(section.html)))),
        }


def plain(text):
    return " ".join(unescape(BLOCK.sub(" ", IN_A_LINE.sub("", text))).split())
