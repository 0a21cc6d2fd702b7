# %% task [markdown]
# **Exercise** (*Deeper*; fill in three lines). Count the numbers of a model like GPT-2. A block has
# $W_Q$, $W_K$, $W_V$, $W_O$ for all heads together, `d` × `d` each, with a bias; the MLP's two
# matrices, with biases; and two layer norms. After the last block there is one more norm: its
# numbers are the last `2 * d` in the code. `my_total(50257, 1024, 768, 3072, 12)` is 124439808.
# %% stub
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = ...  # 4 matrices, 4 biases
    mlp = ...  # W_1, b_1, W_2, b_2
    norms = ...  # gain and shift, twice
    return embedding + blocks * (attention + mlp + norms) + 2 * d


# %% solution
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 2 * (d + d)
    return embedding + blocks * (attention + mlp + norms) + 2 * d


# %% why [markdown]
# With d_ff = 4 d the matrices of a block hold 4 d² + 8 d² = 12 d² numbers; biases and norms add
# little.
# %% hints [markdown]
# - A bias has one number for each column of its matrix.
# - W_1 is (d, d_ff), so b_1 has d_ff numbers; W_2 is (d_ff, d), so b_2 has d.
# - attention = 4 * (d * d + d), and a layer norm has d gains and d shifts.
# %% cases
from helpers.exercises.engine.draws import sizes
from helpers.exercises.engine.exercise import Case
from helpers.experiments import parameter_counts

title = "how many numbers a model learns"
deeper = True


def reference(vocabulary, positions, d, d_ff, blocks):
    """The numbers of a model like GPT-2."""
    model = parameter_counts.Configuration(
        "", "", vocabulary, d, d_ff, blocks, positions=positions, last_norm=True
    )
    return sum(parameter_counts.parameters(model).values())


def draw(rng):
    return tuple(sizes(rng, 5))


cases = (
    Case(
        "all sizes 1",
        (1, 1, 1, 1, 1),
        "2 vectors of width 1; attention 4 + 4, the MLP 1 + 1 + 1 + 1, the norms 2 + 2, and 2 "
        "at the end: 20.",
    ),
    Case(
        "a hidden layer of 5",
        (1, 1, 1, 5, 1),
        "Of the MLP, W_1, b_1 and W_2 grow with d_ff; b_2 does not.",
    ),
    Case(
        "tokens of width 3",
        (1, 1, 3, 1, 1),
        "The four matrices of attention grow with d², everything else with d, but for b_1.",
    ),
    Case("two blocks", (1, 1, 1, 1, 2), "Every block has its own matrices and norms."),
    Case(
        "GPT-2 small",
        (50257, 1024, 768, 3072, 12),
        "Right with small sizes, wrong with these: is one of them written into your code?",
    ),
)


# fmt: off
# %% mistake
# In each block 4 d numbers are missing: as many as the four biases of attention have, or the two
# norms.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * d * d
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# %% mistake
# You count three matrices. W_O is the fourth.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 3 * (d * d + d)
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# %% mistake
# The biases of the MLP are missing: d_ff numbers in b_1, d in b_2.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = 2 * d * d_ff
    norms = 4 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# %% mistake
# In each block 2 d numbers are missing. Its two norms have 4 d, a gain and a shift each, and the
# biases of attention 4 d.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = 2 * d * d_ff + d_ff + d
    norms = 2 * d
    return embedding + blocks * (attention + mlp + norms) + 2 * d
# %% mistake
# You count the embedding twice. The last matrix is its table of words, transposed.
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 4 * (d * d + d)
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = 4 * d
    return 2 * embedding + blocks * (attention + mlp + norms) + 2 * d
# %% mistake
# 12 d² counts the matrices of a block if d_ff is 4 d. Biases, norms and the embedding are missing.
def my_total(vocabulary, positions, d, d_ff, blocks):
    return blocks * 12 * d**2
# %% mistake
# In each block 5 d + d_ff numbers are missing: as many as all its biases have. A bias has one
# number for every column of its matrix.
def my_total(vocabulary, positions, d, d_ff, blocks):
    of_block = 4 * d * d + 2 * d * d_ff + 4 * d
    return (vocabulary + positions) * d + blocks * of_block + 2 * d
# %% right
def my_total(vocabulary, positions, d, d_ff, blocks):
    embedding = (vocabulary + positions) * d
    attention = 3 * d * d + 3 * d + d * d + d
    mlp = d * d_ff + d_ff + d_ff * d + d
    norms = d + d + d + d
    return float(embedding + blocks * (attention + mlp + norms) + 2 * d)
