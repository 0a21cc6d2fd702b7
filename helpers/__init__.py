"""What the notebooks stand on. Nothing is re-exported: `from helpers import attention`."""
