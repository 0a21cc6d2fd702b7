// Runs the notebook behind the slides: once, and again where its kernel has lost what it knew. What
// is stored stays on the slides until something new is there.

import { keepOutputs } from "./keep_outputs.js";
import { DATA_LAB, DATA_LOST, LAB_CLASS } from "./lab_names.js";

/** @import { KernelConnection, Panel } from "./protocol.js" */
/** @import { Show } from "./show.js" */

const TICK = 500; // milliseconds from one look at how far it is to the next
const LATE = 1000; // milliseconds after which the corner says that a kernel has not answered
const PATIENCE = 4000; // milliseconds in which a lab is back after a reload

export class Run {
  /** @param {Panel} panel @param {Show} show
   * @param {(name: string) => Promise<unknown>} execute */
  constructor(panel, show, execute) {
    this.panel = panel;
    this.show = show;
    this.execute = execute; // a command of JupyterLab
    this.isRunning = false;
    this.isTraining = false;
    this.isLost = false; // whether the kernel has forgotten what it knew
    this.kernelName = "python3";
    const { sessionContext } = panel;
    new MutationObserver((changes) =>
      changes.forEach(({ target }) => setTimeout(() => this.reviveLab(target), LATE)),
    ).observe(panel.content.node, {
      attributes: true,
      attributeFilter: [DATA_LOST],
      subtree: true,
    });
    sessionContext.statusChanged.connect((_, status) => this.onStatus(status));
    sessionContext.connectionStatusChanged.connect((_, status) => this.onConnection(status));
    sessionContext.kernelChanged.connect((_, { oldValue, newValue }) =>
      this.onKernelChange(oldValue, newValue),
    );
  }

  get code() {
    return this.panel.content.widgets.filter(({ model }) => model.type === "code");
  }

  /** After a reload the kernel is the same, and has run all cells already. A training that it cut
   * off begins anew: what it shows would not reach this page. */
  async begin() {
    this.isRunning = true; // as it may be, until the kernel has answered
    const cutOff = this.show.memory.get("trains").split(" ").filter(Boolean);
    this.show.memory.set("trains", "");
    if (cutOff.length) await this.panel.sessionContext.session?.kernel?.interrupt();
    const late = setTimeout(
      () => this.show.setKernelStatus("the kernel does not answer yet: cells may still be running"),
      LATE,
    );
    const hasRun = await this.hasRun();
    clearTimeout(late);
    this.isRunning = false;
    // or a reload meanwhile has cut off what cells show
    if (!hasRun || !this.show.isWhole) return this.run();
    await this.reviveLabs();
    if (cutOff.length) await this.trainAnew(cutOff);
  }

  async run() {
    const { code, show } = this;
    const began = performance.now();
    const look = () => {
      const done = code.filter(({ model }) => model.executionCount !== null).length;
      show.setKernelStatus(
        `cell ${Math.min(done + 1, code.length)} of ${code.length} is running${this.timeLeft(began)}`,
      );
    };
    const timer = setInterval(look, TICK);
    this.isRunning = true;
    this.isLost = false;
    const release = keepOutputs(code);
    try {
      await this.execute("notebook:run-all-cells");
    } finally {
      clearInterval(timer);
      release();
      this.isRunning = false;
    }
    if (this.isLost)
      return show.setKernelStatus("the kernel has stopped while the cells were running");
    show.setKernelStatus("");
    show.memory.set("took", `${Math.round((performance.now() - began) / 1000)}`);
    if (show.running) show.layOut();
  }

  /** How much longer it will take, once it is known how long it takes. @param {number} began */
  timeLeft(began) {
    const took = Number(this.show.memory.get("took"));
    const left = Math.ceil(took - (performance.now() - began) / 1000);
    return left > 0 ? `, about ${left} s left` : "";
  }

  /** Whether this kernel has run as many cells as there are. Where some are still running, it
   * answers after them. */
  async hasRun() {
    const { kernel } = this.panel.sessionContext.session ?? {};
    const count = { n: "get_ipython().execution_count - 1" };
    const reply = await kernel?.requestExecute({ code: "", silent: true, user_expressions: count })
      .done;
    const ran = Number(reply?.content.user_expressions?.n?.data?.["text/plain"]);
    return ran >= this.code.filter(({ model }) => model.sharedModel.getSource().trim()).length;
  }

