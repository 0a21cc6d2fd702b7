// How JupyterLab 4 loads an extension that was not built: it asks this container for "./extension",
// as its bootstrap.js asks one of webpack (https://webpack.js.org/concepts/module-federation). It
// loads no plain module yet (https://github.com/jupyterlab/jupyterlab/issues/17809). Without it, no
// slide is shown.
{
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const page = /** @type {any} */ (window);
  page._JUPYTERLAB ??= {};
  page._JUPYTERLAB.show = {
    init() {},
    async get() {
      const { default: plugin } = await import(new URL("extension.js", src).href);
      return () => ({ __esModule: true, default: plugin }); // JupyterLab writes on what it is given
    },
  };
}
