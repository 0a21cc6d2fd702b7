"""Live figures, one call each: `labs.softmax()` puts the lab of notebook 03 on the page.

A lab is a pure function from what its controls say to what is shown (one file each); lab.py says
what a lab is, live.py puts it in the browser.
"""

from helpers.labs.dot_product import dot_product
from helpers.labs.heads import heads
from helpers.labs.masks import masks
from helpers.labs.scores import scores
from helpers.labs.softmax import softmax
from helpers.labs.worked_example import worked_example

LABS = (dot_product, scores, softmax, worked_example, masks, heads)

__all__ = ["LABS", "dot_product", "heads", "masks", "scores", "softmax", "worked_example"]
