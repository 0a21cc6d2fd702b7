"""What notebook 14 has defined before its exercises."""

import math

import numpy as np

from helpers import attention
