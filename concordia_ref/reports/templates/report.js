"use strict";
document.documentElement.classList.add("script");
const filters = document.getElementById("filters");
const failures = [...document.querySelectorAll("details.failure")];
const texts = new Map();
const shown = document.getElementById("shown");

function searched(failure) {
  if (!texts.has(failure)) {
    const { clause, card } = failure.dataset;
    const parts = [...failure.querySelectorAll("summary, .turns, .changes")].map((part) => part.textContent);
    texts.set(failure, [clause, card, ...parts].join(" ").toLowerCase());
  }
  return texts.get(failure);
}

function fits(failure, name, value) {
  if (name === "search") return value.toLowerCase().split(/\s+/).every((word) => searched(failure).includes(word));
  return failure.dataset[name].split(" ").includes(value);
}

function filter() {
  const wanted = [...new FormData(filters)].filter(([, value]) => value !== "");
  let count = 0;
  for (const failure of failures) {
    failure.hidden = !wanted.every(([name, value]) => fits(failure, name, value));
    if (!failure.hidden) count += 1;
  }
  for (const group of document.querySelectorAll(".group")) {
    group.hidden = !group.querySelector(".failure:not([hidden])");
  }
  shown.textContent = `${count} of ${failures.length} failures shown`;
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    if (target.hidden) filters.reset();
    target.open = true;
    target.scrollIntoView();
  }
}

// A thousand positions take seconds to draw: each is drawn when somebody wants to see it.
document.addEventListener("toggle", (event) => {
  const template = event.target.querySelector?.(":scope .board > template");
  if (event.target.open && template) template.replaceWith(template.content);
}, true);
for (const command of document.querySelectorAll(".command")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy the command");
  command.append(button);
}
filters.addEventListener("input", filter);
filters.addEventListener("reset", () => setTimeout(filter));
filters.addEventListener("submit", (event) => event.preventDefault());
window.addEventListener("hashchange", openTarget);
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button.copy");
  if (!button) return;
  const code = button.parentElement.querySelector("code");
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(code);
    button.textContent = "Selected";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
});
filter();
openTarget();
