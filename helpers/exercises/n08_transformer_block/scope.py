"""What notebook 08 has defined before its exercises."""

import math

import numpy as np

from helpers import attention, block
from helpers.data import examples
