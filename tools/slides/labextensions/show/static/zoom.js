// A picture, table, matrix or printed output of the slide on the whole screen: by a click on it, or
// by Z, which goes from one to the next.

import { element } from "./element.js";
import { boxesOf } from "./pieces.js";
import { SHOW_CLASS } from "./show_names.js";

const PICTURES = [
  `.${SHOW_CLASS.part} .jp-RenderedHTML :is(img, table)`,
  `.${SHOW_CLASS.part} .jp-OutputArea-output > pre`,
  `.${SHOW_CLASS.text} .jp-RenderedMarkdown table`,
].join();
const SHARE = 0.96; // of the screen, at most

export class Zoom {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    this.node = element("div", "show-zoom");
    this.node.popover = "manual";
    this.node.setAttribute("role", "dialog");
    this.node.setAttribute("aria-label", "Zoom");
    this.node.addEventListener("click", () => this.close());
    /** @type {Element | null} */
    this.shown = null; // on the slide
    document.body.append(this.node);
    addEventListener("resize", () => this.fit());
  }

  get isOpen() {
    return this.node.matches(":popover-open");
  }

  /** The pictures that are seen, each with its title. */
  get pictures() {
    const all = [...this.stage.querySelectorAll(PICTURES)].filter((picture) =>
      picture.checkVisibility({ visibilityProperty: true }),
    );
    return [...new Set(all.map(withTitle))];
  }

  /** What was clicked, if it is a picture; returns whether it is.
   * @param {EventTarget | null} target */
  openAt(target) {
    const picture =
      target instanceof Node && this.pictures.find((picture) => picture.contains(target));
    if (picture) this.open(picture);
    return Boolean(picture);
  }

  /** The first picture, the next one, and after the last the slide. */
  next() {
    const { pictures } = this;
    const picture = pictures[this.isOpen && this.shown ? pictures.indexOf(this.shown) + 1 : 0];
    if (picture) this.open(picture);
    else this.close();
  }

  /** @param {Element} picture */
  open(picture) {
    this.shown = picture;
    const holder = element("div", "jp-RenderedHTMLCommon");
    holder.append(picture.cloneNode(true));
    this.node.replaceChildren(holder);
    this.close(); // what is shown last is on top
    this.node.showPopover();
    this.fit();
  }

  /** As large as the screen allows. */
  fit() {
    const holder = this.node.firstElementChild;
    if (!this.isOpen || !(holder instanceof HTMLElement)) return;
    holder.style.zoom = "1";
    const { width, height } = holder.getBoundingClientRect();
    holder.style.zoom = `${SHARE * Math.min(innerWidth / width, innerHeight / height)}`;
  }

  close() {
    if (this.isOpen) this.node.hidePopover();
  }
}

/** A picture with the words that stand above it. @param {Element} picture */
function withTitle(picture) {
  const output = picture.closest(".jp-OutputArea-child");
  return (output && boxesOf(output).find((box) => box.contains(picture))) ?? picture;
}