  /** Run the notebook again if its kernel has begun anew and nobody has said so, as when another
   * page has restarted it. Returns whether it has. */
  async runIfKernelIsNew() {
    this.isRunning = true; // as it may be, until the kernel has answered
    const hasRun = await this.hasRun().finally(() => (this.isRunning = false));
    if (!hasRun) void this.run();
    return !hasRun;
  }

  /** After a reload, run the cells of those labs that have not come back by themselves. */
  async reviveLabs() {
    const { content } = this.panel;
    const labs = content.widgets.filter(({ node }) => node.querySelector(`.${LAB_CLASS.still}`));
    const isDead = (/** @type {{ node: HTMLElement }} */ { node }) =>
      !node.querySelector(`[${DATA_LAB}]`);
    const end = performance.now() + PATIENCE;
    while (labs.some(isDead) && performance.now() < end)
      await new Promise((done) => setTimeout(done, 100));
    const before = content.activeCellIndex;
    for (const lab of labs.filter(isDead)) {
      content.activeCellIndex = content.widgets.indexOf(lab);
      await this.execute("notebook:run-cell");
    }
    content.activeCellIndex = before;
    this.show.setKernelStatus("");
  }

  /** A lab to which nobody in a living kernel answers, as after a reload in the middle of a run:
   * run its cell again.
   * @param {Node} lab */
  async reviveLab(lab) {
    const { content, sessionContext } = this.panel;
    const at = content.widgets.findIndex(({ node }) => node.contains(lab));
    const isLost = lab instanceof HTMLElement && lab.hasAttribute(DATA_LOST);
    if (
      !isLost ||
      at < 0 ||
      this.isRunning ||
      this.isLost ||
      sessionContext.session?.kernel?.status !== "idle"
    )
      return;
    if (await this.runIfKernelIsNew()) return;
    const before = content.activeCellIndex;
    content.activeCellIndex = at;
    await this.execute("notebook:run-cell");
    content.activeCellIndex = before;
  }

  /** On a slide with curves that grow, train their models anew, one after the other. */
  async train() {
    const ids = [...new Set(this.show.slide.pieces.flatMap(({ trains }) => trains))];
    const isConnected = this.panel.sessionContext.session?.kernel?.connectionStatus === "connected";
    if (!ids.length || this.isRunning || !isConnected) return; // the corner says why
    if (await this.runIfKernelIsNew()) return;
    await this.trainAnew(ids);
  }

  /** @param {string[]} ids of the cells that train */
  async trainAnew(ids) {
    const { content } = this.panel;
    this.show.setKernelStatus("training");
    this.show.memory.set("trains", ids.join(" "));
    this.isRunning = this.isTraining = true;
    const release = keepOutputs(this.code.filter(({ model }) => ids.includes(model.id)));
    try {
      for (const id of ids) {
        content.activeCellIndex = content.widgets.findIndex(({ model }) => model.id === id);
        await this.execute("notebook:run-cell");
      }
    } finally {
      release();
      this.isRunning = this.isTraining = false;
      this.show.memory.set("trains", "");
    }
    if (this.show.running) this.show.layOut();
    this.show.setKernelStatus(this.isLost ? "the kernel has stopped during the training" : "");
    this.recover();
  }

  /** What becomes of the kernel. @param {string} status */
  onStatus(status) {
    if (["autorestarting", "restarting", "dead"].includes(status)) {
      this.isLost = true;
      this.show.setKernelStatus("the kernel has stopped: labs stand still");
    } else if (status === "idle") this.recover();
  }

  /** A kernel that was shut down leaves none. @param {KernelConnection | null} before
   * @param {KernelConnection | null} now */
  onKernelChange(before, now) {
    this.isLost = true;
    if (now) return;
    this.kernelName = before?.name ?? this.kernelName;
    this.show.setKernelStatus("the kernel was shut down: labs stand still");
    this.recover();
  }

  /** Run the notebook again, if its kernel has begun anew and the show is what is seen. */
  async recover() {
    if (!this.isLost || this.isRunning || !this.show.running) return;
    const { sessionContext } = this.panel;
    if (sessionContext.session?.kernel) return this.run();
    this.isRunning = true; // until there is one
    await sessionContext
      .changeKernel({ name: this.kernelName })
      .finally(() => (this.isRunning = false));
    return this.run();
  }

  /** @param {string} status */
  onConnection(status) {
    if (this.isRunning || this.isLost) return;
    this.show.setKernelStatus(
      status === "connected" ? "" : "no connection to JupyterLab: labs stand still",
    );
  }
}
