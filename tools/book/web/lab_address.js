// The state of a lab in an address: a link leads to it, and back and forward go through the settings.

const REST = 300; // ms after the last change until the address is that of the state

/** Where a lab begins: a setting, and values of controls. @typedef {{ preset: number, change: Values }} Beginning */

/** What an address says of a lab, if it does. @param {string} lab @param {string} [search] @returns {Beginning | null} */
export function beginningIn(lab, search = location.search) {
  const { lab: meant = lab, setting, ...texts } = Object.fromEntries(new URLSearchParams(search));
  if (meant !== lab || !setting) return null;
  const change = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, valueOf(text)]));
  return { preset: Number(setting) - 1 || 0, change };
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
 * @param {(beginning: Beginning) => void} begin puts the lab into a state: back and forward ask for it */
export function followLab(lab, isEmbedded, begin) {
  let written = location.search;
  let start = ""; // the values of the setting, as it was chosen
  let search = searchOf(lab, isEmbedded, 0, {});
  let timer = 0;
  let isNewSetting = false;
  const ended = new AbortController();
  addEventListener("popstate", () => {
    if (location.search === written) return;
    written = location.search;
    const beginning = beginningIn(lab) ?? (new URLSearchParams(written).has("setting") ? null : { preset: 0, change: {} });
    if (beginning) begin(beginning);
  }, ended);

  function write() {
    const isNew = isNewSetting && !isEmbedded;
    isNewSetting = false;
    if (search === location.search) return;
    written = search;
    history[isNew ? "pushState" : "replaceState"](null, "", `${location.pathname}${search}${location.hash}`);
  }

  return {
    /** After an answer; message: what it answers. @param {Answer} answer @param {Message} [message] */
    note({ preset, values }, message) {
      const all = JSON.stringify(values);
      const isSetting = message?.preset !== undefined && !Object.keys(message.change).length;
      if (isSetting) start = all;
      search = searchOf(lab, isEmbedded, preset, all === start ? {} : values);
      if (!message) return;
      isNewSetting ||= isSetting;
      clearTimeout(timer);
      timer = setTimeout(write, REST);
    },
    /** Of the page at this state. */
    link: () => new URL(`${location.pathname}${search}#lab-${lab}`, location.href).href,
    /** Of the lab alone at this state. */
    embedded: () => new URL(`embed/${lab}.html${searchOf(lab, true, ...parted(search))}`, document.baseURI).href,
    close: () => ended.abort(),
  };

  /** @param {string} text @returns {[number, Values]} */
  function parted(text) {
    const { preset, change } = /** @type {Beginning} */ (beginningIn(lab, text));
    return [preset, change];
  }
}

/** @param {string} lab @param {boolean} isAlone on its page @param {number} preset @param {Values} values */
function searchOf(lab, isAlone, preset, values) {
  const named = Object.entries(values).map(([name, value]) => `${name}=${readable(JSON.stringify(value))}`);
  return `?${[...(isAlone ? [] : [`lab=${lab}`]), `setting=${preset + 1}`, ...named].join("&")}`;
}

/** Lists stay lists to the eye. @param {string} text */
const readable = (text) => encodeURIComponent(text).replace(/%(5B|5D|2C|3A)/g, decodeURIComponent);
