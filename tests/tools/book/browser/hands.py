"""A reader's hands, where Playwright has none for Firefox."""

PASTE = """(field, code) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", code);
    const inFirefox = { data: code, dataType: "text/plain" };
    const pasted = { clipboardData, ...inFirefox, bubbles: true, cancelable: true };
    field.dispatchEvent(new ClipboardEvent("paste", pasted));
}"""


def touch(place, **where):
    """Touch with a finger; in Firefox by the events that a page gets of a touch."""
    if place.page.context.browser.browser_type.name != "firefox":
        return place.tap(**where)
    place.scroll_into_view_if_needed()
    place.dispatch_event("pointerdown", {"pointerType": "touch"})
    place.dispatch_event("click", {"detail": 1})


def write(field, code):
    """Paste code over what stands in a field of CodeMirror. (fill, in Firefox, changes the page
    behind CodeMirror, which reads that late and with empty lines around it.)"""
    field.press("ControlOrMeta+a")
    field.evaluate(PASTE, code)
