"""The lab of notebook 10: a transformer trained on the page."""
