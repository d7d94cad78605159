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
// The squares are walked by the arrow keys.
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

// A page of the game in place of the one that is shown: only its main part changes.
(function () {
  var heard = null;
  function say(words) {
    if (!heard) {
      heard = document.createElement("p");
      heard.className = "heard";
      heard.setAttribute("role", "status");
      document.body.appendChild(heard);
    }
    heard.textContent = words;
  }
  function asks(url) {
    return fetch(url, { credentials: "same-origin" }).then(function (answer) {
      var here = new URL(url, location.href).pathname;
      if (!answer.ok || new URL(answer.url).pathname !== here) {
        throw new Error("not this page");
      }
      return answer.text();
    }).then(function (text) {
      return new DOMParser().parseFromString(text, "text/html");
    });
  }
  function shows(page, url) {
    var main = document.getElementById("main");
    var focus = document.activeElement;
    var square = focus && focus.dataset ? focus.dataset.square : null;
    var fresh = page.getElementById("main");
    if (!fresh) {
      throw new Error("no such page");
    }
    main.replaceWith(document.importNode(fresh, true));
    document.title = page.title;
    if (url) {
      history.pushState({ own: true }, "", url);
    }
    arrow();
    var again = square && document.querySelector('table.play a[data-square="' + square + '"]');
    if (again) {
      again.focus({ preventScroll: true });
    }
  }
  function heading() {
    var ready = document.querySelector("button.first");
    var section = ready && ready.closest("section");
    var title = section && section.querySelector("h2");
    if (title) {
      say(title.textContent);
    }
  }
  function goes(url, page) {
    (page || asks(url)).then(function (page) {
      shows(page, url);
      heading();
    }).catch(function () {
      location.href = url;
    });
  }

  // From where to where the last move went: the square that it left is empty.
  function arrow() {
    var table = document.querySelector("table.play");
    var marked = table ? table.querySelectorAll("td.last") : [];
    var old = document.querySelector("svg.arrow");
    if (old) {
      old.remove();
    }
    if (marked.length !== 2) {
      return;
    }
    var full = marked[1].querySelector("img") ? 1 : 0;
    var box = table.getBoundingClientRect();
    function middle(cell) {
      var of = cell.getBoundingClientRect();
      return [of.left - box.left + of.width / 2, of.top - box.top + of.height / 2, of.width];
    }
    var from = middle(marked[1 - full]);
    var to = middle(marked[full]);
    var long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    var x = (to[0] - from[0]) / long;
    var y = (to[1] - from[1]) / long;
    var tip = [to[0] - x * to[2] * 0.22, to[1] - y * to[2] * 0.22];
    var neck = [tip[0] - x * to[2] * 0.3, tip[1] - y * to[2] * 0.3];
    var half = to[2] * 0.16;
    var name = "http://www.w3.org/2000/svg";
    var svg = document.createElementNS(name, "svg");
    svg.setAttribute("class", "arrow");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("viewBox", "0 0 " + box.width + " " + box.height);
    var line = document.createElementNS(name, "line");
    [["x1", from[0]], ["y1", from[1]], ["x2", neck[0]], ["y2", neck[1]]].forEach(function (at) {
      line.setAttribute(at[0], at[1]);
    });
    line.setAttribute("stroke-width", to[2] * 0.12);
    var head = document.createElementNS(name, "polygon");
    head.setAttribute("points", [
      tip, [neck[0] - y * half, neck[1] + x * half], [neck[0] + y * half, neck[1] - x * half]
    ].join(" "));
    svg.appendChild(line);
    svg.appendChild(head);
    table.parentElement.appendChild(svg);
    svg.style.top = table.offsetTop + "px";
    svg.style.left = table.offsetLeft + "px";
    svg.style.width = box.width + "px";
    svg.style.height = box.height + "px";
  }
  window.addEventListener("resize", arrow);
  window.addEventListener("load", arrow);

  window.addEventListener("popstate", function () {
    var url = location.href;
    if (document.querySelector("table.play")) {
      asks(url).then(function (page) { shows(page, null); }).catch(function () { location.reload(); });
    }
  });

  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("table.play a[data-square]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    goes(link.href);
  });

  // A piece is drawn to its square with the pointer, a finger or a pen.
  var drawn = null;
  var NEAR = 6;
  document.addEventListener("dragstart", function (event) {
    if (event.target.closest && event.target.closest("table.play")) {
      event.preventDefault();
    }
  });
  document.addEventListener("pointerdown", function (event) {
    var link = event.target.closest && event.target.closest("table.play td.own a[data-square]");
    var piece = link && link.querySelector("img");
    if (!piece || event.button || !event.isPrimary) {
      return;
    }
    drawn = { link: link, piece: piece, x: event.clientX, y: event.clientY, ghost: null, page: null, id: event.pointerId };
  });
  document.addEventListener("pointermove", function (event) {
    if (!drawn || event.pointerId !== drawn.id) {
      return;
    }
    if (!drawn.ghost) {
      if (Math.hypot(event.clientX - drawn.x, event.clientY - drawn.y) < NEAR) {
        return;
      }
      var wide = drawn.piece.getBoundingClientRect().width;
      drawn.ghost = drawn.piece.cloneNode();
      drawn.ghost.alt = "";
      drawn.ghost.className = "drawn";
      drawn.ghost.style.width = wide + "px";
      drawn.ghost.style.height = wide + "px";
      document.body.appendChild(drawn.ghost);
      drawn.piece.classList.add("away");
      drawn.page = asks(drawn.link.href);
      drawn.page.catch(function () {});
    }
    drawn.ghost.style.left = event.clientX + "px";
    drawn.ghost.style.top = event.clientY + "px";
    event.preventDefault();
  }, { passive: false });
  function ends() {
    var done = drawn;
    drawn = null;
    if (done && done.ghost) {
      done.ghost.remove();
      done.piece.classList.remove("away");
    }
    return done;
  }
  document.addEventListener("pointercancel", ends);
  document.addEventListener("pointerup", function (event) {
    if (!drawn || event.pointerId !== drawn.id) {
      return;
    }
    var done = ends();
    if (!done.ghost) {
      return;
    }
    // What a press would do is not done beside it.
    function press(click) {
      click.preventDefault();
      click.stopPropagation();
    }
    document.addEventListener("click", press, true);
    setTimeout(function () { document.removeEventListener("click", press, true); }, 0);
    var below = document.elementFromPoint(event.clientX, event.clientY);
    var square = below && below.closest("table.play [data-square]");
    var onto = square && square.dataset.square;
    if (!onto || onto === done.link.dataset.square) {
      return;
    }
    done.page.then(function (page) {
      var target = page.querySelector('table.play td.to a[data-square="' + onto + '"]');
      if (target) {
        goes(target.href);
      } else {
        shows(page, done.link.href);
      }
    }).catch(function () {
      location.href = done.link.href;
    });
  });

  // Once a minute, while somebody looks and is at nothing: has the opponent moved?
  var MINUTE = 60000;
  function looks() {
    var board = document.querySelector("table.play");
    if (!board || document.visibilityState !== "visible" || drawn || document.querySelector("td.from, button.first")) {
      return;
    }
    var fields = document.querySelectorAll("#main input:not([type=hidden]), #main textarea");
    var busy = Array.prototype.some.call(fields, function (field) {
      return field === document.activeElement || (field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
    });
    if (busy) {
      return;
    }
    asks(location.href).then(function (page) {
      var fresh = page.getElementById("main");
      if (fresh && fresh.textContent !== document.getElementById("main").textContent) {
        shows(page, null);
        var state = document.querySelector("#main p > strong");
        say(state ? state.parentElement.textContent : document.title);
      }
    }).catch(function () {});
  }
  setInterval(looks, MINUTE);
  document.addEventListener("visibilitychange", looks);
})();
