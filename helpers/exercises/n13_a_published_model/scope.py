"""What notebook 13 has defined before its exercises."""

import math

import numpy as np
