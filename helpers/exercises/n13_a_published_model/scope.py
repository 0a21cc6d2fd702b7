"""What notebook 13 has defined before its exercises."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np

from helpers.language.tokens import merged as join
