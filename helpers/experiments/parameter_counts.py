"""The numbers that a transformer has to learn, counted line by line from its configuration.

how_many(GPT_2)      {"word vectors": 50257, …}: a line for each kind
parameters(GPT_2)    {"word vectors": 38597376, …}: that many times the numbers in each
"""

from typing import NamedTuple


class Configuration(NamedTuple):
    """The sizes of a published model, and how many numbers its authors say that it has."""

    name: str
    published: str  # the total, as it was printed
    vocabulary: int  # words
    d: int  # the width of a token
    d_ff: int  # the width of the MLP's hidden layer
    blocks: int  # in the encoder, or all in a model that has only one kind
    positions: int = 0  # with a vector of their own; 0: they are computed
    sentence_kinds: int = 0  # with a vector of their own
    decoder_blocks: int = 0  # which look across, too
    embedding_norm: bool = False  # a layer norm after the embedding
    last_norm: bool = False  # a layer norm after the last block
    pooler: bool = False  # one more d × d matrix, for the first token


LIKE_BERT = dict(
    vocabulary=30522, positions=512, sentence_kinds=2, embedding_norm=True, pooler=True
)
GPT_2 = Configuration(
    "GPT-2 small",
    "124 million",
    vocabulary=50257,
    d=768,
    d_ff=3072,
    blocks=12,
    positions=1024,
    last_norm=True,
)
BERT = Configuration("BERT base", "110 million", d=768, d_ff=3072, blocks=12, **LIKE_BERT)
MINILM = Configuration("all-MiniLM-L6-v2", "22.7 million", d=384, d_ff=1536, blocks=6, **LIKE_BERT)
BASE_2017 = Configuration(
    "base model of 2017",
    "65 million",
    vocabulary=37000,
    d=512,
    d_ff=2048,
    blocks=6,
    decoder_blocks=6,
)
MODELS = (GPT_2, BERT, MINILM, BASE_2017)


WRITTEN = {  # what there may be several of, and how many numbers each has
    "word vectors": "d",
    "positions": "d",
    "sentence kinds": "d",
    "attention": "4 (d² + d)",
    "MLPs": "2 d · d_ff + d_ff + d",
    "layer norms": "2 d",
    "pooler": "d² + d",
}


def attention_parameters(d):
    """W_Q, W_K, W_V and W_O of all heads together, each with a bias."""
    return 4 * (d * d + d)


def mlp_parameters(d, d_ff):
    """W_1 and b_1, W_2 and b_2."""
    return d * d_ff + d_ff + d_ff * d + d


def norm_parameters(d):
    """A gain and a shift for each feature."""
    return 2 * d


def how_many(model):
    """How many of each kind a model has: {kind: count}.

    The matrix that turns the last stream into scores of words is the table of word vectors again.
    """
    attentions = model.blocks + 2 * model.decoder_blocks
    mlps = model.blocks + model.decoder_blocks
    return {
        "word vectors": model.vocabulary,
        "positions": model.positions,
        "sentence kinds": model.sentence_kinds,
        "attention": attentions,
        "MLPs": mlps,
        "layer norms": attentions + mlps + model.embedding_norm + model.last_norm,
        "pooler": int(model.pooler),
    }


def parameters(model):
    """How many numbers each kind has in the whole model: {kind: count}."""
    d = model.d
    sizes = {
        "word vectors": d,
        "positions": d,
        "sentence kinds": d,
        "attention": attention_parameters(d),
        "MLPs": mlp_parameters(d, model.d_ff),
        "layer norms": norm_parameters(d),
        "pooler": d * d + d,
    }
    return {kind: count * sizes[kind] for kind, count in how_many(model).items()}
