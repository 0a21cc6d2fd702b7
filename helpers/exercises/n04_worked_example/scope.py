"""What notebook 04 has defined before its exercises."""

import math

import numpy as np

from helpers import attention
from helpers.data import examples

E = examples.FIVE_WORDS_X
