"""What `make` runs. A sign that the screen, or the file in its place, cannot write is a question
mark there, and no error: on Windows a file gets what cp1252 has, and no Ł."""

import sys

for stream in (sys.stdout, sys.stderr):
    if hasattr(stream, "reconfigure"):  # not where a test or an editor reads it
        stream.reconfigure(errors="replace")
