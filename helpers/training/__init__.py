"""A small transformer that is trained before your eyes, in NumPy alone.

`parts` has attention, layer norm, MLP and loss, each with its way back; `model` puts them together;
`learn` trains a model; `languages` has what it can learn; `seeds` has what came out of
twenty trainings.
"""

from helpers.data.seeds import seeds
from helpers.training import languages
from helpers.training.learn import Adam, accuracy, rate_at, train
from helpers.training.model import Transformer
from helpers.training.parts import attend, cross_entropy, layer_norm, mlp, softmax_back

__all__ = [
    "Adam",
    "Transformer",
    "accuracy",
    "attend",
    "cross_entropy",
    "languages",
    "layer_norm",
    "mlp",
    "rate_at",
    "seeds",
    "softmax_back",
    "train",
]
