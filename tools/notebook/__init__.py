"""Reads, writes and runs notebooks."""
