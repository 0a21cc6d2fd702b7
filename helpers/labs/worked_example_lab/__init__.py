"""The lab of notebook 04: eight steps from the inputs to the outputs."""
