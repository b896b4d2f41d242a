// What scripts add to the pages. Every page works without them.
"use strict";

// Filters a list while a name is typed: <input data-filter="#list"> hides the
// elements marked data-row whose text does not hold it.
for (const input of document.querySelectorAll("input[data-filter]")) {
  const list = document.querySelector(input.dataset.filter);
  if (!list) continue;
  const fold = (text) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  const rows = [...list.querySelectorAll("[data-row]")].map((row) => ({ row, text: fold(row.textContent) }));
  const empty = document.querySelector("[data-filter-empty]");
  input.addEventListener("input", () => {
    const wanted = fold(input.value);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = !text.includes(wanted);
      if (!row.hidden) shown++;
    }
    if (empty) empty.hidden = shown > 0;
  });
}

// Writes the viewer's own time beside the venue's where the two differ.
for (const time of document.querySelectorAll("time[data-local]")) {
  const at = new Date(time.dateTime);
  const here = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(at);
  if (Number.isNaN(at.getTime()) || time.textContent.includes(here)) continue;
  const span = document.createElement("span");
  span.className = "muted your-time";
  span.textContent = ` (${here} your time)`;
  time.append(span);
}

// Counts down to the end of a round beside the time at which it ends.
for (const time of document.querySelectorAll("time[data-countdown]")) {
  const end = new Date(time.dateTime).getTime();
  const left = document.createElement("strong");
  left.className = "countdown";
  time.after(", ", left);
  const tick = () => {
    const seconds = Math.round((end - Date.now()) / 1000);
    const part = (n) => String(Math.floor(Math.abs(n))).padStart(2, "0");
    left.textContent = seconds >= 0 ? `${Math.floor(seconds / 60)}:${part(seconds % 60)} left` : `over for ${Math.floor(-seconds / 60)}:${part(-seconds % 60)}`;
  };
  tick();
  setInterval(tick, 1000);
}

// Selects a line that is there to be copied.
for (const input of document.querySelectorAll("input[data-copy]")) {
  input.addEventListener("focus", () => input.select());
}

// A form that was sent cannot be sent again by a second click; the server would
// take it for the same one anyway.
for (const form of document.querySelectorAll('form[method="post"]')) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 5000);
  });
}

// Opens the sum behind a value in a dialog, over the table that it belongs to.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-sum]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || !window.HTMLDialogElement) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const sum = page.getElementById(new URL(link.href).hash.slice(1));
    if (!sum) throw new Error("no sum");
    showDialog(page.querySelector("main h1").textContent, sum);
  } catch {
    location.assign(link.href);
  }
});

function showDialog(title, content) {
  const dialog = document.createElement("dialog");
  const head = document.createElement("div");
  head.className = "dialog-head";
  const name = document.createElement("span");
  name.dir = "auto";
  name.textContent = title;
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  head.append(name, close);
  dialog.append(head, document.importNode(content, true));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}

// Brings the open tab into view where the tabs do not all fit.
for (const tab of document.querySelectorAll('.tabs [aria-current="page"]')) {
  tab.scrollIntoView({ block: "nearest", inline: "center" });
}
