"""Where a reader presses on the picture beside it."""

import anywidget
import traitlets

SCRIPT = """
function render({ model, el }) {
  const pressed = ({ target, offsetX, offsetY }) => {
    if (target.tagName !== "IMG" || !el.parentElement.contains(target)) return;
    model.set("at", [offsetX / target.clientWidth, offsetY / target.clientHeight]);
    model.save_changes();
  };
  document.addEventListener("click", pressed);
  return () => document.removeEventListener("click", pressed);
}
export default { render };
"""


class Press(anywidget.AnyWidget):
    """Beside a picture in a box of ipywidgets, and not seen. at: how far across and down the
    picture the last press was, from 0 to 1."""

    _esm = SCRIPT
    at = traitlets.List([0.0, 0.0]).tag(sync=True)
