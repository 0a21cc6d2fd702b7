"""A plot that the reader made with matplotlib, as a picture with its description."""

import base64
import io

from helpers.drawing.drawing import LARGE, PNG, Fields
from helpers.drawing.picture import Picture, caption

UNITS = 100  # of a sheet, to an inch of the figure
SHARP = 1.5  # pixels of the file to a pixel of the page
COLOURS = 64  # of the file, which is then small; no shade is off by more than 15 of 255
CARD = "border-radius:10px;overflow:hidden;width:fit-content;line-height:0"  # on a dark page


def plot(title, description):
    """The current figure of matplotlib, which is closed. description: what the plot says, for a
    reader who cannot see it."""
    import matplotlib.pyplot as plt  # imported only here: it takes half a second

    if not plt.get_fignums():
        raise ValueError("plot: given no figure, needed one that was drawn before: plt.plot(…)")
    figure = plt.gcf()
    file = png(figure)
    units, height = figure.get_size_inches() * UNITS
    plt.close(figure)
    size = round(units * LARGE), round(height * LARGE)
    fields = Fields(title, description, *size, round(units), mime=PNG)
    data = base64.b64encode(file).decode()
    html = f'{caption(title)}<div style="{CARD}">{fields.tag}{data}"></div>'
    return Picture(html, f"{title}\n{description}", (fields.stored(),))


def png(figure):
    """A figure as the bytes of a PNG file with a palette."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image  # matplotlib brings it

    figure.dpi = UNITS * LARGE * SHARP
    canvas, made = FigureCanvasAgg(figure), io.BytesIO()
    canvas.draw()
    pixels = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba())
    image = pixels.convert("RGB")
    # The canvas holds megabytes, and the figure's texts would hold them until Python collects its
    # garbage: give them back at once.
    del pixels
    canvas.renderer.__init__(1, 1, figure.dpi)
    image = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    image.save(made, format="png", optimize=True)
    return made.getvalue()
