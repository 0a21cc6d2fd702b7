"""The printed pages of a lesson, and the key for teachers."""
