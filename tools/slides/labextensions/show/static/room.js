// The phones of a room (make vote): the show tells their server which question it shows, and it
// tells the votes.

/** @import { RoomMetadata, Told } from "./protocol.js" */

/** @typedef {{ name: string, round: number, answered: boolean }} Shown a question, and whether with
 * its answer */

const AGAIN = 1000; // milliseconds until the next attempt to reach the server

export class Room {
  /** @param {RoomMetadata} room @param {(told: Told) => void} take */
  constructor({ control, address, code }, take) {
    this.control = control;
    this.take = take;
    this.html = `<div class="show-address">${address.replace("http://", "").replace(/\/$/, "")}</div>${code}`;
    /** @type {Shown | null} */
    this.shown = null;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(this.control);
    this.socket.onopen = () => this.tell();
    this.socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    this.socket.onclose = () => setTimeout(() => this.connect(), AGAIN);
  }

  /** @param {Shown | null} shown the question on the slide, if there is one */
  show(shown) {
    if (JSON.stringify(shown) === JSON.stringify(this.shown)) return;
    this.shown = shown;
    this.tell();
  }

  tell() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(this.shown));
  }
}
