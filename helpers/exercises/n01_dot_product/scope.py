"""What notebook 01 has defined before its exercises."""

import math

import numpy as np

from helpers.data import examples

u = np.array([1, 2, 3])
v = np.array([4, -5, 6])
p = np.array([2.0, 4.0])
r = np.array([6.0, 2.0])


def cosine(a, b):
    return a @ b / math.sqrt((a @ a) * (b @ b))
