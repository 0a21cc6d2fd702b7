// How JupyterLab loads an extension that was not built: it asks this container for "./extension".
{
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const loaded = /** @type {any} */ (window)._JUPYTERLAB ??= {};
  loaded.show = {
    init() {},
    async get() {
      const { default: plugin } = await import(new URL("extension.js", src).href);
      return () => ({ __esModule: true, default: plugin }); // JupyterLab writes on what it is given
    },
  };
}
