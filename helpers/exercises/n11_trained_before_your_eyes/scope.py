"""What notebook 11 has defined before its exercises."""

import numpy as np

from helpers import attention
