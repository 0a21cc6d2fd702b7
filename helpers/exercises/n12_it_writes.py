"""Exercises of notebook 12: targets, bits a letter, perplexity, a counted bigram, and writing."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import STOP, Case, FunctionExercise, Mistake, each_alone
from helpers.exercises.engine.prediction import OneOf
from helpers.exercises.engine.question import Question
from helpers.training.letters import COUNTRIES, PLACES, trained, trainings
from helpers.training.writing import names

a = np.array  # literal cases stay short

END = 26  # after the last letter; it fills the rest of a row, too

# --- what is asked: the next letter -------------------------------------------------------------


def moved(tokens, last):
    """Each row one place to the left, with `last` at its end."""
    return np.column_stack([tokens[:, 1:], np.full(len(tokens), last)])


def next_letters(tokens, end):
    return np.where(tokens == end, -1, moved(tokens, end))


def before(tokens, first):
    """Each row one place to the right, with `first` at its beginning."""
    return np.column_stack([np.full(len(tokens), first), tokens[:, :-1]])


def rows_of_names(rng):
    """Names of one letter or more, each behind its country; some fill their row."""
    b, n = sizes(rng, 2)
    end = int(rng.choice([END, END, 0, 40]))
    tokens = rng.integers(1, 26, size=(b, n + 1))
    tokens[:, 0] = rng.integers(27, 33, b)
    letters = rng.integers(1, n + 1, b)
    tokens[np.arange(n + 1) > letters[:, None]] = end
    return tokens, end


BONN, ULM = [[27, 1, 14, 13, 13, 26, 26]], [[27, 20, 11, 12, 26, 26, 26]]

TARGETS = FunctionExercise(
    name="next_letters",
    title="what is asked: the next letter",
    task="**Exercise.** Each row of `tokens` `(b, n)` is a name: the number of its country, the "
    "numbers of its letters, and then `end` in all places that are left; the longest names leave "
    "none. Return the targets `(b, n)`. At the country and at each letter, the target is the "
    "token that comes next; at the last letter it is `end`, even where the row has no place for "
    "it. Places where a row holds `end` are not scored, and their target is −1. "
    "`tokens = [[27, 20, 11, 12, 26, 26]]`, which is “ulm” in Germany, and `end = 26` give "
    "`[[20, 11, 12, 26, -1, -1]]`; `[[27, 4]]`, a row without a place left, gives `[[4, 26]]`. "
    f"{STOP}",
    answer="my_targets",
    stub="""def my_targets(tokens, end):
    return ...  # about 4 lines""",
    solution="""def my_targets(tokens, end):
    targets = np.full(tokens.shape, end)
    targets[:, :-1] = tokens[:, 1:]
    targets[tokens == end] = -1
    return targets""",
    why="The text is its own answer: moved one place to the left, it says what comes next. A name "
    "of m letters gives m + 1 questions, one at the country and one at each letter.",
    hints=(
        "Which slice of tokens holds, at each place, what stands one place further right?",
        "tokens[:, 1:] has one column too few. What is asked in the last column of a full row?",
        "Begin with an array full of end, put tokens[:, 1:] into all columns but the last, and "
        "then write −1 wherever tokens is end.",
    ),
    reference=next_letters,
    axes=("names", "places"),
    cases=(
        Case(
            "one letter, no place left",
            (a([[27, 4]]), END),
            "At the country the letter is asked, and at the letter the end, though it has no place "
            "in the row.",
        ),
        Case(
            "one letter, one place left",
            (a([[27, 4, 26]]), END),
            "The row holds the end here. At the letter it is asked; at the end itself nothing is.",
        ),
        Case(
            "one letter, two places left",
            (a([[27, 4, 26, 26]]), END),
            "The end is asked once, at the last letter. Neither 26 is scored.",
        ),
        *each_alone((a(BONN), END), (a(ULM), END)),
        Case(
            "both names",
            (a(BONN + ULM), END),
            "Right for each name alone, wrong for both: they end at different places.",
        ),
        Case(
            "one name fills its row",
            (a([[27, 4, 4], [32, 4, 26]]), END),
            "The first name leaves no place for the end, the second one does.",
        ),
        Case(
            "another number for the end",
            (a([[3, 1, 2, 0, 0]]), 0),
            "Here the end is 0: use the argument end.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda tokens, end: np.where(tokens == end, -1, tokens),
            "You ask for the token that stands there. A model could copy it: ask for the next one.",
        ),
        *(
            Mistake(
                lambda tokens, end, first=first: np.where(
                    tokens == end, -1, before(tokens, end if first is None else first)
                ),
                "You ask for the token before. What comes next stands one place further right.",
            )
            for first in (None, -1, 0)
        ),
        Mistake(
            lambda tokens, end: np.where(tokens == end, -1, np.roll(tokens, -1, axis=1)),
            "np.roll brings the first column round to the end: a full row asks for its country.",
        ),
        Mistake(
            lambda tokens, end: np.where(tokens == end, -1, np.roll(tokens, -1)),
            "np.roll without an axis moves through all rows: a full row asks for the next country.",
        ),
        Mistake(
            lambda tokens, end: np.where(
                tokens == end, -1, np.column_stack([tokens[:, 1:], tokens[:, -1]])
            ),
            "In a full row your last target is the last letter itself, left over from the copy. "
            "After it comes the end.",
        ),
        Mistake(
            lambda tokens, end: np.where(moved(tokens, end) == end, -1, moved(tokens, end)),
            "You never ask for the end. A model that never learns it writes on for ever.",
        ),
        Mistake(
            moved,
            "You ask for the end again after it. The model would mostly learn what follows an end.",
        ),
        Mistake(
            lambda tokens, end: moved(tokens, -1),
            "You write −1 only into the last column. It belongs wherever tokens is end.",
        ),
        Mistake(
            lambda tokens, end: np.where(tokens == end, -1, moved(tokens, -1)),
            "A name that fills its row has an end, too: ask for it at the last letter.",
        ),
        Mistake(
            lambda tokens, end: np.where(
                (tokens == end) | (np.arange(tokens.shape[1]) == 0), -1, moved(tokens, end)
            ),
            "You ask nothing at the country. The first letter is asked there.",
        ),
        Mistake(
            lambda tokens, end: np.where(before(tokens, -1) == end, -1, moved(tokens, end)),
            "You ask for the end twice: at the last letter, and once more at the end itself.",
        ),
        Mistake(
            lambda tokens, end: np.where(tokens == end, 0, moved(tokens, end)),
            "You write 0 at places that are not scored. 0 is a token like any other: write −1.",
        ),
        Mistake(
            lambda tokens, end: np.where(tokens == 26, -1, moved(tokens, 26)),
            "You take 26 for the end. It is what the argument end says.",
        ),
    ),
    draw=rows_of_names,
)

