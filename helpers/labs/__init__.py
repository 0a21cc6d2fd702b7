"""Live figures, one call each: `labs.softmax()` puts the lab of notebook 03 on the page.

A lab is a pure function from the values of its controls to what is shown, in the file name_lab.py;
a large lab has others beside it. lab.py says what a lab is; live.py puts it in the browser.
"""

from helpers.labs.block_lab import block
from helpers.labs.cost_lab import cost
from helpers.labs.dot_product_lab import dot_product
from helpers.labs.heads_lab.heads_lab import heads
from helpers.labs.lookup_lab import lookup
from helpers.labs.masks_lab import masks
from helpers.labs.online_lab import online
from helpers.labs.order_lab import order
from helpers.labs.scores_lab import scores
from helpers.labs.softmax_lab import softmax
from helpers.labs.train_lab.train_lab import train
from helpers.labs.worked_example_lab.worked_example_lab import worked_example

LABS = (
    dot_product,
    lookup,
    scores,
    softmax,
    worked_example,
    masks,
    heads,
    order,
    block,
    cost,
    online,
    train,
)

__all__ = [
    "LABS",
    "block",
    "cost",
    "dot_product",
    "heads",
    "lookup",
    "masks",
    "online",
    "order",
    "scores",
    "softmax",
    "train",
    "worked_example",
]
