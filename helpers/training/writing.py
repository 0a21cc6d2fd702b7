"""A trained model writes place names, letter by letter: it draws a letter, appends it and reads on.

write(model, PLACES, rng, country="DE")                  # a name
write(model, PLACES, rng, beginning="Zo", country="JP")  # one that begins with Zo
names(model, PLACES, rng, 100, country="DE")             # a hundred at once, a list
write_with_cache(model, PLACES, rng, country="DE")       # as write; keys and values are kept
"""

import numpy as np

from helpers.attention import attention, softmax
from helpers.checking import takes
from helpers.single_values import count, number, whole_number
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
    and from those of the tokens before it, K and V (i, d/h). → (d/h,)

    Of many heads at once, with the same axes before these: (…, d/h)."""
    K = np.concatenate([K, k[..., None, :]], axis=-2)  # (…, i + 1, d/h)
    V = np.concatenate([V, v[..., None, :]], axis=-2)
    return attention(q[..., None, :], K, V).output[..., 0, :]


def of_each(step):
    """The same for many heads at once, from a step that takes one head at a time."""
    return np.vectorize(step, signature="(d),(i,d),(i,d),(d),(d)->(d)")


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
        logits = next_logits(model, tokens[i : i + 1], i, kept, of_each(step))  # (1, words)
        if i == len(tokens) - 1:  # the beginning has been read
            tokens.append(int(draw(rng, logits, temperature, top_k)[0]))
    return as_name(language, tokens[1:])


@takes(i=whole_number)
def next_logits(model, tokens, i, kept, step=next_output, off=()):
    """The logits after the tokens (b,) that stand at place i of b texts: (b, words).

    kept: {layer: (K, V)}, to which it adds their own keys and values, (b, h, i, d/h) each. step: as
    next_output, for all heads at once. off: heads to switch off, pairs (layer, head).
    """
    p, h, b, parts = model.p, model.heads, len(tokens), model.parts
    x = p["words"][tokens] + p.get("positions", model.sinusoids)[i]  # (b, d)
    for layer in range(1, model.layers + 1):
        y, _ = parts.layer_norm(x, p[f"{layer}.gain_1"], p[f"{layer}.shift_1"])
        q, k, v = (  # (b, h, d/h) each
            (y @ p[f"{layer}.{name}"]).reshape(b, h, -1) for name in ("W_Q", "W_K", "W_V")
        )
        nothing = np.empty((b, h, 0, q.shape[-1]), q.dtype)
        K, V = kept.get(layer, (nothing, nothing))  # (b, h, i, d/h) each
        heads = step(q, K, V, k, v)  # (b, h, d/h)
        kept[layer] = tuple(
            np.concatenate([before, new[:, :, None]], axis=2) for before, new in ((K, k), (V, v))
        )
        heads[:, [head - 1 for number, head in off if number == layer]] = 0
        x = x + heads.reshape(b, -1) @ p[f"{layer}.W_O"]
        if model.d_ff:
            y, _ = parts.layer_norm(x, p[f"{layer}.gain_2"], p[f"{layer}.shift_2"])
            x = x + parts.mlp(y, *(p[f"{layer}.{name}"] for name in MLP))[0]
    return parts.layer_norm(x, p["gain"], p["shift"])[0] @ p["answer"]