# --- the loss in bits a letter ------------------------------------------------------------------


def at_asked(p, targets):
    """The probability of the right token at each place where one is asked."""
    places = np.nonzero(targets >= 0)
    return p[(*places, targets[places])]


def bits(p, targets):
    return -np.log2(at_asked(p, targets)).mean()


def bits_where(right):
    """A known mistake: the mean of −log₂ of other numbers than those of the right tokens."""
    return lambda p, targets: -np.log2(right(p, targets)).mean()


def as_if_all_asked(p, targets):
    """What an index of −1 picks: the last token's probability, at every place."""
    return np.take_along_axis(p, targets[..., None], axis=-1)[..., 0]


def probabilities(rng, *shape):
    """Rows that sum to 1, none of their numbers 0. Some are next to nothing."""
    p = np.exp(rng.standard_normal(shape) * rng.choice([0.3, 1, 3]))
    tiny = rng.random(shape) < rng.choice([0, 0.3])
    p = np.where(tiny, 10 ** -rng.uniform(3, 290, shape), p)
    return p / p.sum(axis=-1, keepdims=True)


def asked_somewhere(rng, targets):
    """−1 instead of some targets: at the ends of rows, or anywhere, but not in a whole row."""
    b, n = targets.shape
    asked = np.arange(n) < rng.integers(1, n + 1, b)[:, None]
    if rng.random() < 0.5:
        asked = rng.permuted(asked, axis=1)
    return np.where(asked, targets, -1)


def asked_of_names(rng):
    b, n, words = sizes(rng, 3)
    targets = rng.integers(words + 1, size=(b, n))
    return probabilities(rng, b, n, words + 1), asked_somewhere(rng, targets)


HALVES = [0.5, 0.25, 0.25]
EIGHTHS = [0.125, 0.125, 0.75]

BITS = FunctionExercise(
    name="bits_a_letter",
    title="the loss in bits a letter",
    task="**Exercise.** `p` `(b, n, words)` holds the probability of every token at each place: "
    "never 0, but perhaps as small as 1e-300. `targets` `(b, n)` holds the token that comes next, "
    "or −1 where the place is not scored. Such places may be anywhere, but each row has at least "
    "one that is scored. Return the loss in bits: the mean of −log₂ of the right token's "
    "probability, over the scored places of all rows. `p = [[[0.5, 0.25, 0.25], [0.125, 0.125, "
    "0.75]]]` and `targets = [[0, 1]]` give (1 + 3) / 2 = 2; with `targets = [[0, -1]]` it is 1.",
    answer="my_bits",
    stub="""def my_bits(p, targets):
    return ...  # about 3 lines""",
    solution="""def my_bits(p, targets):
    asked = targets >= 0
    right = p[asked, targets[asked]]
    return -np.log2(right).mean()""",
    why="Padding is no letter, so how well it is predicted must not count. p[asked] keeps the "
    "places that are scored, and the second index picks a token at each.",
    hints=(
        "First choose the places that count: targets >= 0 is True there.",
        "In p[asked] each row belongs to one question. Which number of the row is the right one?",
        "p[asked, targets[asked]] picks one probability for each question. Then −log₂, then the "
        "mean.",
    ),
    reference=bits,
    cases=(
        Case(
            "one letter, a half",
            (a([[[0.5, 0.5]]]), a([[1]])),
            "A probability of 1/2 costs one bit: −log₂ 0.5 = 1.",
        ),
        Case(
            "one letter, an eighth",
            (a([[EIGHTHS]]), a([[1]])),
            "A probability of 1/8 costs three bits: 2³ is 8.",
        ),
        Case(
            "token 0 is the right one",
            (a([[HALVES, HALVES]]), a([[1, 0]])),
            "0 is a token like any other, and has 1 bit here: with the 2 bits of the other letter, "
            "1.5 on average. Only −1 says that a place is not scored.",
        ),
        Case(
            "two letters",
            (a([[HALVES, EIGHTHS]]), a([[0, 1]])),
            "One bit for the first letter, three for the second: 2 on average.",
        ),
        Case(
            "the second place is not scored",
            (a([[HALVES, EIGHTHS]]), a([[0, -1]])),
            "Only the first place counts: 1 bit.",
        ),
        Case(
            "another name",
            (a([[EIGHTHS, EIGHTHS]]), a([[1, 1]])),
            "Three bits for each of the two letters: 3 on average.",
        ),
        Case(
            "two names",
            (a([[HALVES, HALVES], [EIGHTHS, EIGHTHS]]), a([[0, -1], [1, 1]])),
            "1, 3 and 3 bits for three letters: their mean is 7/3, whichever names they stand in.",
        ),
        Case(
            "the first place is not scored",
            (a([[EIGHTHS, HALVES]]), a([[-1, 0]])),
            "Only the second place counts: 1 bit.",
        ),
        Case(
            "two letters that were nearly impossible",
            (a([[[1e-300, 1.0], [1e-300, 1.0]]]), a([[0, 0]])),
            "Each has a probability of 1e-300 and costs 996.6 bits. Their product, 1e-600, is 0 to "
            "a computer.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda p, targets: -np.log(at_asked(p, targets)).mean(),
            "You take the natural logarithm, so this is in nats. In bits it is np.log2.",
        ),
        Mistake(
            lambda p, targets: -np.log10(at_asked(p, targets)).mean(),
            "You take the logarithm to the base 10. A bit is a factor of 2: np.log2.",
        ),
        Mistake(
            lambda p, targets: np.log2(at_asked(p, targets)).mean(),
            "The sign is missing: logarithms of probabilities are below 0, and a loss is above.",
        ),
        Mistake(
            bits_where(as_if_all_asked),
            "You count all places. As an index, −1 means the last token, but those places are not "
            "scored.",
        ),
        Mistake(
            lambda p, targets: -np.log2(at_asked(p, targets)).sum() / targets.size,
            "You add up the right places and divide by the number of all of them. Divide by how "
            "many are scored.",
        ),
        Mistake(
            lambda p, targets: -np.log2(at_asked(p, targets)).sum() / len(targets),
            "You take the mean over the names of their sums. The task asks for the mean over "
            "letters.",
        ),
        Mistake(
            lambda p, targets: -np.log2(at_asked(p, targets)).sum(),
            "You add up the bits of all letters. The loss is their mean.",
        ),
        Mistake(
            lambda p, targets: np.mean(
                [bits(p[i : i + 1], targets[i : i + 1]) for i in range(len(p))]
            ),
            "You take the mean of each name and then the mean of the names. A long name has more "
            "letters, and each letter counts the same.",
        ),
        Mistake(
            lambda p, targets: -np.log2(at_asked(p, targets).mean()),
            "You take the mean of the probabilities first. First the logarithm of each, then the "
            "mean.",
        ),
        Mistake(
            lambda p, targets: bits(p, np.where(targets == 0, -1, targets)),
            "You leave token 0 out. It counts, too: only −1 says that a place is not scored.",
        ),
        Mistake(
            lambda p, targets: at_asked(p, targets).mean(),
            "This is the mean probability of the right tokens. The logarithm is missing.",
        ),
        Mistake(
            lambda p, targets: 1 - at_asked(p, targets).mean(),
            "This is how much probability the wrong tokens have. The loss is a mean of logarithms.",
        ),
        Mistake(
            lambda p, targets: 2 ** bits(p, targets),
            "This is the perplexity, 2 to the power of the loss. You need the loss itself.",
        ),
        Mistake(
            lambda p, targets: -(p * np.log2(p)).sum(axis=-1)[targets >= 0].mean(),
            "This is how unsure the model is, whatever is right. Look up the probability of the "
            "right token.",
        ),
        Mistake(
            bits_where(lambda p, targets: p.max(axis=-1)[targets >= 0]),
            "You take the largest probability at each place. Take that of the right token, however "
            "small it is.",
        ),
    ),
    draw=asked_of_names,
)

