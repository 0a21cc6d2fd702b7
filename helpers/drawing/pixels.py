"""A matrix of shades as an image: a PNG file, in which the page shines through."""

import base64
import struct
import zlib

import numpy as np

from helpers.drawing.palette import ABOVE, BELOW

MOST = 7  # shades on either side of 0


def address(shades):
    """Shades (rows, columns), whole numbers from −7 to 7, as the address of an image with a pixel
    for each: nothing at 0, below it BELOW and above it ABOVE, the stronger the farther."""
    places = np.asarray(shades) + MOST  # in the palette
    rows, columns = places.shape
    places = np.pad(places, ((0, 0), (0, columns % 2))).astype(np.uint8)
    packed = places[:, ::2] << 4 | places[:, 1::2]  # two pixels a byte
    lines = np.pad(packed, ((0, 0), (1, 0)))  # before each line: it is written as it is
    colours = BELOW * MOST + (0, 0, 0) + ABOVE * MOST
    opacities = [round(255 * abs(shade) / MOST) for shade in range(-MOST, MOST + 1)]
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", columns, rows, 4, 3, 0, 0, 0),  # 4 bits, a palette
        b"PLTE": bytes(colours),
        b"tRNS": bytes(opacities),
        b"IDAT": zlib.compress(lines.tobytes(), 9),
        b"IEND": b"",
    }
    file = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts.items()
    )
    return f"data:image/png;base64,{base64.b64encode(file).decode()}"
