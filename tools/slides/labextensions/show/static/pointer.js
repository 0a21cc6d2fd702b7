// A large dot in place of the mouse's arrow, for the room: P shows it and takes it away. It hides
// while the mouse rests.

import { element } from "./element.js";

const REST = 2000; // milliseconds without a movement

export class Pointer {
  constructor() {
    this.isOn = false;
    this.timer = 0;
    this.node = element("div", "show-pointer");
    this.node.popover = "manual";
    document.body.append(this.node);
    addEventListener(
      "pointermove",
      ({ clientX, clientY }) => this.isOn && this.follow(clientX, clientY),
      true,
    );
  }

  toggle() {
    this.isOn = !this.isOn;
    document.documentElement.toggleAttribute("data-pointer", this.isOn);
    if (!this.isOn) this.hide();
  }

  /** @param {number} x @param {number} y */
  follow(x, y) {
    this.hide();
    this.node.showPopover(); // above what has come in between
    this.node.style.translate = `${x}px ${y}px`;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), REST);
  }

  hide() {
    if (this.node.matches(":popover-open")) this.node.hidePopover();
  }
}
