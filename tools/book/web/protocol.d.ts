// What travels between the page and Python's worker, and the types that the scripts share.

type Ask =
  | { kind: "start" }
  | { kind: "run"; name: string; source: string }
  | { kind: "open"; session: number; lab: string }
  | { kind: "change"; session: number; message: string };

interface Request { id: number; ask: Ask }
/** so_far: a cell's outputs while it still runs. */
interface Reply { id: number; so_far?: string; answer?: string; error?: string }

interface Output { kind: "text" | "html" | "error" | "lab"; text: string }
type Watch = (outputs: Output[]) => void;
type Ran = [outputs: Output[], ended: boolean];

/** An entry of the search: a section of a page. */
interface Section { id: number; page: string; href: string; title: string; text: string; terms: string }

/** A field for code. */
interface Editor { text(): string; set(text: string): void; focus(): void; close(): void }

// Of Pyodide, what worker.js uses.
interface Python {
  unpackArchive(buffer: ArrayBuffer, format: string): void;
  pyimport(name: string): any;
}
