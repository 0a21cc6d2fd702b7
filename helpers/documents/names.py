"""How the series and each document name the same things: the Rosetta table of notebook 90."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Name:
    """One thing and its name in the series and in each document; ";" parts several, – is none."""

    series: str
    d000: str
    d001: str
    d002: str
    d003: str
    d004: str


ROSETTA = (
    Name("Y, the sentence that asks", "Y", "–", "x", "x", "–"),
    Name("X, the sentence that is looked at", "X", "X", "x", "x", "–"),
    Name("token i, a row", "x_1; y_1", "Xᵢ", "–", "Input 1", "q^i; k^j; v^j"),
    Name("n, number of queries", "m", "–", "–", "n", "n"),
    Name("m, number of keys", "n", "N", "–", "n", "n"),
    Name("d_model", "512", "D_X; D", "length of each embedding vector", "dimension 4", "d"),
    Name("d_k", "d_k", "D_q; D_Q", "d_k; embedding length", "dimension of 3", "d_k"),
    Name("W_Q", "W^Q", "W_Q", "–", "w_query", "W_i^Q"),
    Name("W_K", "W^K", "W_K", "–", "w_key", "W_i^K"),
    Name("W_V", "W^V", "–", "–", "w_value", "W_i^V"),
    Name("Q = Y W_Q", "Q = YW^Q", "Q", "Q (queries)", "query; querys", "Q; q^i; QW_i^Q"),
    Name("K = X W_K", "K = XW^K", "X; K", "K (keys)", "key; keys", "K; k^j; KW_i^K"),
    Name("V = X W_V", "V = XW^V", "X; V", "V or values", "value; values", "V; v^j; VW_i^V"),
    Name("raw score: q·k", "score; s_11", "dot product", "dot product similarity; QK^T",
         "attention scores; attn_scores", "q^i k^j,T"),
    Name("score: q·k / √d_k; S", "QK^T / √d_k", "alignment scores; scaled dot product; E",
         "similarity; scaled dot product", "–", "similarity score; e_i,j"),
    Name("weight; A", "attention weights; w_11", "attention weights",
         "attention weights; attention scores; w",
         "softmaxed attention score; attn_scores_softmax", "attention weight; α_i,j"),
    Name("weight times value", "w_1i v_i", "–", "weighted contributions",
         "weighted values; alignment vectors", "α_i,j v^j"),
    Name("output; Z = A V", "context; attention vectors", "weighted sum of the keys; Y",
         "adjusted embeddings; y", "Output 1", "context vector; c(q^i)"),
    Name("mask", "masked", "minus infinity", "–", "Masking", "m_i^j"),
    Name("Y is X", "self-attention", "self-attention", "self-attention", "self-attention",
         "Self-attention"),
    Name("Y is not X", "encoder-decoder (source-target) attention", "attention", "–", "attention",
         "Inter-Attention"),
    Name("h, number of heads", "h=8", "h", "–", "–", "h"),
    Name("d_k of one head", "64 (=512/8)", "D/h", "–", "–", "d_k"),
    Name("multi-head attention of Y and X", "MultiHead(Y, X)", "multihead self-attention", "–",
         "nn.MultiheadAttention; Multihead", "MultiHead(Q, K, V)"),
    Name("W_O", "W^O", "–", "–", "–", "W^O"),
)  # fmt: skip


def rosetta():
    """Heads and rows of the Rosetta table."""
    names = ("000 Transformer's", "001 From Attention", "002 Intuition", "003 Illustrated")
    rows = [
        (name.series, name.d000, name.d001, name.d002, name.d003, name.d004) for name in ROSETTA
    ]
    return ("the series", *names, "004 Lecture 23"), rows
