// The phones of a room (make vote): the show tells their server which question is open, and it tells the votes.

const AGAIN = 1000; // milliseconds until the next attempt to reach the server

export class Room {
  /** @param {RoomMetadata} room @param {(told: Told) => void} take */
  constructor({ control, address, code }, take) {
    this.control = control;
    this.take = take;
    this.html = `<div class="show-address">${address.replace("http://", "").replace(/\/$/, "")}</div>${code}`;
    /** @type {{ name: string, round: number } | null} */
    this.asked = null;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(this.control);
    this.socket.onopen = () => this.tell();
    this.socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    this.socket.onclose = () => setTimeout(() => this.connect(), AGAIN);
  }

  /** @param {{ name: string, round: number } | null} asked the question that is open, or none */
  open(asked) {
    if (asked?.name === this.asked?.name && asked?.round === this.asked?.round) return;
    this.asked = asked;
    this.tell();
  }

  tell() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(this.asked));
  }
}
