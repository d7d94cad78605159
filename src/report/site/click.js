
(function () {
  "use strict";
  var frame = document.querySelector(".boards");
  var boards = Array.prototype.slice.call(frame.querySelectorAll(".board"));
  var said = frame.querySelector(".said");
  var links = Array.prototype.slice.call(document.querySelectorAll(".told a[href^='#p']"));
  var turned = false;
  var now = boards.length - 1;
  var edge = 7 * 45 + 2 * 20;

  function ply(hash) {
    var found = /^#p(\d+)$/.exec(hash);
    return found && Number(found[1]) < boards.length ? Number(found[1]) : null;
  }

  function show(next, quiet) {
    now = Math.max(0, Math.min(boards.length - 1, next));
    boards.forEach(function (board, at) {
      board.classList.toggle("now", at === now);
    });
    links.forEach(function (link) {
      if (ply(link.hash) === now) {
        link.setAttribute("aria-current", "true");
      } else {
        link.removeAttribute("aria-current");
      }
    });
    frame.querySelectorAll("button").forEach(function (button) {
      var go = button.dataset.go;
      var end = go === "first" || go === "back" ? 0 : boards.length - 1;
      button.setAttribute("aria-disabled", String(go !== "flip" && now === end));
    });
    if (!quiet) {
      said.textContent = boards[now].querySelector("figcaption span").textContent;
      history.replaceState(null, "", "#p" + now);
    }
  }

  function turn() {
    turned = !turned;
    frame.querySelectorAll(".board svg").forEach(function (svg) {
      svg.querySelectorAll("rect, use").forEach(function (part) {
        if (part.hasAttribute("x")) {
          part.setAttribute("x", edge - Number(part.getAttribute("x")));
          part.setAttribute("y", edge - Number(part.getAttribute("y")));
        } else {
          part.setAttribute("href", turned ? "#ground-b" : "#ground-w");
        }
      });
    });
  }

  function go(where) {
    switch (where) {
      case "first": return show(0);
      case "back": return show(now - 1);
      case "forward": return show(now + 1);
      case "last": return show(boards.length - 1);
      case "flip": return turn();
    }
  }

  document.addEventListener("click", function (event) {
    var button = event.target.closest("button[data-go]");
    var link = event.target.closest("a[href^='#p']");
    if (button) {
      go(button.dataset.go);
    } else if (link && ply(link.hash) !== null) {
      event.preventDefault();
      show(ply(link.hash));
    }
  });

  document.addEventListener("keydown", function (event) {
    var keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", f: "flip" };
    var where = keys[event.key];
    if (!where || event.ctrlKey || event.altKey || event.metaKey || event.target.classList.contains("scroll")) {
      return;
    }
    event.preventDefault();
    go(where);
  });

  window.addEventListener("hashchange", function () {
    var at = ply(location.hash);
    if (at !== null) {
      show(at, true);
    }
  });

  frame.classList.add("scripted");
  frame.querySelector(".buttons").hidden = false;
  var asked = ply(location.hash);
  show(asked === null ? now : asked, true);
})();
