"""What several exercises of notebook 06 share."""


def count(d_model, h, d_k, d_v):
    """The numbers in W_Q, W_K, W_V (h, d_model, d_k or d_v) and W_O (h·d_v, d_model)."""
    return h * d_model * (d_k + d_k + d_v) + h * d_v * d_model
