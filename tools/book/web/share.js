// A dialog with an address: to copy, as a QR code for the projector and, of a lab, as an iframe.

import { renderSVG } from "uqr";

import { copyText } from "./copy.js";

// What makes a frame as high as its lab tells (embed.js), where a page allows scripts.
const FITS = `<script>addEventListener("message", ({ source, data }) => { for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source && data?.labHeight) frame.height = data.labHeight; });</script>`;

/** @param {{ title: string, address: string, embedded?: string, height?: number }} given embedded:
 * the address of a lab alone; height: of the lab, in pixels */
export function share({ title, address, embedded, height }) {
  const dialog = document.createElement("dialog");
  dialog.className = "share";
  dialog.setAttribute("aria-label", `Address: ${title}`);
  const code = document.createElement("div");
  code.className = "qr";
  code.innerHTML = renderSVG(address, { border: 2 });
  code.firstElementChild?.setAttribute("role", "img");
  code.firstElementChild?.setAttribute("aria-label", "The address as a QR code");
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  const name = document.createElement("strong");
  name.textContent = title;
  dialog.append(name, code, line("Address", address));
  if (embedded) {
    const safe = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    dialog.append(
      line(
        "To embed the lab in a page",
        `<iframe src="${embedded.replaceAll("&", "&amp;")}" title="${safe}" width="100%" height="${height}" style="border:0" loading="lazy" allow="fullscreen; clipboard-write"></iframe>${FITS}`,
      ),
    );
  }
  dialog.append(close);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close(); // beside it
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** Something to copy. @param {string} text @param {string} value */
function line(text, value) {
  const label = document.createElement("label");
  const field = document.createElement("textarea");
  const button = document.createElement("button");
  field.readOnly = true;
  field.rows = Math.min(4, Math.ceil(value.length / 40));
  field.value = value;
  field.addEventListener("focus", () => field.select());
  button.type = "button";
  button.autofocus = true; // the first one of the dialog gets the focus
  button.textContent = "Copy";
  button.addEventListener("click", () => copyText(value, button).catch(() => field.select()));
  label.append(text, field);
  const row = document.createElement("div");
  row.append(label, button);
  return row;
}
