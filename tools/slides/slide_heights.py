"""How tall a piece of a show will be, estimated without a browser, for a window of 1280 × 720.

The page itself measures and takes the largest text that fits; the estimates only say where to begin
a new slide."""

import base64
import math
import re
from functools import cache
from html.parser import HTMLParser

WIDTH, HEIGHT = 1168, 640  # pixels for the pieces of a slide
LETTER, SIGN = 0.52, 0.602  # widths of a letter of text and of code, in their size
CODE = 0.9  # the size of code, in that of the text
LINE, CODE_LINE, GAP = 1.5, 1.35, 0.6  # heights, in the size of the text
TEXT = 16  # pixels: what text in tables has where nothing enlarges it
DRAWN = 1.3  # the text of drawings, in that of tables


def height(piece, size, shrink=1):
    """The height of a piece in pixels where text has this size, and outputs are shrunk."""
    if piece.part == "text":
        return text_height(piece.text, size)
    if piece.part == "source":
        return code_height(piece.text, size) + 2 * GAP * size
    data = piece.output.get("data", {})
    if "text/html" not in data:
        text = piece.output.get("text") or data.get("text/plain", "")
        return code_height(text, size) + GAP * size
    return boxes_height(data["text/html"], piece.rows, piece.box, size * shrink) + GAP * size


@cache
def text_height(text, size):
    if text.startswith("$$"):
        fractions = any(word in text for word in ("frac", "sum", "begin"))
        return size * (3.4 if fractions else 2)
    if "|" in text.split("\n")[0] and "\n|--" in text.replace("| --", "|--"):
        rows = [len(re.sub(r"\]\([^)]*\)", "", line)) for line in text.split("\n")]
        return sum(size * 1.9 * lines(row * LETTER * size) for row in rows)
    heading = re.match("#+", text)
    if heading:
        return size * (3.2 if len(heading[0]) == 1 else 2.4)
    plain = re.sub(r"\]\([^)]*\)", "", text)  # the addresses of links
    plain = re.sub(r"\\(?:text|operatorname)|\\\w+ ?", "x", plain)  # \sqrt and its like
    plain = re.sub(r"[*`${}\[\]]|<[^>]*>", "", plain)
    return size * LINE * lines(len(plain) * LETTER * size) + GAP * size


def lines(width):
    return max(1, math.ceil(width / WIDTH))


@cache
def code_height(text, size):
    """Code is not wrapped: where a line is too wide at this size, all of it is smaller."""
    found = text.rstrip().split("\n")
    widest = WIDTH / SIGN / max(map(len, found))
    return len(found) * CODE_LINE * max(16, min(CODE * size, widest))


@cache
def boxes_height(html, rows, box, size):
    """The height of what is side by side in an output, as many boxes as a row has room for."""
    found = boxes(html, rows)
    found = found if box is None else found[box : box + 1]
    tables = any(isinstance(each, Table) for each in found)
    zoom = max(size, TEXT if tables else TEXT / DRAWN) / TEXT
    room, total, across, tallest = WIDTH / zoom, 0, 0, 0
    for each in found:
        wide, tall = each.size(room)
        if across and across + wide > room:
            total, across, tallest = total + tallest + 8, 0, 0
        across += wide + 32
        tallest = max(tallest, tall)
    return (total + tallest) * zoom


class Table:
    """The rows of a table, each a list of texts; the first is its head."""

    def __init__(self):
        self.rows = []

    def size(self, room):
        columns = [[len(cell) * 9 for cell in column] for column in zip(*self.rows, strict=False)]
        most = [max(column) for column in columns]
        words = [
            max(max((len(word) * 9 for word in row[i].split()), default=0) for row in self.rows)
            for i in range(len(columns))
        ]
        spare = room - 23 * len(columns) - sum(words)
        wanted = sum(most) - sum(words)
        share = 1 if wanted <= spare or not wanted else max(0, spare / wanted)
        widths = [w + share * (m - w) for w, m in zip(words, most, strict=True)]
        tall = 31
        for row in self.rows:
            needed = [
                math.ceil(len(x) * 9 * 1.05 / max(1, w)) if len(x) * 9 > w + 1 else 1
                for x, w in zip(row, widths, strict=False)
            ]
            tall += 12 + 21 * max(needed, default=1)
        return sum(widths) + 23 * len(columns), tall


class Drawing:
    def __init__(self, wide, tall):
        self.wide, self.tall = wide, tall

    def size(self, room):
        share = min(1, room / self.wide)
        return self.wide * share, self.tall * share + 6


class Words:
    def __init__(self, text):
        self.text = text

    def size(self, room):
        wide = len(self.text) * 9
        return min(wide, room), 30 * max(1, math.ceil(wide / room))


class Boxes(HTMLParser):
    """What stands in the HTML of an output: tables, drawings with their captions, words."""

    def __init__(self, rows):
        super().__init__()
        self.found, self.table, self.cell = [], None, None
        self.words, self.closed = [], False  # words alone, or the caption of what follows
        self.rows = rows

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "table":
            self.table = Table()
        elif tag == "tr" and self.table:
            self.table.rows.append([])
        elif tag in ("td", "th") and self.table:
            self.cell = []
        elif tag == "img":
            svg = base64.b64decode(attributes["src"].partition(",")[2])[:300].decode(
                errors="replace"
            )
            across, down = re.search(r'width="(\d+)" height="(\d+)"', svg).groups()
            wide = int(attributes.get("width", across))
            self.found.append(Drawing(wide, 30 + wide * int(down) / int(across)))
        if tag in ("img", "details"):
            self.words = []

    def handle_endtag(self, tag):
        if tag in ("td", "th") and self.cell is not None:
            self.table.rows[-1].append("".join(self.cell))
            self.cell = None
        elif tag == "table":
            if self.rows:
                first, last = self.rows
                self.table.rows = [self.table.rows[0], *self.table.rows[1:][first:last]]
            self.found.append(self.table)
            self.table, self.words = None, []
        elif tag == "summary":
            self.words = []
        elif tag == "div" and self.words:
            if self.closed:
                self.found.append(Words("".join(self.words)))
                self.words = []
            self.closed = not self.closed

    def handle_data(self, text):
        if self.cell is not None:
            self.cell.append(text)
        elif not self.table and text.strip():
            self.words.append(text)
            self.closed = False


@cache
def boxes(html, rows=None):
    parser = Boxes(rows)
    parser.feed(html)
    return parser.found
