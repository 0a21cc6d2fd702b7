"""Where a document slips, rounds, claims too much or lost a piece, and what holds instead."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from pkgutil import iter_modules

import numpy as np

from helpers.attention import softmax
from helpers.data.examples import A, B, C
from helpers.documents.recompute import (
    A3,
    A5,
    K3,
    Q3,
    ROUNDED3,
    ROW5,
    S5,
    V3,
    X5,
    apple_moves,
    cosine,
    distances,
    either_head_can_go,
    half_a_difference,
    mask_tells_order,
    one_mlp_for_all_tokens,
    order_is_lost,
    overflows,
    products,
    reach,
    slower_when_long,
    variance_is_width,
    weight_and_need_go_together_loosely,
    weighted,
)
from helpers.documents.tex import readable

KINDS = ("slip", "rounding", "convention", "over-claim", "lost in the extract")
SLIP, ROUNDING, CONVENTION, OVER_CLAIM, LOST = KINDS

# {"01": "01_dot_product.ipynb", …}: a notebook's file is named like that of its exercises.
EXERCISES = Path(__file__).parents[1] / "exercises"
NOTEBOOKS = {name[1:3]: f"{name[1:]}.ipynb" for _, name, _ in iter_modules([str(EXERCISES)])}


@dataclass(frozen=True)
class Erratum:
    """A sentence of a document, what holds instead, and the heading under which that is shown."""

    document: str
    place: str
    quote: str
    kind: str  # one of KINDS
    instead: str
    notebook: str  # its number; "90" is the notebook that shows the errata
    heading: str
    check: Callable | None = None  # () → True: recomputes what holds

    @property
    def link(self):
        """Text and address, as seen from notebook 90."""
        anchor = "#" + self.heading.replace(" ", "-")
        if self.notebook == "90":
            return f"here: {self.heading}", anchor
        return f"{self.notebook} {self.heading}", NOTEBOOKS[self.notebook] + anchor


def errata(document):
    """Heads and rows of a document's errata, each with its link."""
    rows = [
        (entry.place, readable(entry.quote), entry.kind, entry.instead, entry.link)
        for entry in ERRATA
        if entry.document == document
    ]
    return ("place", "printed", "kind", "what holds", "shown in"), rows


