"""What single notebooks measure, each in a file named after it."""
