// Quick entry of results: a score that ends a match is saved as soon as it is
// typed, and the cursor goes on to the next open table. Without this script the
// grid is one form with a button for each table.
"use strict";

{
  const form = document.getElementById("grid-form");
  const list = document.getElementById("grid");
  const says = document.getElementById("grid-says");
  const state = document.querySelector("#grid-state .badge");
  const usual = new Set((form?.dataset.usual || "").split(" ").filter(Boolean));
  const saving = new Set();

  const rowOf = (element) => element.closest(".grid-row");
  const scoreOf = (row) => row.querySelector(".score-input");
  const tableOf = (row) => row.querySelector(".table-no").textContent.trim();
  const openInputs = () => [...list.querySelectorAll(".grid-row.open:not([hidden]) .score-input")];

  // The nearest open table after (or before) a row that is not being saved.
  function step(row, by) {
    const inputs = openInputs().filter((input) => rowOf(input) === row || !saving.has(rowOf(input).dataset.match));
    const at = inputs.indexOf(scoreOf(row));
    const next = inputs[(at + by + inputs.length) % inputs.length];
    if (next && rowOf(next) !== row) {
      next.focus();
      next.select();
    }
  }

  function count() {
    const open = list.querySelectorAll(".grid-row.open").length;
    if (state) state.textContent = open === 0 ? "All results in" : `${open} open`;
    return open;
  }

  async function save(row) {
    const id = row.dataset.match;
    if (saving.has(id)) return;
    const score = scoreOf(row);
    const kind = row.querySelector("select");
    if (score.value.trim() === "" && kind.value === "") return;
    const body = new URLSearchParams({ key: form.elements.key.value, only: id, part: "row" });
    for (const field of row.querySelectorAll("input[name], select[name]")) body.set(field.name, field.value);
    saving.add(id);
    row.classList.add("saving");
    step(row, 1);
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      const text = await answer.text();
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(row.id);
      if (!fresh) throw new Error(answer.status);
      const back = row.contains(document.activeElement);
      const line = document.importNode(fresh, true);
      row.replaceWith(line);
      const wrong = line.querySelector(".error-note");
      says.textContent = `Table ${tableOf(line)}: ${wrong ? wrong.textContent : "saved, " + line.querySelector(".grid-result span").textContent}`;
      if (wrong && back) scoreOf(line)?.focus();
      else if (back) step(line, 1);
    } catch {
      row.classList.add("wrong");
      let note = row.querySelector(".error-note");
      if (!note) {
        note = document.createElement("p");
        note.className = "error-note";
        row.append(note);
      }
      note.textContent = "Not saved: the program did not answer. Press Enter here to try again.";
      says.textContent = `Table ${tableOf(row)}: ${note.textContent}`;
    }
    saving.delete(id);
    row.classList.remove("saving");
    // Once nothing is open the page offers to close the round.
    if (count() === 0 && saving.size === 0 && !list.querySelector(".wrong")) location.reload();
  }

  if (form) {
    list.addEventListener("input", (event) => {
      if (event.target.matches(".score-input") && usual.has(event.target.value.trim())) save(rowOf(event.target));
    });
    list.addEventListener("keydown", (event) => {
      if (!event.target.matches(".score-input")) return;
      const row = rowOf(event.target);
      switch (event.key) {
        case "Enter": save(row); break;
        case "ArrowDown": step(row, 1); break;
        case "ArrowUp": step(row, -1); break;
        case "Escape": event.target.value = ""; break;
        default: return;
      }
      event.preventDefault();
    });
    list.addEventListener("click", (event) => {
      if (!event.target.closest('button[name="only"]')) return;
      event.preventDefault();
      save(rowOf(event.target));
    });
  }
}