ERRATA = (
    # 000 Transformer's Self-Attention
    Erratum(
        "000", "introduction", "It solely relies on attention mechanisms.", OVER_CLAIM,
        "Attention alone moves information between tokens. But every block also has a feed-forward"
        " network, in the paper 512 to 2048 and back: twice the weights of one W_Q, W_K, W_V, W_O.",
        "90", "From notebook 08", lambda: 2 * 512 * 2048 == 2 * (4 * 512 * 512),
    ),
    Erratum(
        "000", "section 1",
        r"\boldsymbol{a} \cdot \boldsymbol{b} & = [a_1 b_1 + a_2 b_2 + \dots + a_n b_n]",
        CONVENTION,
        "The brackets enclose a single number, not a vector, as the sentence before it says.",
        "01", "Multiply then add",
    ),
    Erratum(
        "000", "section 1", "element-wise multiplication (that is, “inner product”)", SLIP,
        "Element-wise multiplication alone is the Hadamard product. With the sum it is the inner"
        " product.",
        "01", "Multiply then add", lambda: np.array_equal(A * C, [2, 0, 0]) and A @ C == 2,
    ),
    Erratum(
        "000", "section 1", r"\(\|\boldsymbol{b}\|\) is the magnitude of vector \(\boldsymbol{a}\)",
        SLIP, "It is the magnitude of b.", "90", "From notebook 01",
    ),
    Erratum(
        "000", "section 1", r"at minimum when is \(\theta\) is \(2\pi\) (\(\cos 2\pi = -1\))", SLIP,
        "The dot product is least at θ = π, where the cosine is −1; cos 2π is 1, as cos 0.",
        "90", "From notebook 01", lambda: np.allclose(np.cos([np.pi, 2 * np.pi]), [-1, 1]),
    ),
    Erratum(
        "000", "section 1",
        "the dot-product is bigger when two vectors have similar directions than otherwise",
        CONVENTION,
        "Of vectors of equal length, as its context implies. Otherwise length counts, too: "
        "Intuition's a·a = 1 is less than a·c = 2, though a has its own direction and c is 45° "
        "away.",
        "01", "When the dot product misleads",
        lambda: A @ A == 1 and A @ C == 2 and np.isclose(cosine(A, C), np.sqrt(0.5)),
    ),
    Erratum(
        "000", "section 2",
        "unused word positions filled with a filler are effectively ignored", OVER_CLAIM,
        "Only with a mask. A padding token of zeros has a raw score of zero, and the softmax"
        " gives it a weight above zero.",
        "05", "Padding",
        lambda: (softmax(X5 @ np.vstack([X5, np.zeros(3)]).T)[:, -1] > 0).all(),
    ),
    Erratum(
        "000", "section 2",
        "Since we are dealing with a specific query, we should also extract particular values",
        OVER_CLAIM, "V = X W_V is the same for every query; only the weights differ.",
        "03", "The output mixes the values",
    ),
    Erratum(
        "000", "section 2", r"\text{softmax}(\boldsymbol{q}_1^\top K) V", SLIP,
        "With rows for tokens it is softmax(q₁ Kᵀ) V, as the text has it a few lines earlier. The"
        " other form runs only if n = d_k, and is wrong then: [4, 7, 3] for [2, 4, 4] in"
        " Illustrated.",
        "90", "From notebook 04",
        lambda: np.array_equal([Q3[0] @ K3, Q3[0] @ K3.T], [[4, 7, 3], [2, 4, 4]]),
    ),
    Erratum(
        "000", "section 2",
        r"Q = \begin{bmatrix} \boldsymbol{q}_1 \\ \boldsymbol{q}_2 \\ \vdots \\ \boldsymbol{q}_n \\"
        r" \end{bmatrix}",
        SLIP, "There is one query for each of the m words of Y; n counts the words of X.",
        "90", "From notebook 02",
    ),
    Erratum(
        "000", "section 2, script", "= np.array([1.0, 2.0, 3.0, 4.0]) s1 = s1 * 10 s2",
        LOST,
        "s1 = np.array([1.0, 2.0, 3.0, 4.0]) and s2 = s1 * 10, with plain quotes and an indented"
        " return. Repaired it prints its two rows, yet np.exp overflows from 710 on in float64,"
        " 89 in float32, 12 in float16; subtracting the maximum first helps.",
        "03", "Where exp overflows",
        lambda: all(map(overflows, (710, 89, 12), (np.float64, np.float32, np.float16))),
    ),
    Erratum(
        "000", "section 2", r"p_i = \text{softmax}(z_i)", CONVENTION,
        "Entry i of the softmax of the whole vector z. The softmax of the number z_i alone is 1.",
        "03", "Scores become weights", lambda: np.array_equal(softmax([[2], [4]]), [[1], [1]]),
    ),
    Erratum(
        "000", "section 4", "CNN can only associate data within the kernel size.", OVER_CLAIM,
        "In one layer. Each further layer of kernel 3 sees 2 tokens more, and Lecture 23 gives"
        " convolutions a path length.",
        "90", "From notebook 09",
        lambda: [reach(layers, 3) for layers in (1, 2, 3)] == [3, 5, 7],
    ),
    Erratum(
        "000", "section 4", "much faster than sequential processing like RNN cells", OVER_CLAIM,
        "On a processor that computes all tokens at once, or for short texts. On one core, measured"
        " with d = 64, attention is the slower one for 4096 tokens: its multiplications grow with"
        " n².",
        "90", "From notebook 09", slower_when_long,
    ),
    Erratum(
        "000", "section 4", "It is clear there is a strong relationship between “making” and “more"
        " difficult”.",
        OVER_CLAIM,
        "The picture shows large weights in one layer, for one sentence. What a token adds to the"
        " output also depends on its value and on W_O.",
        "06", "What head pictures show",
    ),
    Erratum(
        "000", "section 4", "we can visually inspect self-attention, making it more interpretable",
        OVER_CLAIM,
        "Disputed (Jain and Wallace 2019; Wiegreffe and Pinter 2019). A picture shows where a head"
        " looks. In twenty small models that weight and the accuracy lost without the head have a"
        " correlation of 0.45.",
        "90", "From notebook 11", weight_and_need_go_together_loosely,
    ),
    Erratum(
        "000", "section 4", "Each head seems to have learned to perform different tasks",
        CONVENTION,
        "A way of describing a picture, and hedged. Heads need not differ: in nine of ten small"
        " models with two heads, either can be switched off, and at least 0.84 of the answers stay"
        " right.",
        "11", "One of two heads switched off", either_head_can_go,
    ),
    Erratum(
        "000", "section 4", "Give me a I camesecond, please.secondin the exam.", LOST,
        "Two sentences: “Give me a second, please.” and “I came second in the exam.”",
        "06", "Two meanings of second",
    ),
    # 001 From Attention to Self-Attention and Transformers
    Erratum(
        "001", "all", "Mathematically, we can say we have the following inputs:", LOST,
        "This formula and all others of the text are gone. The series writes them from the"
        " mathematics.",
        "03", "The whole formula",
    ),
    Erratum(
        "001", "introduction", "together form a new vector which is a weighted sum of the keys",
        CONVENTION,
        "Keys double as values at first. With W_V the output is a weighted sum of values, as the"
        " text says later.",
        "03", "Keys that are their own values",
    ),
    Erratum(
        "001", "scaling", "two vectors *q* and *k* which are independent random variables with zero"
        " mean and variance of one",
        OVER_CLAIM,
        "The entries within q, or within k, must be uncorrelated too. If each vector repeats one"
        " number four times, the variance of q·k is 16, not 4.",
        "90", "Entries that depend on each other",
        lambda: (4 * products(1)).var() == 16 and products(4).var() == 4,
    ),
    Erratum(
        "001", "Attention and Order",
        "the attention (and specifically the self-attention) is permutation equivariant",
        OVER_CLAIM,
        "Self-attention without a mask is. In attention with queries of its own, permuting the keys"
        " with their values leaves the output as it was.",
        "90", "Order in and order out", order_is_lost,
    ),
    Erratum(
        "001", "Attention and Order",
        "care about the order of the input, and there is no meaning of order for it", OVER_CLAIM,
        "Without a mask. Under the causal mask of the next section, the last row depends on the"
        " order of the words before it in two layers, without any positions; in one it does not.",
        "07", "Order under a causal mask", mask_tells_order,
    ),
    Erratum(
        "001", "Masked", "only the words previous to it", CONVENTION,
        "Read strictly, word i sees j < i. The next paragraph masks only the vectors ahead, which"
        " leaves j ≤ i, the usual choice.",
        "05", "Strict or not",
    ),
    Erratum(
        "001", "Multihead", "split each of them into *h* sub-vectors", CONVENTION,
        "A restriction: each head sees only its piece of the input, as if its projections were"
        " zero elsewhere, and W_O is absent. In Transformer's Self-Attention and in"
        " Lecture 23 each head projects the whole input.",
        "06", "Cut the input instead",
    ),
    Erratum(
        "001", "Multihead",
        "improved performance, leverage parallelization, and even can act as regularization",
        OVER_CLAIM,
        "Named, not shown. One wide head runs in parallel as well, and 8 heads of 64 need as many"
        " multiplications for their scores as one head of 512.",
        "90", "From notebook 06", lambda: 8 * 64 == 512,
    ),
    Erratum(
        "001", "The Transformer", "it only uses the self-attention mechanism to make interactions"
        " between the vectors",
        OVER_CLAIM,
        "True of a stack of encoder blocks. In the paper each decoder block also attends to the"
        " encoder: MultiHead(Y, X) in Transformer's Self-Attention, inter-attention in Lecture"
        " 23.",
        "08", "The decoder also asks the encoder",
    ),
    Erratum(
        "001", "The Transformer", "Then the vectors go into separate MLP blocks", CONVENTION,
        "Separate computations, but one MLP: every token goes through the same matrices.",
        "08", "The MLP asks and adds", one_mlp_for_all_tokens,
    ),
    Erratum(
        "001", "The Transformer",
        "Finally, the vectors go into another layer normalization block", CONVENTION,
        "The order of the paper: a norm after each sum. Most later language models have the norm"
        " before each part, and one more after the last block.",
        "08", "A norm brings each token to one size",
    ),
    # 002 Intuition Behind Self-Attention in Transformers
    Erratum(
        "002", "Fixed Embeddings",
        "while preserving the relative distances between the original vectors", OVER_CLAIM,
        "At most roughly: one-hot words are all √2 apart, and 3 numbers a word cannot keep that for"
        " five words. Nor do trained embeddings try: words that are used alike come out close.",
        "90", "Distances between one-hot words",
        lambda: np.isclose(distances(np.eye(5)), np.sqrt(2)).all() and np.ptp(distances(X5)) > 6,
    ),
    Erratum(
        "002", "Fixed Embeddings", "resulting in vectors of different sizes", SLIP,
        "Not with one fixed vocabulary, as defined a paragraph earlier: every text gets one count"
        " for each word of it.",
        "90", "From notebook 01",
    ),
    Erratum(
        "002", "Static vs context aware", r"\( Apple [5, 0, 0, 2, 0] \)", SLIP,
        "Five numbers, one a word: the fruits column. Apple's own vector is [5, 2, 0].",
        "90", "From notebook 01", lambda: np.array_equal(X5[:, 0], [5, 0, 0, 2, 0]),
    ),
    Erratum(
        "002", "Self-Attention",
        r"\( Apple = weight \times Apple + weight \times is + weight \times fruit \)", SLIP,
        "The “a” of “Apple is a fruit” is left out. The Apple on the left is"
        " the new vector, the one on the right the old.",
        "03", "Keys that are their own values",
    ),
    Erratum(
        "002", "Self-Attention", 'the similarity of "Apple" with itself is typically close to one',
        OVER_CLAIM,
        "The raw score is 29, the score 16.74, and the weight 0.99997 here. But “garden” gives"
        " itself 0.030 and “Apple” 0.961; “is” gives “The” 0.947.",
        "04", "Five words",
        lambda: X5[0] @ X5[0] == 29
        and np.array_equal(A5[[3, 3, 1], [3, 0, 4]].round(3), [0.030, 0.961, 0.947]),
    ),
    Erratum(
        "002", "Self-Attention", "there are no parameters requiring training", OVER_CLAIM,
        "True of this sketch, where Q = K = V = X. In a transformer W_Q, W_K, W_V and W_O are"
        " learned, and so are the embeddings.",
        "02", "A query is not a key",
    ),
    Erratum(
        "002", "Working Example",
        'the similarity between "apple" and "garden" is higher than between "apple" and "phone."',
        SLIP,
        "By its own table both raw scores are 10 and both weights 1.72e-05. Only the cosines"
        " differ: 0.93 and 0.37.",
        "90", "From notebook 04",
        lambda: (X5[0] @ X5[3], X5[0] @ X5[2]) == (10, 10)
        and np.allclose(A5[0, 2:4], 1.72e-5, atol=5e-8)
        and np.allclose([cosine(X5[0], X5[i]) for i in (3, 2)], [0.93, 0.37], atol=0.005),
    ),
    Erratum(
        "002", "K, Q", 'vector "a" is highly similar to itself', OVER_CLAIM,
        "a·a = 1 is less than a·c = 2: c is longer, and length wins.",
        "01", "When the dot product misleads", lambda: (A @ A, A @ C) == (1, 2),
    ),
    Erratum(
        "002", "K, Q", r"dot(a, b) = 1 \times 0 + 0 \times 0 + 0 \times 2 = 0", SLIP,
        "The middle term is 0 × 10. The sum stays 0.",
        "01", "Multiply then add", lambda: A[1] * B[1] == 0 and B[1] == 10,
    ),
    Erratum(
        "002", "K, Q", "multiply the embedding matrix by itself", SLIP,
        "By its transpose: (5, 3) times (5, 3) does not exist, (5, 3) times (3, 5) does.",
        "90", "From notebook 04", lambda: (X5 @ X5.T).shape == (5, 5),
    ),
    Erratum(
        "002", "K, Q", "though in practice, they are often the same matrix", OVER_CLAIM,
        "They are in this sketch. In a transformer W_Q and W_K are learned apart, so Q and K differ"
        " even if they come from the same sentence.",
        "02", "When the scores are symmetric",
    ),
    Erratum(
        "002", "Technical Tricks",
        "making it less dependent on the length of the embedding vector itself", CONVENTION,
        "Length here is the number of entries. All scores are divided by the same √3, so long"
        " vectors win as before: 16.74 is to 5.77 as 29 to 10.",
        "90", "From notebook 03", lambda: np.isclose(S5[0, 0] / S5[0, 2], 29 / 10),
    ),
    Erratum(
        "002", "Technical Tricks",
        "Another useful transformation for embedding vectors is to apply softmax normalization",
        SLIP, "The softmax is applied to the rows of the score matrix, not to embedding vectors.",
        "03", "Scores become weights",
    ),
    Erratum(
        "002", "Technical Tricks",
        '"Apple" may depend on "Fruit," but "Fruit" does not depend on "Apple" to the same degree',
        OVER_CLAIM,
        "In this example the scores are symmetric; the weights differ only because each row is"
        " divided by its own sum. Scores that depend on the direction need W_Q ≠ W_K.",
        "02", "When the scores are symmetric", lambda: np.array_equal(X5 @ X5.T, (X5 @ X5.T).T),
    ),
    Erratum(
        "002", "Technical Tricks", "or visualized: scaled dot-product with softmax visualization",
        LOST,
        "The matrices of raw scores, weights and new embeddings were pictures. All are recomputed.",
        "04", "Five words",
    ),
    Erratum(
        "002", "V", 'slightly away from "Fruits" and closer to "Phones"', OVER_CLAIM,
        "It moves by −0.00014 in fruits and 0.00002 in computers: saturated. With every vector half"
        " as long fruits go from 2.5 to 2.21 and computers from 1 to 1.0015; the cosine to phone"
        " grows, that to garden falls.",
        "90", "From notebook 04",
        apple_moves,
    ),
    Erratum(
        "002", "V", "Apple is mostly similar to itself (0.9997)", SLIP,
        "0.99997, as in the row above it.",
        "90", "From notebook 04", lambda: f"{A5[0, 0]:.5f}" == "0.99997",
    ),
    Erratum(
        "002", "V",
        r"\text{dot}\left( \begin{bmatrix} 0.99997 & 0.00000 & 0.00002 & 0.00002 & 0.00000"
        r" \end{bmatrix} \cdot \begin{bmatrix} 5 \\ 0 \\ 0 \\ 2 \\ 0 \end{bmatrix} \right) ="
        r" 4.99986",
        ROUNDING,
        "The printed operands give 4.99989, since the printed row sums to 1.00001. 4.99986 needs"
        " the unrounded weights.",
        "90", "From notebook 04", lambda: np.isclose(ROW5.sum(), 1.00001, atol=1e-9),
    ),
    Erratum(
        "002", "Conclusion",
        "making any further training significantly less computationally intensive", OVER_CLAIM,
        "Nothing is trained here, so nothing is saved. In a transformer the four projections are"
        " trained with everything else.",
        "06", "Count the parameters",
    ),
    # 003 Illustrated Self-Attention
    Erratum(
        "003", "step 2", "(I know that’s not the correct spelling)", LOST,
        "The remark is about “querys”, as the code below has it; here the word was put right.",
        "04", "The eight steps",
    ),
    Erratum(
        "003", "step 3, notes", "In practice, a *bias vector", LOST,
        "The rest of the note is gone: a bias is added to each product, x W + b, for keys, queries"
        " and values.",
        "04", "Bias",
    ),
    Erratum(
        "003", "step 4, note", "The above operation is known as *dot product attention",
        CONVENTION,
        "So nothing is divided by √d_k. The series shows the scaled variant beside it.",
        "04", "Rounded and scaled",
    ),
    Erratum(
        "003", "step 5", "softmax([2, 4, 4]) = [0.0, 0.5, 0.5]", ROUNDING,
        "[0.0634, 0.4683, 0.4683]; to one decimal [0.1, 0.5, 0.5], which sums to 1.1.",
        "90", "From notebook 04",
        lambda: np.array_equal(A3[0].round(4), [0.0634, 0.4683, 0.4683])
        and np.isclose(A3[0].round(1).sum(), 1.1),
    ),
    Erratum(
        "003", "step 6", "Multiply scores with **values**", CONVENTION,
        "In the words of the series: weights with values, after the softmax.",
        "90", "From notebook 04",
    ),
    Erratum(
        "003", "step 6", "0.0 * [1, 2, 3] = [0.0, 0.0, 0.0] 2: 0.5 * [2, 8, 0] = [1.0, 4.0, 0.0] 3:"
        " 0.5 * [2, 6, 3] = [1.0, 3.0, 1.5]",
        ROUNDING,
        "The products of the printed weights. The exact weights leave 0.0634 of value 1.",
        "90", "From notebook 04", lambda: round(A3[0, 0], 4) == 0.0634,
    ),
    Erratum(
        "003", "step 7", "The resulting vector [2.0, 7.0, 1.5]", ROUNDING,
        "Exactly [1.9366, 6.6831, 1.5951]. Weights properly rounded to one decimal would give"
        " [2.1, 7.2, 1.8], which is farther off.",
        "90", "From notebook 04",
        lambda: np.allclose(A3[0].round(1) @ V3, [2.1, 7.2, 1.8])
        and abs([2.1, 7.2, 1.8] - A3[0] @ V3).max() > abs([2.0, 7.0, 1.5] - A3[0] @ V3).max(),
    ),
    Erratum(
        "003", "code, before step 1", "indexing in the following code snippets, make sure you’re on"
        " Python≥3.6 and PyTorch 1.3.1. **None**",
        LOST, "“None” belongs before “indexing”: it adds an axis.",
        "90", "From notebook 04",
    ),
    Erratum(
        "003", "code 5", "[0.0, 0.5, 0.5], [0.0, 1.0, 0.0], [0.0, 0.9, 0.1]", ROUNDING,
        "The first 0.0 is 0.0634, to one decimal 0.1. The other eight are rounded rightly.",
        "90", "From notebook 04",
        lambda: np.argwhere(A3.round(1) != ROUNDED3).tolist() == [[0, 0]],
    ),
    Erratum(
        "003", "code 6", "values[:,None] * attn_scores_softmax.T[:,:,None]", CONVENTION,
        "The axes are (key, query, d_v), so the outputs are the sum over axis 0. Most libraries put"
        " the query first.",
        "90", "From notebook 04",
        lambda: np.allclose(weighted(A3).sum(axis=0), A3 @ V3),
    ),
    Erratum(
        "003", "code 7", "**Step 7: Sum weighted values** *Note*", LOST,
        "The sum over axis 0 is missing, and with it Outputs 2 and 3: [2, 8, 0] and [2, 7.8, 0.3]"
        " from the printed weights.",
        "90", "From notebook 04",
        lambda: np.allclose(ROUNDED3[1:] @ V3, [[2, 8, 0], [2, 7.8, 0.3]]),
    ),
    Erratum(
        "003", "code 7, note",
        "this API requires that you feed in key, query, and value PyTorch tensors", CONVENTION,
        "What it calls query, key and value, in this order, are the inputs before any projection."
        " It has W_Q, W_K, W_V inside and divides by √d_k. Self-attention is a call with x, x, x.",
        "04", "What PyTorch answers",
    ),
    # 004 Lecture 23
    Erratum(
        "004", "Difference …", "Difford nco Rotu wan Attention an d Calf Attanti 0 P", LOST,
        "The slide's title: Difference Between Attention and Self-Attention.",
        "02", "One sentence asks another",
    ),
    Erratum(
        "004", "The Data Matrices",
        r"Q = \begin{bmatrix} q^{1} \\ \vdots \\ q^{n} \end{bmatrix}, \quad"
        r" K = \begin{bmatrix} k^{1} \\ \vdots \\ k^{n} \end{bmatrix}",
        CONVENTION,
        "Both end in n: as many queries as keys. Inter-attention, between two sentences, needs two"
        " counts; the series writes n and m.",
        "02", "One sentence asks another",
    ),
    Erratum(
        "004", "The Scaled Dot-Product",
        "each normalized so that they are independent Gaussian random variables", OVER_CLAIM,
        "Normalising gives mean 0 and variance 1. It makes nothing independent or Gaussian:"
        " independence, also of the entries, is assumed; Gaussian is not needed.",
        "90", "Entries that depend on each other", variance_is_width,
    ),
    Erratum(
        "004", "The Scaled Dot-Product", "is a difference of chi-squared random variables", SLIP,
        "Half of one: q k = ((q + k)/√2)²/2 − ((q − k)/√2)²/2. Without the half the variance would"
        " be 4 d_k.",
        "90", "Half a difference", half_a_difference,
    ),
    Erratum(
        "004", "Scaled Dot-Product Attention",
        r"\alpha_{i,j} = \operatorname{softmax}(e_{i,j})", CONVENTION,
        "Entry j of the softmax of row i. The j under the sum is another j, over all keys.",
        "03", "Scores become weights",
    ),
    Erratum(
        "004", "Masking", r"m_i^j = \begin{cases} 0 & j < i \\ -\infty & j \ge i \end{cases}",
        CONVENTION,
        "Strict. The first context is then an empty sum, 0, but a softmax over −∞ alone is 0/0; the"
        " helper gives 0. Decoders usually keep j ≤ i and shift their input by one.",
        "05", "Strict or not", lambda: np.array_equal(softmax([-np.inf, -np.inf]), [0, 0]),
    ),
    Erratum(
        "004", "Multi-Head Attention",
        r"\frac{\mathcal{QW}_i^{\mathcal{Q}} \mathcal{W}_i^{\mathcal{K}, \mathcal{T}}"
        r" \mathcal{K}^{\mathcal{T}}}{\sqrt{d_k}}",
        CONVENTION,
        "Q and K are not yet projected here, so d_k is no longer the width of their rows, as on the"
        " earlier slide, but the number of columns of W_i^Q and W_i^K.",
        "06", "One head",
    ),
    Erratum(
        "004", "Why?", "Self-attention is as fast as convolution", OVER_CLAIM,
        "By its table, n²d against k n d²: cheaper while n < k·d, equal at n = k·d. The table"
        " leaves out the four projections, 4 n d²; with them, never if k = 3.",
        "90", "From notebook 09",
        lambda: (3 * 512) ** 2 * 512 == 3 * (3 * 512) * 512**2 and 4 * 512**2 > 3 * 512**2,
    ),
    Erratum(
        "004", "Why?", r"$O\{\log_k(n)\}$", CONVENTION,
        "With dilated kernels. With contiguous ones it is (n − 1)/(k − 1) layers, of the order n/k:"
        " to reach 81 tokens with kernel 3, 40 layers against 4.",
        "90", "From notebook 09",
        lambda: (reach(4, 3, dilated=True), reach(40, 3), reach(39, 3)) == (81, 81, 79),
    ),
)  # fmt: skip
