// What Python needs, fetched: unpacked here, as not every server packs it, and counted, so that the
// page can say how much has arrived. Pyodide waits without end for what does not come; here that is
// a failure.

import { NO_NETWORK, SILENT, headOf, fileName, whyItFailed } from "./loading.js";

/** @import { Arrived } from "./protocol.js" */

export const PYTHON_FOLDER = new URL("./python/", import.meta.url).href;
/** The addresses of files beside which the same is packed. @type {Set<string>} */
let packed;
let bytes = 0; // that have arrived
/** The addresses of what is still to come. @type {Set<string>} */
const open = new Set();
let patience = new AbortController();
const plainFetch = globalThis.fetch;
/** What does not come, in a sentence. */
export class Missing extends Error {}
/** Why the last of them did not come; nothing while all has come. */
export let why = "";
/** @type {(error: Error) => void} */
let fail;
/** Rejects, with a sentence, when something does not come. @type {Promise<never>} */
export const failure = new Promise((_, reject) => {
  fail = reject;
});
failure.catch(() => {});
let tell = () => {};

/** Fetch as the above says, and tell it all that has arrived.
 * @param {string[]} names of what is packed
 * @param {(arrived: Arrived) => void} listener */
export function countFetches(names, listener) {
  packed = new Set(names.map((name) => PYTHON_FOLDER + name));
  tell = () => listener({ bytes, open: open.size });
  globalThis.fetch = async (resource, options) => {
    const address = String(resource);
    open.add(address);
    tell();
    if (!packed.has(address)) return new Response(await arriving(address, address, options));
    return new Response(await unpacked(address), { headers: { "Content-Type": typeOf(address) } });
  };
}

/** Wait no longer for what is still to come. */
export function giveUp() {
  patience.abort();
  patience = new AbortController();
}

/** The body of a file, counted while it arrives. @param {string} address that was asked for
 * @param {string} from
 * @param {RequestInit} [options] */
async function arriving(address, from, options) {
  const { signal } = patience;
  const lost = () => missing(address, signal.aborted ? SILENT : NO_NETWORK);
  const response = await plainFetch(from, { ...options, signal }).catch(async () => {
    throw signal.aborted
      ? lost()
      : missing(
          address,
          await headOf(from, plainFetch).then(
            () => damaged(from),
            ({ message }) => message,
          ),
        );
  });
  if (!response.ok || !response.body)
    throw missing(
      address,
      `The server answers ${response.status} where ${fileName(from)} should be.`,
    );
  return passed(response.body, lost, (piece) => {
    bytes += piece?.byteLength ?? 0;
    if (!piece) open.delete(address);
    tell();
  });
}

/** @param {string} address */
async function unpacked(address) {
  const from = `${address}.bin`;
  const stream = (await arriving(address, from)).pipeThrough(new DecompressionStream("gzip"));
  return passed(stream, () => missing(address, damaged(from)));
}

/** @param {string} from */
const damaged = (from) =>
  `What the server sends as ${fileName(from)} is something else, or only a part of it.`;

/** A stream, piece by piece; what breaks it is said in a sentence.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {() => Error} broken @param {(piece?: Uint8Array) => void} count gets nothing at the
 * end */
function passed(stream, broken, count = () => {}) {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        count(value);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error instanceof Missing ? error : broken());
      }
    },
  });
}

/** @param {string} address @param {string} sentence */
function missing(address, sentence) {
  open.delete(address);
  tell();
  why = sentence;
  const reason = new Missing(sentence);
  fail(reason);
  return reason;
}

/** Of a file at this address; a zip file's is of no matter. @param {string} address */
const typeOf = (address) => (address.endsWith(".wasm") ? "application/wasm" : "text/javascript");

/** What the script exports that begins Pyodide. packed: the names of what is packed, if anything
 * is. */
export async function pyodideScript() {
  const address = `${PYTHON_FOLDER}pyodide.js`;
  return import(address).catch(async () => {
    throw new Missing(await whyItFailed(address));
  });
}

/** What a script exports that comes packed: no server can send it with a type that browsers refuse.
 * @param {string} name */
export async function packedScript(name) {
  const address = URL.createObjectURL(await (await fetch(PYTHON_FOLDER + name)).blob());
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}
