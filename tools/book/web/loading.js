// Scripts of the book that are loaded when they are first needed, and why one did not come.

export const NO_NETWORK = "There is no network, or the server does not answer. Try again when there is one.";

let failures = 0;

/** A script beside this one, as a module. Error: a sentence. Browsers remember that a script did not come: the next time
 * it is asked for under another address. @param {string} name @returns {Promise<any>} */
export async function load(name) {
  const address = new URL(failures ? `./${name}?${failures}` : `./${name}`, import.meta.url).href;
  try {
    return await import(address);
  } catch {
    failures += 1;
    throw new Error(await whyNot(address));
  }
}

/** Why a script did not come, in a sentence. @param {string} address */
export async function whyNot(address) {
  const name = new URL(address).pathname.split("/").pop();
  let response;
  try {
    response = await fetch(address, { method: "HEAD", cache: "no-store" });
  } catch {
    return NO_NETWORK;
  }
  const type = response.headers.get("content-type") ?? "no type";
  if (!response.ok) return `The server answers ${response.status} where ${name} should be.`;
  if (!type.includes("javascript")) {
    return `The server sends ${name} as ${type}, and browsers run only text/javascript: whoever keeps the server can set it.`;
  }
  return `This browser is too old for ${name}, or what that loads from another address did not come.`;
}
