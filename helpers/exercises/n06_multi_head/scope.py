"""What notebook 06 has defined before its exercises."""

import math

import numpy as np

from helpers import attention
from helpers.data import examples
