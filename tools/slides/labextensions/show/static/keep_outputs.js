// What cells show stays while they run. JupyterLab 4.6.6 empties a cell's outputs when it runs it,
// and has no setting for that (https://github.com/jupyterlab/jupyterlab/issues/16527): so what it
// calls then is replaced here. If it calls something else one day, the tests of slides that train
// fail.

/** @import { Panel } from "./protocol.js" */

/** Until they show something new. Returns what ends this.
 * @param {Panel["content"]["widgets"]} cells */
export function keepOutputs(cells) {
  for (const { model, outputArea } of cells) {
    const { outputs } = model;
    const clear = outputs.clear.bind(outputs);
    outputs.clear = (wait = false) => clear(wait || !outputs.clearNext);
    Object.defineProperty(outputArea, "future", {
      // to set it would empty the page at once
      configurable: true,
      get: () => Reflect.get(Object.getPrototypeOf(outputArea), "future", outputArea),
      set: (future) => outputArea.reattachFuture(future),
    });
  }
  return () => {
    for (const { model, outputArea } of cells) {
      Reflect.deleteProperty(model.outputs, "clear");
      Reflect.deleteProperty(outputArea, "future");
    }
  };
}
