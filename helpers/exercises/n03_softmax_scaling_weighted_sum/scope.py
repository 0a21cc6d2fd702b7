"""What notebook 03 has defined before its exercises."""

import math

import numpy as np

from helpers import attention
from helpers.data import examples

softmax = plain_softmax = attention.softmax
s1 = np.array([1.0, 2.0, 3.0, 4.0])
