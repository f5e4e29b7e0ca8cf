// A badge shows the tests that take its way; the first one is brought into view.
document.querySelectorAll("button[data-tests]").forEach((badge) => {
  badge.addEventListener("click", () => {
    document.querySelectorAll(".chosen").forEach((one) => one.classList.remove("chosen"));
    badge.classList.add("chosen");
    const names = badge.dataset.tests.split(" ").filter(Boolean);
    names.forEach((name, at) => {
      const test = document.getElementById(name);
      test.classList.add("chosen");
      if (at === 0) test.scrollIntoView({ block: "nearest" });
    });
  });
});
