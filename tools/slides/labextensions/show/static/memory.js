// What a reload must not forget: the slide, and what was typed about votes. It is in the address.

/** @param {string} hash */
export function memory(hash) {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    /** @param {string} name */
    get: (name) => values.get(name) ?? "",
    toString: () => `${values}`,
    /** @param {string} name @param {string} value */
    set(name, value) {
      if (value) values.set(name, value);
      else values.delete(name);
      history.replaceState(history.state, "", `#${values}`);
    },
  };
}
