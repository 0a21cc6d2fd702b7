// Begins the show on the one notebook that is open, and runs it.

import { Show } from "./show.js";
import { take } from "./keys.js";
import { memory } from "./memory.js";

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("show.css", import.meta.url).href;
document.head.append(style);

const remembered = memory(location.hash); // before JupyterLab changes the address

/** @param {JupyterLab} app */
async function start(app) {
  await app.restored;
  const panel = await opened(app);
  await panel.context.ready;
  const show = new Show(panel, remembered);
  await show.prepare();
  take(show);
  show.begin();
  await panel.sessionContext.ready;
  await app.commands.execute("notebook:run-all-cells");
  await panel.context.save(); // so that a reload finds labs that live
  document.documentElement.dataset.showReady = "";
  show.arrive();
}

/** @param {JupyterLab} app @returns {Promise<Panel>} */
async function opened(app) {
  for (;;) {
    const panel = app.shell.currentWidget;
    if (panel?.context && panel.content?.widgets) return panel;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export default { id: "show:plugin", autoStart: true, activate: (/** @type {JupyterLab} */ app) => void start(app) };
