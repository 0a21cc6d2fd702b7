"""Which names a piece of Python code gives a value, and which it mentions."""

import symtable


def bound(text):
    """The names to which it gives a value outside its functions, on any of its lines."""
    symbols = symtable.symtable(text, "code", "exec").get_symbols()
    return {x.get_name() for x in symbols if x.is_assigned() or x.is_imported()}


def used(text):
    """The names of the module and of Python that it mentions, in its functions, too."""
    table = symtable.symtable(text, "code", "exec")
    names = {x.get_name() for x in table.get_symbols() if x.is_referenced()}
    tables = table.get_children()
    for inner in tables:  # which grows
        names |= {x.get_name() for x in inner.get_symbols() if x.is_global()}
        tables += inner.get_children()
    return names
