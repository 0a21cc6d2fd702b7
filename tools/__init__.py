"""What `make` runs. A character that the screen, or a file instead of it, cannot hold becomes a
question mark, not an error: on Windows a file gets what cp1252 has, and that has no Ł."""

import sys

for stream in (sys.stdout, sys.stderr):
    if hasattr(stream, "reconfigure"):  # a test's or an editor's stream may not
        stream.reconfigure(errors="replace")
