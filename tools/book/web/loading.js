// Scripts and files of the book that are loaded when they are first needed, and why one did not
// come.

export const NO_NETWORK =
  "There is no network, or the server does not answer. Try again when there is one.";

export const SILENT =
  "Nothing has arrived for 30 seconds: the network is gone or very slow. Try again.";
export const PATIENCE = 30_000; // ms in which nothing arrives of what is awaited
const SHORT = 5000; // ms for the question why something did not come

let failures = 0;

/** A script beside this one, as a module. Error: a sentence. Browsers remember that a script did
 * not come: the next time it is asked for under another address. @param {string} name
 * @returns {Promise<any>} */
export async function loadScript(name) {
  const address = new URL(failures ? `./${name}?${failures}` : `./${name}`, import.meta.url).href;
  let watch = 0;
  const silence = new Promise((_, reject) => {
    watch = setTimeout(reject, PATIENCE, new Silence(SILENT));
  });
  try {
    return await Promise.race([import(address), silence]);
  } catch (error) {
    failures += 1;
    throw error instanceof Silence ? error : new Error(await whyItFailed(address));
  } finally {
    clearTimeout(watch);
  }
}

class Silence extends Error {}

/** A file whose pieces are counted while they arrive. Error: a sentence.
 * @param {string | URL} address
 * @param {(bytes: number) => void} [count] @param {AbortController} [loading] to stop it
 * @param {RequestCache} [cache] @returns {Promise<Response>} with all of it */
export async function fetchWhole(
  address,
  count = () => {},
  loading = new AbortController(),
  cache = "default",
) {
  const { signal } = loading;
  const parts = [];
  let watch = 0;
  const wait = () => {
    clearTimeout(watch);
    watch = setTimeout(() => loading.abort(new Error(SILENT)), PATIENCE);
  };
  wait();
  try {
    const response = await fetch(address, { signal, cache });
    if (!response.ok || !response.body)
      throw new Error(
        `The server answers ${response.status} where ${fileName(address)} should be.`,
      );
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Response(new Blob(parts), { headers: response.headers });
      wait();
      parts.push(value);
      count(value.length);
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // fetch says so in its own words
    throw error instanceof TypeError ? new Error(NO_NETWORK) : error;
  } finally {
    clearTimeout(watch);
  }
}

/** @param {string | URL} address */
export const fileName = (address) =>
  String(address)
    .replace(/[?#].*/, "")
    .split("/")
    .pop();

/** What the server says of a file that did not come. Error: a sentence. @param {string} address
 * @param {typeof fetch} [ask] */
export async function headOf(address, ask = fetch) {
  const options = {
    method: "HEAD",
    cache: /** @type {const} */ ("no-store"),
    signal: AbortSignal.timeout(SHORT),
  };
  const response = await ask(address, options).catch(() => {
    throw new Error(NO_NETWORK);
  });
  if (!response.ok)
    throw new Error(`The server answers ${response.status} where ${fileName(address)} should be.`);
  return response;
}

/** Why a script did not come, in a sentence. @param {string} address */
export async function whyItFailed(address) {
  const name = fileName(address);
  let response;
  try {
    response = await headOf(address);
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
  const type = response.headers.get("content-type") ?? "no type";
  if (!type.includes("javascript")) {
    return `The server sends ${name} as ${type}, and browsers run only text/javascript: whoever keeps the server can set it.`;
  }
  return `This browser is too old for ${name}, or what that loads from another address did not come.`;
}
