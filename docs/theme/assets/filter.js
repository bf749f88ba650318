// Puts a box above every table with `data-filter` that hides the rows in which the words typed do not stand.
(function () {
  "use strict";

  function matches(row, words) {
    var text = row.textContent.toLowerCase();
    return words.every(function (word) { return text.indexOf(word) >= 0; });
  }

  function addBox(table, number) {
    var box = document.createElement("p");
    box.className = "filter";
    var label = document.createElement("label");
    label.htmlFor = "filter-" + number;
    label.textContent = table.getAttribute("data-filter");
    var input = document.createElement("input");
    input.type = "search";
    input.id = label.htmlFor;
    var shown = document.createElement("span");
    shown.setAttribute("role", "status");
    box.append(label, " ", input, " ", shown);
    var around = table.closest(".wide") || table;
    around.parentNode.insertBefore(box, around);

    input.addEventListener("input", function () {
      var words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      var found = 0;
      Array.prototype.forEach.call(table.tBodies, function (body) {
        var here = 0;
        Array.prototype.forEach.call(body.rows, function (row) {
          if (row.className === "topic") return;
          row.hidden = !matches(row, words);
          here += row.hidden ? 0 : 1;
        });
        body.hidden = !here;
        found += here;
      });
      shown.textContent = words.length ? String(found) : "";
    });
  }

  Array.prototype.forEach.call(document.querySelectorAll("table[data-filter]"), addBox);
})();
