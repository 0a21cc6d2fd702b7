// node book_node.mjs PYTHON FOLDER CODE: what CODE prints, run by the book's Python, to which
// FOLDER is /tests.

const [python, folder, code] = process.argv.slice(2);
const { readFileSync } = await import("node:fs");
const { loadPyodide } = await import(`${python}/pyodide.mjs`);
const pyodide = await loadPyodide({
  indexURL: `${python}/`,
  packages: ["numpy", "contourpy", "matplotlib"],
});
pyodide.unpackArchive(readFileSync(`${python}/helpers.zip`).buffer, "zip");
pyodide.FS.mkdirTree("/tests");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, "/tests");
try {
  pyodide.runPython(code);
} catch (error) {
  console.error(error.message); // without the lines of Pyodide's own script
  process.exitCode = 1;
}
