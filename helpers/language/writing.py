"""The language model writes, token by token, and says how likely a text is.

numbers = model.tokens.encode("The capital of Norway is")
print(*model.tokens.streamed(write(model, numbers, n=5)), sep="")
"""

import numpy as np

from helpers.language.smollm2 import END
from helpers.single_values import count
from helpers.training.writing import probabilities

AT_ONCE = 32  # tokens whose logits are in memory, 200 KB each
SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"


def write(model, numbers, n, temperature=0.0, top_k=None, rng=None, off=(), parts=None):
    """Up to n more tokens, a generator: each number as soon as it is drawn, with a cache.

    It ends where the model ends its text. temperature, top_k: as in notebook 12; at 0, always the
    likeliest. rng: what draws, by default the same each time. off, parts: see `SmolLM2.run`.
    """
    rng, kept, new = rng or np.random.default_rng(0), {}, numbers
    for _ in range(count("n", n, None)):
        logits = model.next_logits(new, kept, off, parts)  # (49152,)
        number = draw(rng, logits, temperature, top_k)
        if number in END:
            return
        yield number
        new = [number]


def draw(rng, logits, temperature=0.0, top_k=None):
    """The number of a token, drawn by its probability, from logits (49152,)."""
    if temperature == 0:
        return int(logits.argmax())
    up_to = probabilities(logits.astype(float), temperature, top_k).cumsum()  # (49152,)
    return int((up_to < rng.random() * up_to[-1]).sum())


def losses(model, numbers, off=(), parts=None, last=None):
    """How unlikely each token is after those before it, −log p: n tokens → (n − 1,).

    last: of so many tokens at the end alone, or of all there are; less is computed."""
    there = len(numbers) - 1
    last = there if last is None else min(last, there)
    asked = numbers[len(numbers) - last :]
    x = model.stream(numbers, off=off, parts=parts)[-1 - last : -1]  # (last, d)
    return losses_after(model, x, asked, parts)


def losses_after(model, x, asked, parts=None):
    """−log p of the token that is asked after each row of a stream: x (n, d) → (n,)."""
    result = []
    for i in range(0, len(x), AT_ONCE):
        logits = model.read(x[i : i + AT_ONCE], parts)  # (at most AT_ONCE, 49152)
        result += [loss(*pair) for pair in zip(logits, asked[i:], strict=False)]
    return np.array(result)


def loss(logits, right):
    """−log of the probability of one token: logits (49152,) → a number."""
    shifted = logits.astype(float) - logits.max()
    return np.log(np.exp(shifted).sum()) - shifted[right]


def lines(text, pieces, width=75):
    """A text and its pieces as they come, in lines for a page: a generator of texts.

    Where a line is full, a new one begins in place of the next piece's first space."""
    yield text
    column = len(text) - text.rfind("\n") - 1
    for piece in pieces:
        if column > width and piece.startswith(" "):
            piece = "\n" + piece[1:]
        yield piece
        column = len(piece) - piece.rfind("\n") - 1 + (0 if "\n" in piece else column)


def chat(question):
    """A question as the model was trained to answer it: the text of a conversation so far."""
    turns = {"system": SYSTEM, "user": question}
    said = "".join(f"<|im_start|>{who}\n{text}<|im_end|>\n" for who, text in turns.items())
    return f"{said}<|im_start|>assistant\n"
