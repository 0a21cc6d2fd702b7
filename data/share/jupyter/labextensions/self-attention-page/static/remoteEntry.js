// How JupyterLab 4 loads an extension that was not built: it asks this container for "./extension".
// All that this one brings is a style sheet.
{
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const page = /** @type {any} */ (window);
  page._JUPYTERLAB ??= {};
  page._JUPYTERLAB["self-attention-page"] = {
    init() {},
    async get() {
      const style = document.createElement("link");
      style.rel = "stylesheet";
      style.href = new URL("page.css", src).href;
      document.head.append(style);
      const plugin = { id: "self-attention-page:style", autoStart: true, activate() {} };
      return () => ({ __esModule: true, default: plugin }); // JupyterLab writes on what it is given
    },
  };
}
