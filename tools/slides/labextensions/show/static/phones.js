// The phones of a room (make vote): the show tells their server which question it shows, and it
// tells the votes.

/** @import { PhonesMetadata, VotesFromPhones } from "./protocol.js" */

/** @typedef {{ name: string, round: number, answered: boolean }} Question that the show asks, and
 * whether its answer is seen */

const AGAIN = 1000; // milliseconds until the next attempt to reach the server

export class Phones {
  /** @param {PhonesMetadata} room @param {(told: VotesFromPhones) => void} take */
  constructor({ control, address, code }, take) {
    this.control = control;
    this.take = take;
    this.html = `<div class="show-address">${address.replace("http://", "").replace(/\/$/, "")}</div>${code}`;
    /** @type {Question | null} */
    this.question = null;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(this.control);
    this.socket.onopen = () => this.sendQuestion();
    this.socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    this.socket.onclose = () => setTimeout(() => this.connect(), AGAIN);
  }

  /** @param {Question | null} question on the slide, if there is one */
  setQuestion(question) {
    if (JSON.stringify(question) === JSON.stringify(this.question)) return;
    this.question = question;
    this.sendQuestion();
  }

  sendQuestion() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(this.question));
  }
}
