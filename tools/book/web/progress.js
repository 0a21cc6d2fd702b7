// How far the reader has come: a mark at each entry that is done, counts in the contents, a line at
// the top.

import { verdict } from "./answers.js";
import { whenWritten } from "./store.js";

const page = document.body.dataset.page ?? "";

/** @typedef {{ link: HTMLAnchorElement, page: string, core: string[], deeper: string[] }} Listed */

export function prepareProgress() {
  const links = /** @type {HTMLAnchorElement[]} */ ([
    ...document.querySelectorAll("#contents [data-core]"),
  ]);
  const pages = links.map((link) => ({
    link,
    page: link.dataset.page ?? "",
    core: names(link.dataset.core),
    deeper: names(link.dataset.deeper),
  }));
  const here = pages.find((each) => each.page === page);
  whenWritten((key) => {
    if (!key || key.includes("#")) show(); // not what is typed
  });
  show();

  function show() {
    pages.forEach(count);
    if (here) showPage(here);
    else showSeries(pages);
  }
}

/** @param {string | undefined} text */
const names = (text) => (text ? text.split(" ") : []);

/** The names of these that are done. @param {Listed} listed @param {string[]} entries */
const done = (listed, entries) => entries.filter((entry) => verdict(entry, listed.page)?.done);

/** Beside a page's title in the contents. @param {Listed} listed */
function count(listed) {
  const { link, core, deeper } = listed;
  const [some, all] = [done(listed, core).length, core.length];
  let mark = link.querySelector(".count");
  if (!mark) {
    mark = document.createElement("span");
    mark.className = "count";
    mark.setAttribute("role", "img");
    link.append(mark);
  }
  mark.textContent =
    some === all ? "✓" : some || done(listed, deeper).length ? `${some}/${all}` : "";
  mark.setAttribute("aria-label", mark.textContent ? `${some} of ${all} done` : "");
  /** @type {HTMLElement} */ (mark).hidden = !mark.textContent;
}

/** On a page: its marks, and the line. @param {Listed} listed */
function showPage(listed) {
  const { core, deeper } = listed;
  for (const entry of [...core, ...deeper]) {
    const isDone = Boolean(verdict(entry)?.done);
    document.getElementById(entry)?.classList.toggle("done", isDone);
  }
  const some = done(listed, core);
  const more = deeper.length
    ? `, and ${done(listed, deeper).length} of ${deeper.length} Deeper`
    : "";
  const next = core.find((entry) => !some.includes(entry));
  write(
    `Done on this page: ${some.length} of ${core.length}${more}.`,
    next && `#${next}`,
    some.length ? "Go on" : "Go to the first",
  );
}

/** On a page that asks nothing, the first one: of the whole series. @param {Listed[]} pages */
function showSeries(pages) {
  const all = pages.flatMap((each) => each.core).length;
  const begun = pages.filter((each) => done(each, each.core).length);
  const some = begun.flatMap((each) => done(each, each.core)).length;
  if (!some) return write("", undefined, "");
  const open = pages.find((each) => done(each, each.core).length < each.core.length);
  const next = open?.core.find((entry) => !verdict(entry, open.page)?.done);
  write(
    `Done in the series: ${some} of ${all}, on ${begun.length} of ${pages.length} pages.`,
    next && `${open?.page}.html#${next}`,
    `Go on with ${open?.page.slice(0, 2)}`,
  );
}

/** @param {string} text @param {string | undefined} href @param {string} name of the link */
function write(text, href, name) {
  const line = /** @type {HTMLElement} */ (document.querySelector("#progress"));
  const link = document.createElement("a");
  link.textContent = name;
  if (href) link.href = href;
  line.replaceChildren(text, ...(href ? [" ", link] : []));
}
