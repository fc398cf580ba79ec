// Sets the theme that a person has chosen, before the first paint. It is a separate script, since modules run later.
(function () {
  try {
    const chosen = JSON.parse(localStorage.getItem("theme") ?? "null");
    if (chosen) document.documentElement.dataset.theme = chosen;
  } catch {
    // The browser has no storage for this page.
  }
})();
