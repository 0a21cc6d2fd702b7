"""A trained model writes place names, letter by letter: it draws a letter, appends it and reads on.

write(model, PLACES, rng, country="DE")                  # a name
write(model, PLACES, rng, beginning="Zo", country="JP")  # one that begins with Zo
names(model, PLACES, rng, 100, country="DE")             # a hundred at once, a list
write_with_cache(model, PLACES, rng, country="DE")       # as write; keys and values are kept
"""

import numpy as np

from helpers.attention import attention, softmax
from helpers.checking import count, number, takes
from helpers.training.letters import COUNTRIES, END, LETTERS, LONGEST
from helpers.training.model import MLP

# --- from logits to a letter ------------------------------------------------------------------


@takes(logits="… m", temperature=number, top_k=count)
def probabilities(logits, temperature=1.0, top_k=None):
    """softmax(logits / temperature), over the top_k largest logits alone. (…, m) → (…, m)

    At a temperature of 0 the largest gets everything.
    """
    if temperature < 0:
        raise ValueError(f"temperature: given {temperature:g}, needed 0 or more")
    if temperature == 0:
        temperature, top_k = 1.0, 1
    if top_k is not None:
        top_k = min(top_k, logits.shape[-1])
        least = np.sort(logits, axis=-1)[..., [-top_k]]  # (…, 1): the smallest that stays
        logits = np.where(logits < least, -np.inf, logits)
    return softmax(logits / temperature)


def draw(rng, logits, temperature, top_k):
    """A letter or the end for each of b names, from logits (b, words): (b,)"""
    of_letters = logits[:, : END + 1].astype(float)  # no country stands within a name
    up_to = probabilities(of_letters, temperature, top_k).cumsum(axis=1)  # (b, 27)
    return (up_to < rng.random((len(logits), 1)) * up_to[:, -1:]).sum(axis=1)


def tokens_of(language, beginning, country):
    """The numbers of a country and of the letters that a name begins with."""
    if country not in COUNTRIES:
        raise ValueError(f"country: given {country!r}, needed one of {', '.join(COUNTRIES)}")
    small = beginning.lower()
    if set(small) - set(LETTERS) or len(small) > LONGEST:
        needed = f"at most {LONGEST} letters from a to z"
        raise ValueError(f"beginning: given {beginning!r}, needed {needed}")
    return [language.words.index(word) for word in (country, *small)]


def as_name(language, numbers):
    """The letters up to the first end, as a name: "Bern"."""
    text = "".join(language.words[i] for i in numbers)
    return text.partition(".")[0].capitalize()


# --- without a cache --------------------------------------------------------------------------


def names(
    model, language, rng, many, beginning="", country="DE", temperature=1.0, top_k=None, off=()
):
    """So many names at once, a list. Everything so far is read again for each letter.

    temperature, top_k: see `probabilities`. off: heads to switch off, pairs (layer, head).
    """
    tokens = np.array([tokens_of(language, beginning, country)] * many)  # (b, i)
    while tokens.shape[1] <= LONGEST:
        logits = model.run(tokens, off).logits[:, -1]  # (b, words)
        tokens = np.column_stack([tokens, draw(rng, logits, temperature, top_k)])
    return [as_name(language, row[1:]) for row in tokens]


def write(model, language, rng, beginning="", country="DE", temperature=1.0, top_k=None, off=()):
    """One name."""
    return names(model, language, rng, 1, beginning, country, temperature, top_k, off)[0]


# --- with a cache -----------------------------------------------------------------------------


def next_output(q, K, V, k, v):
    """One head's output for the newest token, from its query q, its key k and its value v (d/h,),
    and from those of the tokens before it, K and V (i, d/h). → (d/h,)"""
    return attention(q[None], np.vstack([K, k]), np.vstack([V, v])).output[0]


def write_with_cache(
    model,
    language,
    rng,
    beginning="",
    country="DE",
    temperature=1.0,
    top_k=None,
    step=next_output,
):
    """The same name as `write`. Each token goes through the layers once, as in decoding.py.

    step: what each head does with the newest token, as next_output; that of notebook 09 fits.
    """
    tokens = tokens_of(language, beginning, country)
    kept = {}
    for i in range(LONGEST):
        logits = next_logits(model, tokens[i], i, kept, step)  # (1, words)
        if i == len(tokens) - 1:  # the beginning has been read
            tokens.append(int(draw(rng, logits, temperature, top_k)[0]))
    return as_name(language, tokens[1:])


def next_logits(model, token, i, kept, step=next_output):
    """The logits after token number i, (1, words). kept: {layer: (K, V)}, to which it adds its own
    keys and values, (h, i, d/h) each. step: as in write_with_cache."""
    p, h, parts = model.p, model.heads, model.parts
    x = p["words"][[token]] + p.get("positions", model.sinusoids)[[i]]  # (1, d)
    for layer in range(1, model.layers + 1):
        y, _ = parts.layer_norm(x, p[f"{layer}.gain_1"], p[f"{layer}.shift_1"])
        q, k, v = (  # (h, d/h) each
            (y @ p[f"{layer}.{name}"]).reshape(h, -1) for name in ("W_Q", "W_K", "W_V")
        )
        K, V = kept.get(layer, np.empty((2, h, 0, q.shape[1])))  # (h, i, d/h) each
        heads = [step(*one) for one in zip(q, K, V, k, v, strict=True)]  # h times (d/h,)
        kept[layer] = np.append(K, k[:, None], axis=1), np.append(V, v[:, None], axis=1)
        x = x + np.concatenate(heads)[None] @ p[f"{layer}.W_O"]
        if model.d_ff:
            y, _ = parts.layer_norm(x, p[f"{layer}.gain_2"], p[f"{layer}.shift_2"])
            x = x + parts.mlp(y, *(p[f"{layer}.{name}"] for name in MLP))[0]
    return parts.layer_norm(x, p["gain"], p["shift"])[0] @ p["answer"]
