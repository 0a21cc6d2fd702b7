"""Records what the notebooks and the tests read from files."""
