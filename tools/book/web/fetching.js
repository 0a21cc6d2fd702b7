// What Python needs, fetched: unpacked here, as not every server packs it, and counted, so that the page can say how much
// has arrived. Pyodide waits without end for what does not come; here that is a failure.

import { NO_NETWORK, whyNot } from "./loading.js";

export const files = new URL("./python/", import.meta.url).href;
/** The addresses of files beside which the same is packed. @type {Set<string>} */
let packed;
const fetched = { bytes: 0, open: 0 };
const plainFetch = globalThis.fetch;
/** What does not come, in a sentence. */
export class Missing extends Error {}
/** @type {(error: Error) => void} */
let fail;
/** Rejects, with a sentence, when something does not come. @type {Promise<never>} */
export const failure = new Promise((_, reject) => { fail = reject; });
failure.catch(() => {});

/** Fetch as the above says, and tell it all that has arrived. @param {string[]} names of what is packed
 * @param {(arrived: Arrived) => void} listener */
export function fetchFor(names, listener) {
  packed = new Set(names.map((name) => files + name));
  const tell = () => listener({ ...fetched });

  globalThis.fetch = async (resource, options) => {
    const address = String(resource);
    fetched.open += 1;
    tell();
    try {
      if (packed.has(address)) return new Response(await unpacked(address), { headers: { "Content-Type": typeOf(address) } });
      return new Response(await arriving(address, options));
    } catch (error) {
      throw failed(error);
    }
  };

  /** The body of a file, counted while it arrives. @param {string} address @param {RequestInit} [options] */
  async function arriving(address, options) {
    const response = await plainFetch(address, options);
    if (!response.ok || !response.body) throw new Missing(`The server answers ${response.status} where ${address.split("/").pop()} should be.`);
    const reader = response.body.getReader();
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          fetched.bytes += value?.byteLength ?? 0;
          fetched.open -= Number(done);
          tell();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(failed(error));
        }
      },
    });
  }

  /** @param {string} address */
  const unpacked = async (address) => (await arriving(`${address}.bin`)).pipeThrough(new DecompressionStream("gzip"));

  /** @param {unknown} error */
  function failed(error) {
    const reason = error instanceof Missing ? error : new Missing(NO_NETWORK);
    fail(reason);
    return reason;
  }

}

/** @param {string} address */
const typeOf = (address) => (address.endsWith(".wasm") ? "application/wasm" : "text/javascript"); // a zip file's is of no matter

/** What the script exports that begins Pyodide. packed: the names of what is packed, if anything is. */
export async function pyodideScript() {
  const address = `${files}pyodide.js`;
  return import(address).catch(async () => { throw new Error(await whyNot(address)); });
}

/** What a script exports that comes packed: no server can send it with a type that browsers refuse. @param {string} name */
export async function packedScript(name) {
  const address = URL.createObjectURL(await (await fetch(files + name)).blob());
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}
