// Light or dark: as the system has it, until the button chooses. page.html does the same before the
// page is drawn.

const root = document.documentElement;
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

export function prepareTheme() {
  const button = /** @type {HTMLButtonElement} */ (document.querySelector("#theme"));
  button.hidden = false;
  button.addEventListener("click", () => {
    const chosen = isDark() ? "light" : "dark";
    root.dataset.theme = chosen;
    try {
      localStorage.setItem("theme", chosen);
    } catch {} // then it is for this page alone
    show();
  });
  systemIsDark.addEventListener("change", show);
  show();

  function show() {
    root.dataset.jpThemeLight = String(!isDark()); // the labs look at this
    button.textContent = isDark() ? "Light" : "Dark";
  }
}

const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : systemIsDark.matches);
