"""A class of simulated students on a hub."""
