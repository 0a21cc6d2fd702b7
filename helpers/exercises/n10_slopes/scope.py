"""What notebook 10 has defined before its exercises."""

import numpy as np

from helpers import attention, training
