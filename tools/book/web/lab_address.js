// The state of a lab in an address: a link leads to it, and back and forward go through the
// settings.

const REST = 300; // ms after the last change until the address is that of the state

/** @typedef {Record<string, any>} Values of controls, by name */
/** Where a lab begins: a setting, and values that differ from it.
 * @typedef {{ preset: number, change: Values }} Beginning */

/** Where the page's address has a lab begin, if it names a setting of this one. @param {string} lab
 * @returns {Beginning | null} */
export function beginningOf(lab) {
  const named = new URLSearchParams(location.search);
  const { lab: meant = lab, setting, ...texts } = Object.fromEntries(named);
  if (meant !== lab || !setting) return null;
  const change = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, valueOf(text)]),
  );
  return { preset: Math.max(1, parseInt(setting) || 1) - 1, change };
}

/** A value as JSON has it; what is none is a text. @param {string} text */
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Keeps the page's address that of a live lab.
 * @param {string} lab @param {boolean} isEmbedded in another page, whose history it must not fill
 * @param {(beginning: Beginning) => void} begin puts the lab into a state: back and forward ask for
 * it */
export function followLab(lab, isEmbedded, begin) {
  let written = location.search;
  let start = ""; // the values of the setting, as it was chosen
  /** @type {Beginning} */
  let at = { preset: 0, change: {} };
  let timer = 0;
  let isNewSetting = false;
  const ended = new AbortController();
  ended.signal.addEventListener("abort", () => clearTimeout(timer));
  addEventListener(
    "popstate",
    () => {
      if (location.search === written) return;
      forget();
      written = location.search;
      const beginning =
        beginningOf(lab) ??
        (new URLSearchParams(written).has("setting") ? null : { preset: 0, change: {} });
      if (beginning) begin(beginning);
    },
    ended,
  );

  /** What was not yet written is of another state. */
  function forget() {
    clearTimeout(timer);
    isNewSetting = false;
  }

  function write() {
    const isNew = isNewSetting && !isEmbedded;
    isNewSetting = false;
    const search = searchOf(lab, isEmbedded, at);
    if (search === location.search) return;
    history[isNew ? "pushState" : "replaceState"](
      null,
      "",
      `${location.pathname}${search}${location.hash}`,
    );
    written = location.search; // as the browser writes it
  }

  return {
    /** After an answer. asked: what for; isLed: by the address, which is then right already.
     * @param {{ preset: number, values: Values }} answer
     * @param {{ preset?: number, change: Values }} asked */
    note({ preset, values }, asked, isLed = false) {
      const all = JSON.stringify(values);
      const isSetting = asked.preset !== undefined && !Object.keys(asked.change).length;
      if (isSetting) start = all;
      at = { preset, change: all === start ? {} : values };
      if (isLed) return forget();
      isNewSetting ||= isSetting;
      clearTimeout(timer);
      timer = setTimeout(write, REST);
    },
    /** Of the page at this state. */
    link: () =>
      new URL(`${location.pathname}${searchOf(lab, isEmbedded, at)}#lab-${lab}`, location.href)
        .href,
    /** Of the lab alone at this state. */
    embedded: () => new URL(`embed/${lab}.html${searchOf(lab, true, at)}`, document.baseURI).href,
    close: () => ended.abort(),
  };
}

/** @param {string} lab @param {boolean} isAlone on its page @param {Beginning} at */
function searchOf(lab, isAlone, { preset, change }) {
  const named = Object.entries(change).map(
    ([name, value]) => `${name}=${readable(JSON.stringify(value))}`,
  );
  return `?${[...(isAlone ? [] : [`lab=${lab}`]), `setting=${preset + 1}`, ...named].join("&")}`;
}

/** Lists stay lists to the eye. @param {string} text */
const readable = (text) => encodeURIComponent(text).replace(/%(5B|5D|2C|3A)/g, decodeURIComponent);
