// The book without a network. What was opened stays on the device, and all else that offline.js put
// there. With a network, its answer comes first: so a new version of the book is shown as soon as
// there is one.

const PATIENCE = 4000; // ms until what is kept is shown in place of what does not come
const LITTLE = 400; // the same, after something did not come, until something comes
const LATE = "late";
let patience = PATIENCE;
const worker = /** @type {any} */ (self);
const workbench = `${worker.registration.scope}workbench/`; // has its own

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(worker.clients.claim()),
);
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url, referrer, cache } = event.request;
  const isOurs =
    url.startsWith(worker.registration.scope) &&
    !url.startsWith(workbench) &&
    !referrer.startsWith(workbench);
  // offline.js asks for what is there now: on a slow line what is kept is no answer
  const isAnew = cache === "no-store";
  if (method === "GET" && isOurs && !isAnew) event.respondWith(answer(event));
});

/** @param {any} event */
async function answer(event) {
  const { request } = event;
  const cache = await caches.open("book");
  const kept = await cache.match(plain(request.url), { ignoreVary: true });
  const fresh = fetch(request);
  event.waitUntil(
    fresh
      .then((response) => {
        patience = PATIENCE;
        return keep(cache, request, response.clone(), kept);
      })
      .catch(() => {}),
  );
  if (!kept)
    return fresh.catch((error) =>
      request.mode === "navigate" ? pageOfWhatIsKept(cache) : Promise.reject(error),
    );
  try {
    const response = await Promise.race([
      fresh,
      new Promise((_, reject) => setTimeout(reject, patience, LATE)),
    ]);
    return response.ok || response.type === "opaqueredirect" ? response : kept;
  } catch (reason) {
    if (reason === LATE) patience = LITTLE;
    return kept;
  }
}

/** The address of a file: some servers leave out its end. @param {string} url */
const plain = (url) =>
  url
    .replace(/[?#].*/, "")
    .replace(/\/$/, "/index.html")
    .replace(/\/([^./]+)$/, "/$1.html");

/** Keep an answer that is not kept yet. @param {Cache} cache @param {Request} request
 * @param {Response} response
 * @param {Response | undefined} kept */
async function keep(cache, request, response, kept) {
  const version = (/** @type {Response | undefined} */ from) =>
    from?.headers.get("etag") ?? from?.headers.get("last-modified");
  if (response.status !== 200 || (version(kept) && version(response) === version(kept))) return;
  await cache.put(plain(request.url), response); // or it does not fit, and is shown all the same
}

/** In the place of a page that is not there. @param {Cache} cache */
async function pageOfWhatIsKept(cache) {
  const names = (await cache.keys())
    .filter(({ url }) => url.startsWith(worker.registration.scope)) // not of another book
    .map(({ url }) => url.slice(worker.registration.scope.length))
    .filter((name) => /^$|html$/.test(name));
  const links = names
    .sort()
    .map(
      (name) =>
        `<li><a href="./${name}">${name.replace(".html", "").replaceAll("_", " ") || "The first page"}</a></li>`,
    );
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No network</title><body style="font:1.1rem/1.6 system-ui,sans-serif;max-width:38rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark">
<h1>No network</h1><p>This page is not on this device yet, and there is no network to fetch it. These pages are here:</p><ul>${links.join("")}</ul>
<p><a href="">Try again</a></p></body></html>`;
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html" } });
}
