"""What the lab “today” and the end of notebook 14 show: needs make model and six minutes.

In helpers/data/today.npz, in the order of helpers.experiments.today.settings: the loss, the
likeliest next tokens and their probabilities, and the weights of a head up to the diagonal in steps
of 1/255. In helpers/data/today.json: each question, and what is answered with 64 keys, drawn with
the same numbers.
"""

import json

import numpy as np

from helpers import attention, language, positions
from helpers.exercises import EXERCISES
from helpers.experiments import today


def parts(w, first, of_keys, of_values, scale):
    """The parts of a model with such an attention."""
    rounded = EXERCISES["rounded"].reference

    def in_bits(x, bits):
        return x if bits == 16 else rounded(x.reshape(-1, today.HEAD_WIDTH), bits).reshape(x.shape)

    def attend(Q, K, V, mask, layer):
        n, m = Q.shape[-2], K.shape[-2]
        i, j = np.arange(m - n, m)[:, np.newaxis], np.arange(m)
        seen = (j <= i) & ((j > i - w) | (j < first))
        return attention.attention(Q, in_bits(K, of_keys), in_bits(V, of_values), seen)

    def rotate(x, places, base):
        return positions.rotate(x, places * scale, base)

    return language.Parts(attention=attend, rotate=rotate)


def computed(model, setting):
    """The today.State with a setting."""
    numbers = model.tokens.encode(today.TEXT)
    run = model.run(numbers, parts=parts(*setting))
    p = attention.softmax(run.logits.astype(float))  # (45, 49152)
    asked = p[np.arange(today.TOKENS - 1), numbers[1:]]
    likeliest = np.argsort(-p[-1], kind="stable")[: today.LIKELIEST]
    layer, head = today.HEAD
    return today.State(
        -np.log2(asked[-today.COUNTED :]).mean(),
        model.tokens.texts(likeliest),
        p[-1, likeliest],
        run.weights[layer - 1, head - 1],
    )


def kept(states):
    """The arrays of the file."""
    lower = np.tri(today.TOKENS, dtype=bool)
    return {
        "loss": np.array([state.loss for state in states], np.float32),
        "after": np.array([state.after for state in states]),
        "chances": np.array([state.chances for state in states], np.float16),
        "weights": np.array([np.rint(255 * s.weights[lower]) for s in states], np.uint8),
    }


def answers(model, question, n=today.LONGEST):
    """Of up to n tokens, with each of ANSWERED_WITH."""
    asked, found = model.tokens.encode(language.chat(question)), []
    for seen in today.ANSWERED_WITH:
        with_these = parts(*seen, *today.AS_TRAINED[2:])
        numbers = language.write(model, asked, n, 0.8, 40, parts=with_these)
        found.append("".join(model.tokens.streamed(numbers)))
    return found


def main():
    model = language.load()
    states = [computed(model, setting) for setting in today.settings()]
    np.savez_compressed(today.FILE, **kept(states))
    texts = {asked: answers(model, asked) for asked in today.QUESTIONS}
    text = json.dumps(texts, indent=1, ensure_ascii=False)
    today.WRITTEN.write_text(text + "\n", encoding="utf-8", newline="\n")
