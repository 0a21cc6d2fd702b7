"""What notebook 07 has defined before its exercises."""

import math

import numpy as np
