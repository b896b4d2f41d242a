// What the script adds to the form of a game. The form works without it.
"use strict";

// Adds the Spaces up while they are typed in.
for (const pad of document.querySelectorAll("[data-pad]")) {
  const cells = [...pad.querySelectorAll(".pad-cell")].map((cell) => ({
    owner: cell.querySelector("select"),
    points: cell.querySelector("input"),
  }));
  const number = (text) => {
    const n = Number(text.trim().replace("−", "-"));
    return text.trim() !== "" && Number.isInteger(n) ? n : 0;
  };
  const add = () => {
    const total = { A: 0, B: 0 };
    for (const { owner, points } of cells) {
      if (owner.value in total) total[owner.value] += number(points.value);
    }
    for (const output of pad.querySelectorAll("output[data-total]")) {
      const sum = String(total[output.dataset.total]);
      if (output.textContent !== sum) output.textContent = sum;
    }
  };
  pad.addEventListener("input", add);
  add();

  // One tap names the next controller; the letters and Backspace name one.
  for (const { owner, points } of cells) {
    const button = document.createElement("button");
    button.type = "button";
    const show = () => {
      const chosen = owner.selectedOptions[0];
      button.textContent = chosen.textContent;
      button.setAttribute("aria-label", `${owner.getAttribute("aria-label")}: ${chosen.value || "no Momon"}`);
    };
    const name = (value) => {
      owner.value = value;
      show();
      owner.dispatchEvent(new Event("input", { bubbles: true }));
    };
    button.addEventListener("click", () => name(owner.options[(owner.selectedIndex + 1) % owner.options.length].value));
    button.addEventListener("keydown", (event) => {
      const value = { a: "A", b: "B", "?": "?", Backspace: "", Delete: "" }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (value === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      name(value);
      if (value) points.focus();
    });
    owner.hidden = true;
    owner.tabIndex = -1;
    owner.before(button);
    show();
  }
}

// Brings the answer, or the first field that is wrong, into view.
const wrong = document.querySelector('[aria-invalid="true"]');
const answer = document.getElementById("answer");
if (answer) {
  answer.focus({ preventScroll: true });
  answer.scrollIntoView({ block: "start" });
} else if (wrong) {
  wrong.scrollIntoView({ block: "center" });
}
