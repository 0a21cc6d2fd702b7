"""What notebook 12 has defined before its exercises."""

import math

import numpy as np
