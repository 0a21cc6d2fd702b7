"""Live figures, one call each: `labs.softmax()` puts the lab of notebook 03 on the page.

A lab is a pure function from what its controls say to what is shown (one file each); lab.py says
what a lab is, live.py puts it in the browser.
"""

from helpers.labs.softmax import softmax

LABS = (softmax,)

__all__ = ["LABS", "softmax"]
