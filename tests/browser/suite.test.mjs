// The page of a suite: what a click on a way out of a branch shows.
// Without Chromium the test says that it is skipped.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { chromium } from "playwright-core";

const root = resolve(import.meta.dirname, "../..");
const browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

test("the page of a suite", { skip: browser ? false : "Chromium is not installed" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sextant-page-"));
  const arguments_ = ["tests", "tests/programs/suites/calendar.c", "--format", "html", "--output", folder];
  execFileSync(join(root, "target/debug/sextant"), arguments_, { cwd: root });
  const window = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
  try {
    const page = await window.newPage({ viewport: { width: 1280, height: 900 } });
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`file://${join(folder, "suite.html")}`);
    assert.match(await page.locator("#totals").innerText(), /23 of 23 branches covered, 1 infeasible/);
    const never = page.locator("#L23 button.infeasible");
    assert.equal(await never.count(), 1);
    assert.match(await never.getAttribute("title"), /every path was explored/);
    assert.equal(await page.locator("#L24.missed").count(), 1);
    // A click on a way brings the tests that take it into view.
    const way = page.locator("#L22 ~ tr button.covered").first();
    const names = (await way.getAttribute("data-tests")).split(" ");
    await way.click();
    const chosen = await page.locator("article.chosen").evaluateAll((all) => all.map((one) => one.id));
    assert.deepEqual(chosen, names);
    assert.ok(await page.locator(`#${names[0]}`).isVisible());
    assert.deepEqual(errors, []);
  } finally {
    await window.close();
    rmSync(folder, { recursive: true });
  }
});
