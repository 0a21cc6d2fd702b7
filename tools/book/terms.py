"""Names that all later pages use: the first time that a page says one, it is a link to where the
series introduces it."""

import re

PIECE = re.compile(r"<(/?)(\w+)[^>]*>|[^<]+")
OPAQUE = {"a", "code", "h1", "h2", "h3", "pre", "strong"}  # elements in which no word is touched


# {a name, in bold letters where it is introduced, with or without an s: a pattern of what is said}
TERMS = {
    "head": r"(?<!your )\bheads?\b",
    "weights": r"\bweights?\b",
    "query": r"\bquer(?:y|ies)\b",
    "key": r"\bkeys?\b",
    "value": r"\bvalues?\b",
    "residual stream": r"\b(?:residual )?stream\b",
}


def introduced(pages):
    """{term: (the page's name, the address)}, of where each first stands in bold letters."""
    places = {}
    for term in TERMS:
        bold = re.compile(f"<strong>{term}s?</strong>")
        found = ((page, section) for page in pages for section in page.sections)
        place = next((pair for pair in found if bold.search(pair[1].html)), None)
        if place is None:
            raise ValueError(f"no notebook introduces **{term}**, in bold letters")
        page, section = place
        places[term] = page.name, f"{page.name}.html#{section.id}"
    return places


def linked(texts, page, places):
    """The HTML of a page's texts, with each term a link where it is said first; those that later
    pages introduce stay as they are, and those of the page itself."""
    left = {term: href for term, (name, href) in places.items() if name < page}
    for text in texts:
        pieces, inside = [], []
        for match in PIECE.finditer(text):
            piece, (ends, tag) = match[0], match.groups()
            if tag in OPAQUE:
                inside = inside[:-1] if ends else [*inside, tag]
            elif not tag and not inside:
                piece = with_links(piece, left)
            pieces.append(piece)
        yield "".join(pieces)


def with_links(words, left):
    """Words without tags, with links for those terms that are left to link; they are then taken
    away from `left`."""
    for term, href in [*left.items()]:
        before, word, after = split_at(TERMS[term], words)
        if word:
            del left[term]
            link = f'<a class="term" href="{href}">{word}</a>'
            return with_links(before, left) + link + with_links(after, left)
    return words


def split_at(pattern, words):
    """What stands before the first match, the match, and what stands after it."""
    match = re.search(pattern, words, re.IGNORECASE)
    return (words[: match.start()], match[0], words[match.end() :]) if match else (words, "", "")
