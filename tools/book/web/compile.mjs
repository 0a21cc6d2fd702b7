// node compile.mjs PYODIDE FOLDER FILE...: the zip files with compiled Python in the place of its
// source. Pyodide compiles it, so that it is what the browser's Python reads; there it starts in a
// third of the time.

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const COMPILED = `
import zipfile
from importlib import _bootstrap_external, util

def compiled(name, optimize):
    with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for file in given.namelist():
            content = given.read(file)
            is_read = content.startswith(b"# %%") or file == "helpers/training/my_transformer.py"
            if file.endswith(".py") and not is_read:  # cells, and a file that is given away, are texts
                code = compile(content, file, "exec", dont_inherit=True, optimize=optimize)
                file += "c"
                content = bytes(_bootstrap_external._code_to_hash_pyc(code, util.source_hash(content), False))
            made.writestr(zipfile.ZipInfo(file, (1980, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
`;

// Of these, people or the packages themselves read the docstrings.
const READ = /^(helpers|numpy|contourpy|matplotlib|ipython|traitlets|anywidget)-?/;

const [folder, out, ...files] = argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.runPython(COMPILED);
for (const file of files) {
  const name = basename(file);
  python.FS.writeFile("/in.zip", readFileSync(file));
  const optimize = READ.test(name) ? 0 : 2;
  python.globals.get("compiled")(name, optimize);
  writeFileSync(join(out, name), python.FS.readFile("/out.zip"));
}
