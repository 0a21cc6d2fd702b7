"""Answers to the exercises of notebook 11, each a cell as a student typed it; see __init__.py."""
import numpy as np

from helpers import attention, training
# --- needed_head: wrong: You compare whole rows and whole columns
def my_needed_head(on, off):
    return np.array([off.mean(axis=1).argmin() + 1, off.mean(axis=0).argmin() + 1])
# --- needed_head: right
def my_needed_head(on, off):
    cost = on - off
    layer, head = np.unravel_index(cost.argmax(), cost.shape)
    return np.array([layer + 1, head + 1])
# --- needed_head: right
def my_needed_head(on, off):
    best, place = -1, None
    for i in range(off.shape[0]):
        for j in range(off.shape[1]):
            if on - off[i, j] > best:
                best, place = on - off[i, j], [i + 1, j + 1]
    return np.array(place)
# --- needed_head: right
def my_needed_head(on, off):
    return [off.min(axis=1).argmin() + 1, off.min(axis=0).argmin() + 1]
# --- needed_head: right
def my_needed_head(on, off):
    layers, heads = np.where(off == np.min(off))
    return layers[0] + 1, heads[0] + 1
# --- needed_head: fresh: This is the head that costs least: without it, accuracy is highest.
def my_needed_head(on, off):
    layer, head = np.unravel_index(np.argmax(off), off.shape)
    return np.array([layer + 1, head + 1])
# --- needed_head: fresh: You count from 0. Layers and heads are counted from 1.
def my_needed_head(on, off):
    return np.array(np.unravel_index(np.argmin(off), off.shape))
# --- needed_head: fresh: The layer is counted from 1, the head from 0. Count both from 1.
def my_needed_head(on, off):
    layer, head = np.unravel_index(np.argmin(off), off.shape)
    return np.array([layer + 1, head])
# --- needed_head: fresh: Layer and head have changed places: the layer comes first.
def my_needed_head(on, off):
    layer, head = np.unravel_index(np.argmin(off), off.shape)
    return np.array([head + 1, layer + 1])
# --- needed_head: fresh: Without head 2, accuracy falls from 1 to 0.3.
def my_needed_head(on, off):
    return np.argmin(off, axis=0) + 1
# --- needed_head: fresh: You ignore the sign. Where accuracy grows, the head costs nothing.
def my_needed_head(on, off):
    cost = np.abs(on - off)
    layer, head = np.unravel_index(cost.argmax(), cost.shape)
    return np.array([layer + 1, head + 1])
# --- needed_head: fresh: Without head 1 of layer 1 accuracy grows: it costs nothing.
def my_needed_head(on, off):
    layer, head = np.unravel_index(np.argmin(off.T), off.shape)
    return np.array([layer + 1, head + 1])
# --- needed_head: fresh: Put your code in place of the dots and run the cell again.
def my_needed_head(on, off):
    layer = np.argmin(off.min(axis=1))
    head = ...
    return np.array([layer + 1, head])
# --- needed_head: fresh: You look for the layer and for the head one after the other
def my_needed_head(on, off):
    layer = off.min(axis=1).argmin()
    head = off.sum(axis=0).argmin()
    return np.array([layer + 1, head + 1])
# --- needed_head: right
def my_needed_head(on, off):
    costs = {(i, j): on - a for (i, j), a in np.ndenumerate(off)}
    i, j = max(costs, key=costs.get)
    return np.array([i + 1, j + 1])



# DOUBTFUL, put aside (each line commented with '#?'; neither counted as wrong nor as right):
# --- needed_head: fresh: You compare whole rows and whole columns
def my_needed_head(on, off):
    return np.array([off.sum(axis=1).argmin() + 1, off.sum(axis=0).argmin() + 1])
