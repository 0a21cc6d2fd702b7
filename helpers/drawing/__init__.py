"""The means of drawing: shapes, colours, numbers, labels, axes and tables."""
