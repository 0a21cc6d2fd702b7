// JupyterLab's dialogs, none of which stays behind the stage. One that only tells something is
// closed, as the show says in its corner what has happened; one that asks lies on top, and a key of
// the remote control cancels it.

/** @import { Show } from "./show.js" */

const DIALOG = ".jp-Dialog";

/** @param {Show} show */
export function watchDialogs(show) {
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const node of added)
      if (node instanceof HTMLElement && node.matches(DIALOG)) raiseDialog(node, show);
  }).observe(document.body, { childList: true });
}

/** The dialog that is open, if there is one. @returns {HTMLElement | null} */
export const openDialog = () => document.querySelector(DIALOG);

/** Above the stage. @param {HTMLElement} dialog @param {Show} show */
export function raiseDialog(dialog, show) {
  if (!show.running) return;
  const buttons = [...dialog.querySelectorAll("button.jp-Dialog-button")];
  if (buttons.length === 1 && buttons[0] instanceof HTMLElement) return buttons[0].click();
  dialog.popover = "manual";
  if (dialog.matches(":popover-open")) dialog.hidePopover();
  dialog.showPopover();
}

/** Without an answer. @param {HTMLElement} dialog */
export function cancelDialog(dialog) {
  dialog.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", keyCode: 27, bubbles: true }));
}
