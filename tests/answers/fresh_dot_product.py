"""Wrong answers to exercises, by someone who had read the tasks alone."""

FRESH = {}
