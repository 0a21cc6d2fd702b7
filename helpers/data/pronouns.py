"""Sentences whose "it" is a noun, and what head 4.2 makes of them: `make record WHAT=pronouns`.

    pronouns.preferred()    in notebook 06: for each of TWO, the noun that head 4.2 prefers

The model is all-MiniLM-L6-v2, which `make model` fetches.
"""

import json
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")
TWO = (  # sentence, its first noun, its second, and which of them is meant
    ("The ball broke the window because it was so heavy.", "ball", "window", "ball"),
    ("The ball broke the window because it was so thin.", "ball", "window", "window"),
    ("The truck did not pass the bridge because it was too high.", "truck", "bridge", "truck"),
    ("The truck did not pass the bridge because it was too low.", "truck", "bridge", "bridge"),
    ("The snake swallowed the egg because it was so hungry.", "snake", "egg", "snake"),
    ("The snake swallowed the egg because it was so small.", "snake", "egg", "egg"),
    ("The boat could not enter the harbor because it was too large.", "boat", "harbor", "boat"),
    ("The boat could not enter the harbor because it was too shallow.", "boat", "harbor", "harbor"),
    ("The table won't fit through the door because it is too wide.", "table", "door", "table"),
    ("The table won't fit through the door because it is too narrow.", "table", "door", "door"),
    ("The dog didn't climb the hill because it was too lazy.", "dog", "hill", "dog"),
    ("The dog didn't climb the hill because it was too steep.", "dog", "hill", "hill"),
    ("The horse could not jump over the wall because it was too old.", "horse", "wall", "horse"),
    ("The horse could not jump over the wall because it was too high.", "horse", "wall", "wall"),
    ("The cat ran from the house because it was so scared.", "cat", "house", "cat"),
    ("The cat ran from the house because it was so noisy.", "cat", "house", "house"),
    ("The child ate the apple because it was so hungry.", "child", "apple", "child"),
    ("The child ate the apple because it was so sweet.", "child", "apple", "apple"),
    ("The truck hit the tree because it was fast.", "truck", "tree", "truck"),
    ("The truck hit the tree because it was near.", "truck", "tree", "tree"),
    ("The rabbit left the garden because it was too afraid.", "rabbit", "garden", "rabbit"),
    ("The rabbit left the garden because it was too dry.", "rabbit", "garden", "garden"),
    ("The window was broken by the ball because it was so heavy.", "window", "ball", "ball"),
    ("The bridge was not passed by the truck because it was too high.", "bridge", "truck", "truck"),
    ("The egg was swallowed by the snake because it was so hungry.", "egg", "snake", "snake"),
    ("The wall was not jumped by the horse because it was too old.", "wall", "horse", "horse"),
    ("The hill was not climbed by the dog because it was too lazy.", "hill", "dog", "dog"),
    ("The apple was eaten by the child because it was hungry.", "apple", "child", "child"),
    (
        "The suitcase could not hold the trophy because it was too big.",
        "suitcase",
        "trophy",
        "trophy",
    ),
)


def preferred():
    """Of the two nouns of each sentence, the one to which "it" gives more weight in head 4.2."""
    return json.loads(FILE.read_text(encoding="utf-8"))["preferred"]
