// Sets the theme that a person chose before, ahead of the first paint. A script of its own, since modules run later.
(function () {
  try {
    const chosen = JSON.parse(localStorage.getItem("theme") ?? "null");
    if (chosen) document.documentElement.dataset.theme = chosen;
  } catch {
    // The browser keeps nothing for this page.
  }
})();
