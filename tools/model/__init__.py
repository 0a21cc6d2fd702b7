"""What `make model` runs: it fetches two published models and writes them for helpers.language."""
