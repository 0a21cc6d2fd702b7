"""What a command writes into a page that people write, between two marks:

<!-- minutes: written by make notebooks -->
<!-- end of minutes -->
"""


def with_part(text, name, command, part):
    """A page's text with this part between the marks of its name. ValueError without both marks."""
    begin, end = f"<!-- {name}: written by make {command} -->", f"<!-- end of {name} -->"
    if not 0 <= text.find(begin) < text.find(end):
        raise ValueError(f"needed {begin}, and below it {end}")
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n\n{part}\n\n{end}{after}"
