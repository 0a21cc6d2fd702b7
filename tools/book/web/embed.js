// A lab alone on its page, to be put into another page: it tells that how high it is, and begins by
// itself where that costs nothing.

import { prepareLabs } from "./labs.js";
import { onDevice } from "./python.js";
import { prepareScrolling } from "./scrolling.js";

document.querySelector("#not-run")?.remove();
document.documentElement.dataset.jpThemeLight = String(
  !matchMedia("(prefers-color-scheme: dark)").matches,
); // the labs look at this
prepareLabs();
prepareScrolling();
const tell = () =>
  parent.postMessage({ labHeight: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
new ResizeObserver(tell).observe(document.body);
onDevice.then((isHere) => {
  if (isHere) /** @type {HTMLElement | null} */ (document.querySelector(".start"))?.click();
});