# --- perplexity ---------------------------------------------------------------------------------


def perplexity(p):
    return np.exp(-np.log(p).mean())


def probabilities_of_a_text(rng):
    n = int(rng.integers(1, 12)) * int(rng.choice([1, 1, 1, 60]))
    p = rng.uniform(0.001, 1, n)
    tiny = rng.random(n) < rng.choice([0, 0.5])
    return (np.where(tiny, 10 ** -rng.uniform(0, 300, n), p),)


PERPLEXITY = FunctionExercise(
    name="perplexity",
    title="the perplexity of a text",
    task="**Exercise.** `p` `(n,)` holds the probability that a model gave to each letter of a "
    "text: never 0, but perhaps as small as 1e-300. Return the perplexity: 2 to the power of the "
    "mean of −log₂ p (or e to the power of the mean of −log p, which is the same number). If each "
    "letter has 1/4, it is 4; `[0.5, 0.125]` gives 4, too. Texts may be long.",
    answer="my_perplexity",
    stub="""def my_perplexity(p):
    return ...  # 1 line""",
    solution="""def my_perplexity(p):
    return np.exp(-np.log(p).mean())""",
    why="Taking the logarithm and undoing it leaves a mean of factors: the n-th root of the "
    "product of all 1/p. So a perplexity of 4 is as hard as four equally likely letters each time.",
    hints=(
        "First the loss: the mean of −log p. What undoes a logarithm?",
        "np.log goes with np.exp, np.log2 with a power of 2.",
        "The minus may stand before the mean, inside the exponent: −np.log(p).mean().",
    ),
    reference=perplexity,
    cases=(
        Case("one letter, certain", (a([1.0]),), "A letter that is certain is a choice among 1."),
        Case("one letter of two", (a([0.5]),), "A probability of 1/2 is a choice among 2."),
        Case("one letter of four", (a([0.25]),), "A probability of 1/4 is a choice among 4."),
        Case(
            "two letters alike", (a([0.25, 0.25]),), "A choice among 4 each time: 4, not 8 or 16."
        ),
        Case(
            "two letters that differ",
            (a([0.5, 0.125]),),
            "1 bit and 3 bits are 2 on average, and 2² is 4.",
        ),
        Case("three letters", (a([0.5, 0.5, 0.0625]),), "(1 + 1 + 4) / 3 = 2 bits, and 2² is 4."),
        Case(
            "a text of 400 letters",
            (np.full(400, 0.01),),
            "Each letter has 1/100, so it is 100. The product of all, 1e-800, is 0 to a computer.",
        ),
        Case(
            "a letter that was nearly impossible",
            (a([1e-200, 1.0]),),
            "The mean of −log₁₀ p is 100, so it is 1e100.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda p: -np.log(p).mean(),
            "This is the loss in nats. The power that undoes the logarithm is missing.",
        ),
        Mistake(
            lambda p: -np.log2(p).mean(),
            "This is the loss in bits. The power that undoes the logarithm is missing.",
        ),
        Mistake(
            lambda p: 2 ** -np.log(p).mean(),
            "Logarithm and power must have the same base: np.log goes with np.exp, log₂ with 2.",
        ),
        Mistake(
            lambda p: np.exp(-np.log2(p).mean()),
            "You undo log₂ by a power of e. It goes with a power of 2.",
        ),
        Mistake(
            lambda p: np.exp(np.log(p).mean()),
            "The sign is missing: this is a mean probability, at most 1. Perplexity is 1 or more.",
        ),
        Mistake(
            lambda p: np.exp(-np.log(p).sum()),
            "You add the logarithms up. Take their mean, or a longer text is always worse.",
        ),
        Mistake(
            lambda p: 1 / p.mean(),
            "You take the mean of the probabilities. One very unlikely letter must count for more.",
        ),
        Mistake(
            lambda p: (1 / p).mean(),
            "You take the mean of 1/p. The mean is of the logarithms.",
        ),
        Mistake(
            lambda p: np.prod(p) ** (-1 / len(p)),
            "The idea is right, but for a long text a product becomes too small or too large for a "
            "computer: add logarithms.",
        ),
        Mistake(
            lambda p: np.exp(-(p * np.log(p)).sum()),
            "You weight each logarithm by p, as entropy does. Here each letter has come up once, "
            "and counts the same.",
        ),
        Mistake(
            lambda p: 1 / np.median(p),
            "You take the letter in the middle. Every letter counts.",
        ),
    ),
    draw=probabilities_of_a_text,
)

