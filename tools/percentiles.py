"""How measured values are spread, as the tables of make bench and make class say it."""

import statistics


def middle_and_late(values, digits=0, unit=""):
    """The median and the 95th percentile, as text."""
    if not values:
        return "none"
    late = sorted(values)[int(0.95 * len(values))]
    return f"median {statistics.median(values):.{digits}f}{unit}, p95 {late:.{digits}f}{unit}"
