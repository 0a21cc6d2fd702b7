"""Times, sizes and memory as tables."""
