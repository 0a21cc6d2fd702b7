"""A notebook as slides."""
