// What travels between the page and Python's worker.
//
// The page posts a Message, python.js; the worker answers it with Replies, worker.js, which calls
// notebook.py. Each Reply carries the Message's number. A cell that runs may send its outputs so
// far, again and again; the last Reply holds the answer, as JSON, or says what did not come that it
// needs, or holds an error, after which Python is of no more use. A cell's own errors are outputs.
// Before them all, the worker says which edition of helpers it loads.

export interface Message {
  id: number;
  job: Job;
}
export interface Reply {
  id: number;
  edition?: string;
  arrived?: Arrived;
  progress?: string;
  answer?: string;
  missing?: string;
  error?: string;
}

/** bytes: that the worker has fetched so far; open: how many files are still to come. */
export interface Arrived {
  bytes: number;
  open: number;
}

export type Job =
  | { kind: "start" } // answer: nothing
  | { kind: "give up" } // waiting for what does not arrive; no answer
  // progress: Output[]; answer: RunResult
  | { kind: "run"; name: string; source: string; functions: string }
  | { kind: "open"; session: number; lab: string } // answer: what the lab's model holds at first
  | { kind: "begin"; session: number; message: string } // where it begins; answer: the lab's answer
  | { kind: "change"; session: number; message: string } // answer: the lab's answer
  | { kind: "model"; file: ArrayBuffer }; // of the sentence model; answer: nothing

/** What a cell shows. text: what is printed, markup, an error in words, or a lab's name; cut: how
 * many more characters were printed; table: whether that has columns, so that no line wraps. */
export interface Output {
  kind: "text" | "html" | "error" | "lab";
  text: string;
  cut?: number;
  table?: boolean;
}
// ended: without an error; functions: the reader's own that checks have accepted, as a module's
// text; done: the names of what was checked or guessed, and whether it is done
export type RunResult = [
  outputs: Output[],
  ended: boolean,
  functions: string,
  done: Record<string, boolean>,
];
export type OutputsListener = (outputs: Output[]) => void;

/** What was last said of an exercise, a question or a prediction. done: it was passed or guessed,
 * then or before; source: the code of which the outputs are. */
export interface Verdict {
  done: boolean;
  source: string;
  outputs: Output[];
}

/** An entry of the search: a section of a page. */
export interface Section {
  id: number;
  page: string;
  href: string;
  title: string;
  text: string;
  terms: string;
}

/** A field for code. */
export interface Editor {
  set(text: string): void;
  focus(): void;
}

// Of Pyodide, what worker.js uses.
export interface Python {
  unpackArchive(buffer: ArrayBuffer, format: string): void;
  pyimport(name: string): any;
  loadPackage(name: string): Promise<any>;
  loadedPackages: Record<string, string>;
  FS: { writeFile(path: string, data: Uint8Array): void };
}
