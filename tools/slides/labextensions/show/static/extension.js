// Begins the show on the one notebook that is open, and runs it.

import { Show } from "./show.js";
import { watchDialogs } from "./dialogs.js";
import { element } from "./element.js";
import { listenToKeys } from "./keys.js";
import { memory } from "./memory.js";
import { Run } from "./run.js";

/** @import { JupyterLab, Panel } from "./protocol.js" */

const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("show.css", import.meta.url).href;
document.head.append(style);

const EVERY = 10_000; // milliseconds from one saving to the next

const remembered = memory(location.hash); // before JupyterLab changes the address

// over JupyterLab as it is built
const cover = element("div", "show-cover", "The slides are getting ready.");
cover.popover = "manual";
document.body.append(cover);

/** @param {JupyterLab} app */
async function prepareUnderCover(app) {
  cover.showPopover();
  try {
    return await prepareShow(app);
  } finally {
    cover.remove();
  }
}

/** A show that is on the stage. @param {JupyterLab} app */
async function prepareShow(app) {
  await app.restored;
  const panel = await openedPanel(app);
  await panel.context.ready;
  const show = new Show(panel, remembered, () => app.shell.activateById(panel.id));
  watchDialogs(show);
  const prepared = show.prepare();
  cover.hidePopover();
  cover.showPopover(); // what is shown last is on top
  await prepared;
  listenToKeys(show);
  show.begin();
  show.speaker.findWindow();
  return show;
}

/** @param {JupyterLab} app */
async function start(app) {
  const show = await prepareUnderCover(app);
  const { panel } = show;
  show.setKernelStatus("the kernel is starting");
  await panel.sessionContext.ready;
  show.run = new Run(panel, show, (name) => app.commands.execute(name));
  await show.run.begin();
  await save(app, panel); // so that a reload finds labs that live
  // Not in the middle of a training: after a reload the curve of before is there.
  setInterval(() => panel.context.model.dirty && !show.run?.isTraining && save(app, panel), EVERY);
  document.documentElement.dataset.showReady = "";
  show.showSlide();
}

/** Write the show's own copy. JupyterLab would ask, behind the stage, whether to overwrite what the
 * page before a reload has written last. @param {JupyterLab} app @param {Panel} panel */
async function save(app, { context }) {
  const content = context.model.toJSON();
  context.model.dirty = false;
  try {
    await app.serviceManager.contents.save(context.path, {
      type: "notebook",
      format: "json",
      content,
    });
  } catch {
    context.model.dirty = true; // there is no connection: the next saving tries again
  }
}

/** @param {JupyterLab} app @returns {Promise<Panel>} */
async function openedPanel(app) {
  for (;;) {
    const panel = app.shell.currentWidget;
    if (panel?.context && panel.content?.widgets) return panel;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export default {
  id: "show:plugin",
  autoStart: true,
  activate: (/** @type {JupyterLab} */ app) => void start(app),
};
