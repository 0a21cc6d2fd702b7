"""What notebook 02 has defined before its exercises."""

import numpy as np

from helpers import attention
from helpers.data import examples
