"""What every lab stands on: its session, its controls, its parts, and the scripts of its page."""
