// Sets the theme that a person chose before, ahead of the first paint. A script of its own, since modules run later.
(function () {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
})();
