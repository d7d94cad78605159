"use strict";
// Nothing here is needed: it spares who has a script some ways.
// A form is sent once, however often its button is pressed.
document.addEventListener("submit", function (event) {
  var form = event.target;
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "1";
});
// Whoever comes back to a page finds its forms usable.
window.addEventListener("pageshow", function () {
  document.querySelectorAll("form[data-sent]").forEach(function (form) {
    delete form.dataset.sent;
  });
});
// The position stays where it is when a square is chosen.
document.addEventListener("keydown", function (event) {
  var square = document.activeElement && document.activeElement.closest("table.play [data-square]");
  var step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!square || !step) {
    return;
  }
  var cell = square.closest("td");
  var row = cell.parentElement;
  var column = Array.prototype.indexOf.call(row.children, cell);
  var rows = Array.prototype.slice.call(row.parentElement.children);
  var at = rows.indexOf(row);
  for (;;) {
    column += step[0];
    at += step[1];
    var next = rows[at] && rows[at].children[column];
    if (!next) {
      return;
    }
    var link = next.querySelector("a[data-square]");
    if (link) {
      link.focus();
      event.preventDefault();
      return;
    }
  }
});
