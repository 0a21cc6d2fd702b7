"""What checks an answer: run it, compare, diagnose, present."""
