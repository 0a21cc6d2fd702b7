// A lab alone on its page, to be put into another page.

import { prepareLabs } from "./labs.js";
import { prepareScrolling } from "./scrolling.js";

document.querySelector("#not-run")?.remove();
document.documentElement.dataset.jpThemeLight = String(
  !matchMedia("(prefers-color-scheme: dark)").matches,
); // the labs look at this
prepareLabs();
prepareScrolling();
