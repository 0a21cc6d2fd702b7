"""A small transformer that is trained before your eyes, in NumPy alone.

`parts` has attention, layer norm, MLP and loss, each with its way back; `model` puts them together;
`tape` has the tape of notebook 10, `blanks` what its reader writes, `two_paths` the slopes that its
reader fills in by pencil, `watched` follows a loop from box to box; `nudges` tries a backward pass;
`learn` trains a model; `languages` has what it can learn; `seeds`, `reversed_without_a_head`,
`looked_up` and `translated` have what came out of many trainings. `letters` has place names to
learn and `writing` lets a model write some, `sentences` has small sentences, `dates` has dates to
translate and `translator` a model that does; `saving` keeps a model in a file.
"""

from helpers.data.seeds import copied, looked_up, reversed_without_a_head, seeds, translated
from helpers.training import languages, letters, writing
from helpers.training.learn import Adam, accuracy, log_probabilities, loss, rate_at, train
from helpers.training.model import Transformer
from helpers.training.parts import attention, cross_entropy, layer_norm, linear
from helpers.training.saving import if_writable

__all__ = [
    "Adam",
    "Transformer",
    "accuracy",
    "attention",
    "copied",
    "cross_entropy",
    "if_writable",
    "languages",
    "layer_norm",
    "letters",
    "linear",
    "log_probabilities",
    "looked_up",
    "loss",
    "rate_at",
    "reversed_without_a_head",
    "seeds",
    "train",
    "translated",
    "writing",
]