# --- counting -----------------------------------------------------------------------------------


def counted(tokens, targets, words):
    """How often each token (columns) came after each other one (rows), where something is asked."""
    counts = np.zeros((words, words))
    asked = targets >= 0
    np.add.at(counts, (tokens[asked], targets[asked]), 1)
    return counts


def shares(counts, axis=1):
    return counts / counts.sum(axis=axis, keepdims=True)


def bigram(tokens, targets, words, extra):
    return shares(counted(tokens, targets, words) + extra)


def bigram_where(change):
    """A known mistake, made of the counts and what is added to each."""
    return lambda tokens, targets, words, extra: change(counted(tokens, targets, words), extra)


def once(tokens, targets, words, extra):
    """A sum by fancy indexing adds 1 to each pair once, however often the pair is there."""
    return shares(np.minimum(counted(tokens, targets, words), 1) + extra)


def padding_too(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    np.add.at(counts, (tokens.ravel(), targets.ravel()), 1)  # −1 is the last column
    return shares(counts + extra)


def of_neighbours(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    np.add.at(counts, (tokens[:, :-1].ravel(), tokens[:, 1:].ravel()), 1)
    return shares(counts + extra)


def pairs_of_letters(rng):
    b, n, words = sizes(rng, 3)
    words += 1
    n *= int(rng.choice([1, 1, 1, 1, 1, 200]))
    tokens, targets = rng.integers(words, size=(2, b, n))
    extra = float(rng.choice([0.01, 0.5, 1, 3]))
    return tokens, asked_somewhere(rng, targets), words, extra


AB, BA = ([[2, 1, 0]], [[1, 0, -1]]), ([[2, 1, 1]], [[1, 1, 0]])

BIGRAM = FunctionExercise(
    name="counted_bigram",
    title="a bigram, counted",
    task="**Exercise.** Count how often token j comes right after token i: at each place `tokens` "
    "`(b, n)` holds i and `targets` `(b, n)` holds j. Places where `targets` is −1 are not "
    "counted; they may be anywhere. Add `extra`, a number above 0, to each of the counts, so that "
    "no pair is impossible. Then divide each row by its sum. Return the probabilities "
    "`(words, words)`, a row for each i, a column for each j. `tokens = [[1, 1]]`, "
    "`targets = [[0, -1]]`, `words = 2` and `extra = 1` give `[[1/2, 1/2], [2/3, 1/3]]`.",
    answer="my_bigram",
    stub="""def my_bigram(tokens, targets, words, extra):
    return ...  # about 5 lines""",
    solution="""def my_bigram(tokens, targets, words, extra):
    counts = np.zeros((words, words))
    for i, j in zip(tokens.ravel(), targets.ravel()):
        if j >= 0:
            counts[i, j] += 1
    counts = counts + extra
    return counts / counts.sum(axis=1, keepdims=True)""",
    why="A row says what follows one token, so it sums to 1. Without the extra, a pair that never "
    "came up would have probability 0, and a text with that pair a loss of ∞.",
    hints=(
        "Begin with a table of zeros, (words, words). A loop over both arrays at once counts.",
        "tokens.ravel() and targets.ravel() are long rows, and zip runs through both together. "
        "Skip the pairs with a target of −1.",
        "Add extra to the whole table first, then divide by its sums along axis 1, with "
        "keepdims=True.",
    ),
    reference=bigram,
    axes=("token", "next token"),
    cases=(
        Case(
            "one pair",
            (a([[1]]), a([[0]]), 2, 1.0),
            "Token 0 came once after token 1: the counts [[0, 0], [1, 0]] become [[1, 1], [2, 1]].",
        ),
        Case(
            "less is added",
            (a([[1]]), a([[0]]), 2, 0.5),
            "The counts become [[0.5, 0.5], [1.5, 0.5]], and row 1 is [0.75, 0.25].",
        ),
        Case(
            "the same pair three times",
            (a([[1], [1], [1]]), a([[0], [0], [0]]), 2, 1.0),
            "Token 0 came three times after token 1: [3, 0] becomes [4, 1].",
        ),
        Case(
            "the last place is not scored",
            (a([[1, 0]]), a([[0, -1]]), 2, 1.0),
            "The second place has the target −1 and is not counted: nothing came after token 0.",
        ),
        Case(
            "the first place is not scored",
            (a([[1, 0]]), a([[-1, 1]]), 2, 1.0),
            "The first place has the target −1 and is not counted; token 1 came after token 0.",
        ),
        *each_alone(
            (*map(a, AB), 3, 1.0),
            (*map(a, BA), 3, 1.0),
        ),
        Case(
            "both names",
            (a(AB[0] + BA[0]), a(AB[1] + BA[1]), 3, 1.0),
            "Right for each name alone, wrong for both: count the pairs of all rows.",
        ),
    ),
    mistakes=(
        Mistake(
            once,
            "A pair that comes up several times is counted once, as by counts[i, j] += 1 with "
            "arrays i and j. A loop or np.add.at counts it each time.",
        ),
        Mistake(
            padding_too,
            "You count places with a target of −1, too: as an index, −1 is the last column.",
        ),
        Mistake(
            lambda tokens, targets, words, extra: shares(
                counted(tokens, np.where(targets < 0, 0, targets), words) + extra
            ),
            "You count places that are not scored as if token 0 came next.",
        ),
        Mistake(
            lambda tokens, targets, words, extra: shares(
                counted(tokens, np.where(targets == 0, -1, targets), words) + extra
            ),
            "You leave out what is followed by token 0. It is a token like any other: only −1 says "
            "that nothing is asked.",
        ),
        Mistake(
            of_neighbours,
            "You count what stands side by side in tokens. The targets say what comes next: they "
            "have the end of a full row, and they leave the padding out.",
        ),
        Mistake(
            bigram_where(lambda counts, extra: shares(counts + extra, axis=0)),
            "Your columns sum to 1. What follows one token is a row: divide by the sums of rows.",
        ),
        Mistake(
            bigram_where(lambda counts, extra: shares(counts.T + extra)),
            "Rows and columns have changed places: the row is the token before.",
        ),
        Mistake(
            bigram_where(lambda counts, extra: (counts + extra) / (counts + extra).sum()),
            "You divide by the sum of the whole table. Each row sums to 1 on its own.",
        ),
        Mistake(
            bigram_where(lambda counts, extra: counts + extra),
            "These are the counts with the extra. Divide each row by its sum.",
        ),
        Mistake(
            bigram_where(lambda counts, extra: shares(counts + 1)),
            "You add 1 to each count, whatever extra is.",
        ),
        Mistake(
            bigram_where(lambda counts, extra: shares(counts)),
            "Pairs that never came up get nothing added: a row without counts is then 0 / 0.",
        ),
        Mistake(
            bigram_where(lambda counts, extra: shares(np.where(counts > 0, counts + extra, 0))),
            "You add extra only where something was counted. It is for the pairs never seen.",
        ),
        Mistake(
            bigram_where(lambda counts, extra: shares(np.where(counts > 0, counts, extra))),
            "You write extra only where nothing was counted. Add it to every count.",
        ),
        Mistake(
            bigram_where(
                lambda counts, extra: (counts + extra) / (counts.sum(axis=1, keepdims=True) + extra)
            ),
            "You add extra to the sum of a row once. It was added to each of its counts.",
        ),
        Mistake(
            bigram_where(lambda counts, extra: (counts + extra) / counts.sum(axis=1)[:, None]),
            "You divide by the sums before extra was added. Then a row sums to more than 1.",
        ),
        Mistake(
            bigram_where(lambda counts, extra: (counts + extra) / (counts + extra).sum(axis=1)),
            "Each column is divided by another row's sum. keepdims=True keeps the sums a column.",
        ),
    ),
    draw=pairs_of_letters,
)

# --- writing ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Toy:
    """A model that looks at the last two tokens: likeliest[i][j] is what it expects after i, j. The
    last row is for a first token, which has none before it."""

    likeliest: tuple

    def __call__(self, tokens):
        words = len(self.likeliest)
        p = np.full((len(tokens), words), 0.1 / (words - 1))
        for i, token in enumerate(tokens):
            row = self.likeliest[tokens[i - 1] if i else -1]
            p[i, row[token]] = 0.9
        return p

    def __repr__(self):
        return f"a model of {len(self.likeliest)} tokens"


@dataclass(frozen=True)
class Reader:
    """A model to which each token so far matters, and that is never sure: its probabilities are
    those of the number that it makes of all tokens. It seldom expects the end."""

    words: int
    end: int
    seed: int

    def __call__(self, tokens):
        read, rows = 0, []
        for token in tokens:
            read = (3 * read + int(token) + 1) % NUMBERS
            rows.append(expected(self)[read])
        return np.array(rows)

    def __repr__(self):
        return f"a model of {self.words} tokens that reads all of them"


NUMBERS = 97  # of a Reader: a prime, so that no token is forgotten


@cache
def expected(reader):
    """The probabilities (NUMBERS, words) of a Reader, all of them near 1/words."""
    rng = np.random.default_rng(reader.seed)
    p = rng.uniform(0.99, 1, (NUMBERS, reader.words))
    p[rng.random(NUMBERS) < 0.9, reader.end] = 0.98
    return p / p.sum(axis=1, keepdims=True)


def likeliest(model, tokens):
    return model(tokens)[-1].argmax()


def continued_by(choose, stops=lambda tokens, n: len(tokens) >= n, appends_end=False):
    """Writing, or with another way to choose or to stop, a known mistake."""

    def write(model, tokens, end, n):
        tokens = [*tokens]
        while not stops(tokens, n):
            token = choose(model, tokens)
            if token == end and not appends_end:
                break
            tokens.append(token)
            if token == end and appends_end != "for ever":
                break
        return a(tokens)

    return write


continued = continued_by(likeliest)


def a_model_and_a_beginning(rng):
    words = int(rng.integers(2, 8))
    end = int(rng.integers(words))
    others = [token for token in range(words) if token != end]
    tokens = rng.choice(others, size=rng.integers(1, 5))
    n = len(tokens) + int(rng.integers(0, 20))
    return Reader(words, end, int(rng.integers(1000))), tokens, end, n


# Rows: the token before, with 3, the end, for none. Columns: the last token.
ENDS = Toy(((3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3)))
ONE_MORE = Toy(((3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3), (1, 3, 3, 3)))
TWO_MORE = Toy(((3, 2, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3), (1, 3, 3, 3)))
FOR_EVER = Toy(((1, 2, 0, 0), (1, 2, 0, 0), (1, 2, 0, 0), (1, 2, 0, 0)))

CONTINUED = FunctionExercise(
    name="letter_by_letter",
    title="a name, letter by letter",
    task="**Exercise.** `model(tokens)` takes the tokens so far, a list or an array of t numbers, "
    "and returns probabilities `(t, words)`: row i is what it expects after `tokens[: i + 1]`. "
    "Begin with `tokens` `(t,)`, none of which is `end`, and append the likeliest next token, "
    "again and again. Stop when the likeliest is `end`, which is not appended, or when there are "
    "`n` tokens (`n` is at least t). Return all tokens, the first ones included, as an array or a "
    "list.",
    answer="my_name",
    stub="""def my_name(model, tokens, end, n):
    return ...  # about 7 lines""",
    solution="""def my_name(model, tokens, end, n):
    tokens = list(tokens)
    while len(tokens) < n:
        token = model(tokens)[-1].argmax()
        if token == end:
            break
        tokens.append(token)
    return tokens""",
    why="Only the last row is about a token that is not there yet. The whole beginning goes in "
    "each time, for the model may look at any of it; the cache of notebook 09 saves that work.",
    hints=(
        "A loop: as long as there are fewer than n tokens, ask the model.",
        "Of the rows that the model returns, which is about the token after the last one?",
        "list(tokens) makes a list that can grow; argmax finds the likeliest token of a row; break "
        "leaves the loop.",
    ),
    reference=continued,
    axes=("", "tokens"),
    cases=(
        Case(
            "the end at once",
            (ENDS, a([0]), 3, 4),
            "The model expects 3, the end: nothing is appended, and [0] comes back.",
        ),
        Case(
            "one token more",
            (ONE_MORE, a([0]), 3, 4),
            "After 0 the model expects 1, and then the end: [0, 1].",
        ),
        Case(
            "two tokens more",
            (TWO_MORE, a([0]), 3, 4),
            "After 0 comes 1, and after 0 and 1 comes 2. The model must see both, and its last row "
            "counts.",
        ),
        Case(
            "a longer beginning",
            (TWO_MORE, a([0, 1]), 3, 4),
            "After 0 and 1 comes 2. Row 0 is about what follows the 0 alone.",
        ),
        Case(
            "no end",
            (FOR_EVER, a([0]), 3, 4),
            "This model never expects the end: stop when there are n = 4 tokens.",
        ),
        Case(
            "no room",
            (FOR_EVER, a([0, 1]), 3, 2),
            "There are n = 2 tokens already: nothing is appended.",
        ),
        Case(
            "room for one",
            (FOR_EVER, a([2, 0, 1]), 3, 4),
            "There is room for one token more.",
        ),
        Case(
            "another number for the end",
            (FOR_EVER, a([0]), 2, 4),
            "Here the end is 2: use the argument end.",
        ),
        Case(
            "a model that reads everything",
            (Reader(4, 3, 0), a([0]), 3, 12),
            "For this model every token so far matters, and none of its probabilities is above "
            "1/2.",
        ),
    ),
    mistakes=(
        Mistake(
            continued_by(lambda model, tokens: model(tokens).argmax()),
            "Your argmax looks at all rows at once. Only the last row is about a token that is "
            "not there yet.",
        ),
        Mistake(
            continued_by(lambda model, tokens: model(tokens)[0].argmax()),
            "You ask each time what comes after the first token. The last row of all tokens so far "
            "is about the next one.",
        ),
        Mistake(
            continued_by(lambda model, tokens: likeliest(model, tokens[-1:])),
            "You show the model its last token alone. It may look at all that came before.",
        ),
        Mistake(
            continued_by(lambda model, tokens: model(tokens)[-1].argmin()),
            "You append the least likely token: argmin finds the smallest.",
        ),
        Mistake(
            continued_by(likeliest, appends_end=True),
            "You append the end, too. It only says that the name is complete.",
        ),
        Mistake(
            continued_by(likeliest, appends_end="for ever"),
            "You go on after the end. When the likeliest token is the end, the name is complete.",
        ),
        Mistake(
            lambda model, tokens, end, n: continued(model, tokens, end, n)[len(tokens) :],
            "You return the new tokens alone. The first ones belong to the name.",
        ),
        Mistake(
            lambda model, tokens, end, n: continued(model, tokens, end, min(n, len(tokens) + 1)),
            "You append one token and return. Go on until the end, or until there are n.",
        ),
        Mistake(
            continued_by(likeliest, stops=lambda tokens, n: len(tokens) > n),
            "You write one token too many: stop when there are n.",
        ),
        Mistake(
            continued_by(likeliest, stops=lambda tokens, n: len(tokens) >= n - 1),
            "You stop one token too early: there may be n.",
        ),
        Mistake(
            lambda model, tokens, end, n: continued(model, tokens, end, len(tokens) + n),
            "You append up to n tokens. There may be n in all, the first ones included.",
        ),
        Mistake(
            lambda model, tokens, end, n: model(tokens).argmax(axis=-1),
            "You ask the model once: these are its answers at every place. Append only the last "
            "one, then ask again.",
        ),
        Mistake(
            continued_by(lambda model, tokens: model(tokens).mean(axis=0).argmax()),
            "You mix all rows. Only the last row is about a token that is not there yet.",
        ),
    ),
    draw=a_model_and_a_beginning,
)

# --- temperature and top-k ----------------------------------------------------------------------


def softmax(x):
    with np.errstate(over="ignore", invalid="ignore"):
        p = np.exp(x - x.max())
        return p / p.sum()


def largest(logits, k):
    """Which of the logits are among the k largest."""
    return logits >= np.sort(logits)[-k]


def chosen_from(logits, T, k):
    return softmax(np.where(largest(logits, k), logits / T, -np.inf))


def without_shift(logits, T, k):
    p = np.where(largest(logits, k), np.exp(logits / T), 0)
    return p / p.sum()


def different_logits(rng):
    words = int(rng.integers(1, 9))
    steps = np.arange(words) + rng.uniform(0, 0.5, words)  # so that no two are nearly equal
    logits = rng.permutation(steps - steps.mean()) * rng.choice([0.2, 1, 5, 50, 300])
    logits += rng.choice([0, 0, 0, -1000, 1000])
    T = float(rng.choice([0.001, 0.01, 0.3, 0.8, 1, 2, 10, 300]))
    return logits, T, int(rng.integers(1, words + 1))


LOGITS = np.log(a([0.5, 0.3, 0.2]))

CHOSEN = FunctionExercise(
    name="temperature_and_top_k",
    title="temperature and top-k",
    task="**Exercise.** `logits` `(words,)` are a model's scores for the next token, no two of "
    "them equal. Divide them by the temperature `T`, a number above 0; keep only the `k` largest "
    "(`k` is from 1 to `words`); and return the probabilities `(words,)`: the softmax over those "
    "that are kept, and 0 for all others. Nothing may overflow. `my_probabilities(logits, 1, 2)` "
    "with the logits `np.log([0.5, 0.3, 0.2])` is `[0.625, 0.375, 0]`.",
    answer="my_probabilities",
    stub="""def my_probabilities(logits, T, k):
    return ...  # about 4 lines""",
    solution="""def my_probabilities(logits, T, k):
    least = np.sort(logits)[-k]
    p = np.exp((logits - logits.max()) / T)
    p[logits < least] = 0
    return p / p.sum()""",
    why="What is left out has probability 0, and dividing by the sum lets the rest add up to 1 "
    "again. The largest logit is subtracted first: at a small T, exp would overflow.",
    hints=(
        "np.sort(logits) has the largest at the end. Which of its entries is the k-th largest?",
        "The softmax of notebook 03 on logits / T; then 0 for those below the k-th largest. Which "
        "sum do you divide by?",
        "p = np.exp((logits - logits.max()) / T), then p[logits < least] = 0, then divide p by "
        "its sum.",
    ),
    reference=chosen_from,
    axes=("", "tokens"),
    cases=(
        Case("one token", (a([2.0]), 1.0, 1), "There is nothing to choose: its probability is 1."),
        Case(
            "T = 1, all are kept",
            (LOGITS, 1.0, 3),
            "At temperature 1, with all tokens, this is the softmax: [0.5, 0.3, 0.2].",
        ),
        Case(
            "T = 1/2",
            (LOGITS, 0.5, 3),
            "Each logit is doubled, so each probability is squared: 25, 9 and 4 of 38.",
        ),
        Case(
            "T = 2",
            (LOGITS, 2.0, 3),
            "Each logit is halved: the roots of 0.5, 0.3 and 0.2, divided by their sum.",
        ),
        Case(
            "two of three",
            (LOGITS, 1.0, 2),
            "0.5 and 0.3 are kept and divided by their sum, 0.8.",
        ),
        Case("one of three", (LOGITS, 1.0, 1), "Only the largest is kept: its probability is 1."),
        Case(
            "the largest in the middle",
            (LOGITS[[2, 0, 1]], 1.0, 2),
            "Each token keeps its place: the smallest stands first here, and gets 0.",
        ),
        Case(
            "both",
            (LOGITS[[2, 0, 1]], 0.5, 2),
            "0.5² and 0.3² are kept: 25 and 9 of 34.",
        ),
        Case(
            "very cold",
            (a([3.0, 9.0, 1.0]), 0.01, 3),
            "Divided by 0.01, the logits are 300, 900 and 100, and the largest gets all the "
            "probability: [0, 1, 0]. exp(900) is too large for a computer; once the largest is "
            "subtracted, it is exp(0).",
        ),
        Case(
            "very hot",
            (a([0.0, -1000.0]), 1000.0, 2),
            "Divided by 1000, the logits are 0 and −1: their softmax is about [0.73, 0.27]. Before "
            "the division, exp(−1000) is 0 to a computer.",
        ),
        Case(
            "as cold as can be",
            (a([-1000.0, -1003.0, -1001.0]), 1e-300, 2),
            "The largest of the kept logits gets all the probability: [1, 0, 0]. Divided by "
            "1e-300, all of them lie far below numbers that might stand for −∞, such as −1e9.",
        ),
    ),
    mistakes=(
        Mistake(
            lambda logits, T, k: chosen_from(logits, 1 / T, k),
            "You multiply by the temperature. Divide by it: heat makes all logits alike.",
        ),
        Mistake(
            lambda logits, T, k: chosen_from(logits, 1, k),
            "T changes nothing in your result. Divide the logits by it, before the softmax: "
            "afterwards, dividing by the sum takes it out again.",
        ),
        Mistake(
            lambda logits, T, k: chosen_from(logits, T, len(logits)),
            "k changes nothing in your result: tokens below the k-th largest must get 0.",
        ),
        Mistake(
            lambda logits, T, k: np.where(largest(logits, k), softmax(logits / T), 0),
            "What is left does not sum to 1: divide by its sum after you have taken tokens out.",
        ),
        Mistake(
            lambda logits, T, k: softmax(np.where(largest(logits, k), logits / T, 0)),
            "You set the others' logits to 0, and exp(0) is 1. Their probabilities must be 0.",
        ),
        Mistake(
            lambda logits, T, k: softmax(
                np.where(logits <= np.sort(logits)[k - 1], logits, -np.inf) / T
            ),
            "You keep the k smallest. np.sort puts the largest at the end.",
        ),
        Mistake(
            lambda logits, T, k: chosen_from(logits, T, min(k + 1, len(logits))),
            "You keep one token too many: np.sort(logits)[-k] is the k-th largest.",
        ),
        Mistake(
            lambda logits, T, k: softmax(
                np.where(logits > np.sort(logits)[-k], logits / T, -np.inf)
            ),
            "You keep one token too few: the k-th largest itself is kept, too.",
        ),
        Mistake(
            lambda logits, T, k: np.sort(chosen_from(logits, T, k))[::-1],
            "Your probabilities are sorted. Each token keeps its place.",
        ),
        Mistake(
            without_shift,
            "exp overflows where logits / T is large: subtract the largest logit first.",
        ),
        Mistake(
            lambda logits, T, k: softmax(logits) / T * largest(logits, k),
            "You divide the probabilities by T. The logits are divided, before the softmax.",
        ),
        Mistake(
            lambda logits, T, k: np.where(largest(logits, k), logits / T, 0),
            "These are logits. The softmax is missing.",
        ),
        Mistake(
            lambda logits, T, k: softmax(softmax(logits) / T * largest(logits, k)),
            "You take a softmax of probabilities. It is for logits, and only once.",
        ),
        Mistake(
            lambda logits, T, k: largest(logits, k) / k,
            "You give the k tokens the same probability. Those with larger logits get more.",
        ),
    ),
    draw=different_logits,
)

# --- questions ------------------------------------------------------------------------------------

PERPLEXITY_OF_4 = Question(
    name="perplexity_of_4",
    title="what a perplexity of 4 means",
    ask="A model has a perplexity of 4 on the letters of new names. What does that say?",
    options=(
        (
            "it is right at one letter in four",
            "it may be right more often: 0.97 of the probability on the right letter at one place "
            "makes up for a poor one at another. Perplexity looks at probabilities, not at hits.",
        ),
        (
            "at each place it considers four letters and rules out the others",
            "every letter has some probability at every place; it may be nearly 0.",
        ),
        (
            "on average it is as unsure as if four letters were equally likely",
            "2 bits a letter, since 2² is 4. At one place it may be certain, at another lost.",
        ),
        (
            "the right letter has a probability of 1/4 at every place",
            "1/4 is only the geometric mean of the right letters' probabilities. After a q the u "
            "may have nearly 1.",
        ),
    ),
    right="c",
)

LOSS_WITHOUT_MASK = Question(
    name="loss_without_mask",
    title="a loss near 0",
    ask="Without the causal mask the loss falls to nearly 0, and yet the model writes nonsense. "
    "Why?",
    options=(
        (
            "it was trained for too long, and knows the names by heart",
            "new names get the same small loss.",
        ),
        (
            "it copies the next letter, which stands in its input",
            "when it writes, that letter is not there yet. The task had become easier than the "
            "one you meant. A loss says how well a task is solved, not whether it is the right "
            "task. If a loss is far below that of every honest model, look for a leak.",
        ),
        (
            "a small loss needs a smaller temperature when it writes",
            "at every temperature it writes nonsense: to copy, it need not know which letter "
            "follows.",
        ),
        (
            "without a mask a model cannot tell where a letter stands",
            "its positions are learned, as before. And with the mask, the order can be told even "
            "without them.",
        ),
    ),
    right="b",
)

ONE_NAME = Question(
    name="one_name",
    title="the same name, again and again",
    ask="At temperature 0.01 a model writes, for the same country, nearly always the same name. "
    "Why?",
    options=(
        (
            "it has forgotten all the other names that it learned",
            "its numbers are the same at every temperature: only how a letter is drawn has "
            "changed.",
        ),
        (
            "the logits, divided by 0.01, become so large that they overflow",
            "the largest is subtracted first, so nothing overflows.",
        ),
        (
            "the random numbers are the same each time",
            "they differ, but it does not matter what is drawn where one letter has nearly all "
            "the probability.",
        ),
        (
            "nearly all the probability goes to the likeliest letter",
            "the differences between logits become a hundred times larger, at every place, so "
            "hardly anything is left to chance. It need not be the likeliest name: each letter "
            "is chosen without looking at what it leads to.",
        ),
    ),
    right="d",
)

CHECKED = (
    TARGETS,
    BITS,
    PERPLEXITY_OF_4,
    PERPLEXITY,
    BIGRAM,
    LOSS_WITHOUT_MASK,
    CONTINUED,
    CHOSEN,
    ONE_NAME,
)

# --- predictions ----------------------------------------------------------------------------------


@cache
def loss_without_a_mask():
    """Beside the loss with it: the means of ten recorded trainings each."""
    recorded = trainings()
    with_mask, without = (np.mean([x[way] for x in recorded]) for way in ("bits", "unmasked"))
    if without < 0.1 * with_mask:
        return "nearly 0"
    return "higher" if without > 1.1 * with_mask else "about the same"


@cache
def share_in_the_data():
    """Of names that the recorded model writes at temperature 0.8, in all countries."""
    model, rng = trained(), np.random.default_rng(0)
    written = [
        name.lower()
        for country in COUNTRIES
        for name in names(model, PLACES, rng, 100, country=country, temperature=0.8)
    ]
    seen = {name for of_country in PLACES.training.values() for name in of_country}
    share = np.mean([name in seen for name in written])
    return "less than 10" if share < 0.1 else "about half" if share < 0.75 else "more than 90"


PREDICTED = (
    OneOf(
        name="without_the_mask",
        title="the loss without the mask",
        truth=loss_without_a_mask,
        why="The right letter gets nearly all the probability, in new names as well. But look at "
        "what such a model writes.",
        options=("higher", "about the same", "nearly 0"),
    ),
    OneOf(
        name="names_in_the_data",
        title="how many of 100 names are in the data",
        truth=share_in_the_data,
        why="It has learned how names are made, and mostly makes new ones. The next cell counts, "
        "for ten other models as well.",
        options=("less than 10", "about half", "more than 90"),
    ),
)
