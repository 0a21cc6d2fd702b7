// How JupyterLab loads an extension that was not built: it asks this container for "./extension".
{
  const folder = new URL(".", document.currentScript.src);
  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB.show = {
    init() {},
    async get() {
      const extension = await import(new URL("extension.js", folder).href);
      return () => extension;
    },
  };
}
