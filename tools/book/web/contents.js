// The contents at the side: the section in view is marked; on a narrow page a button opens them.

export function prepareContents() {
  const contents = /** @type {HTMLElement} */ (document.querySelector("#contents"));
  const button = /** @type {HTMLButtonElement} */ (document.querySelector("#open-contents"));
  button.hidden = false;
  button.addEventListener("click", () => toggle(!contents.classList.contains("open")));
  contents.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest("a")) toggle(false);
  });
  document.addEventListener("click", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest("#contents, #open-contents"))) toggle(false);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !contents.classList.contains("open")) return;
    toggle(false);
    button.focus();
  });
  /** @param {boolean} open */
  function toggle(open) {
    contents.classList.toggle("open", open);
    button.setAttribute("aria-expanded", String(open));
  }
  markSection(contents);
}

/** @param {HTMLElement} contents */
function markSection(contents) {
  const links = /** @type {HTMLAnchorElement[]} */ ([...contents.querySelectorAll(".sections a")]);
  const heads = links.map((link) =>
    document.getElementById(decodeURIComponent(link.hash.slice(1))),
  );
  let marked = -1;
  let asked = false;
  function mark() {
    asked = false;
    const passed =
      heads.filter((head) => head && head.getBoundingClientRect().top < 120).length - 1;
    if (passed === marked) return;
    links[marked]?.removeAttribute("aria-current");
    links[passed]?.setAttribute("aria-current", "location");
    marked = passed;
  }
  addEventListener(
    "scroll",
    () => {
      if (!asked) requestAnimationFrame(mark);
      asked = true;
    },
    { passive: true },
  );
  mark();
}
