"""The lab of notebook 06: how heads are split, and real ones."""
