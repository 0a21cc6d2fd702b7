"""A room votes on a notebook's questions from its phones, without the internet (make vote)."""
