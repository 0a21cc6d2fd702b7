"""The examples' arrays, and what committed commands have recorded."""
