// The HTML report in a real browser: node page.mjs PLAYWRIGHT CHROMIUM REPORT EVIL LARGE [FOLDER]
//
// Every check is a sentence; the first that does not hold ends the program with its name. With a folder, screenshots
// are left there to be looked at.
import assert from "node:assert/strict";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [playwright, chromium, report, evil, large, folder] = process.argv.slice(2);
const { chromium: driver } = await import(pathToFileURL(playwright));
const browser = await driver.launch({ executablePath: chromium, args: ["--no-sandbox"] });

async function check(sentence, file, address, todo, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("dialog", (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") || !request.url().includes(path.basename(file))) faults.push(`loads ${request.url()}`);
  });
  try {
    await page.goto(pathToFileURL(file).href + address);
    await page.waitForSelector("html[data-ready]");
    await todo(page);
    assert.deepEqual(faults, []);
    console.log(`ok ${sentence}`);
  } catch (error) {
    console.log(`FAILED ${sentence}\n${error.stack}`);
    process.exitCode = 1;
  } finally {
    await page.close();
  }
}

const text = (page, selector) => page.locator(selector).innerText();
const settle = (page) => page.waitForTimeout(250);

await check("the overview has a card and bars for each subject", report, "", async (page) => {
  assert.equal(await page.locator(".card").count(), 4);
  assert.equal(await page.locator(".card").nth(0).locator(".bar").count(), 5);
  assert.equal(await text(page, "#verdict"), "2 of 4 subjects pass");
  assert.match(await page.locator(".card").nth(2).innerText(), /does not conform/);
});

await check("a broken rule leads to its page, and from there to each failure", report, "", async (page) => {
  await page.locator(".wrong a", { hasText: "TI-011" }).first().click();
  assert.match(await text(page, "h2"), /^TI-011 The letter fits the id/);
  assert.match(await text(page, "blockquote"), /begin with/);
  const failure = page.locator(".failure").first();
  assert.match(await failure.innerText(), /kind_mismatch/);
  assert.match(await failure.locator(".again code").innerText(), /^proofmark check --only 'task_id\//);
  await failure.locator("h4 a.id").click();
  assert.match(await text(page, "h2"), /^task_id\//);
});

await check("the matrix filters by what is wrong, by domain and by text", report, "#rules", async (page) => {
  const rows = () => page.locator(".matrix tbody tr").count();
  const all = await rows();
  assert.ok(all > 300, `${all}`);
  await page.selectOption("[name=show]", "wrong");
  await settle(page);
  const wrong = await rows();
  assert.ok(wrong > 0 && wrong < 20, `${wrong}`);
  await page.selectOption("[name=show]", "");
  await page.selectOption("[name=domain]", "partition_key");
  await settle(page);
  assert.ok((await rows()) < 50);
  await page.fill("[name=search]", "base64");
  await settle(page);
  const found = await page.locator(".matrix tbody th").allInnerTexts();
  assert.ok(found.length > 0 && found.length < 10, found.join());
  assert.match(page.url(), /#rules\?.*search=base64/);
});

await check("verdicts are filtered, and an address leads back to the same ones", report, "#verdicts?verdict=fail", async (page) => {
  const count = await text(page, ".count");
  const failing = Number(count.match(/^(\d+)/)[1]);
  assert.ok(failing > 0 && failing < 100, count);
  assert.deepEqual(new Set(await page.locator(".row .who").allInnerTexts()), new Set(["careless", "nul-lover"]));
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await text(page, ".count"), count);
});

await check("everything can be done with the keyboard", report, "", async (page) => {
  await page.keyboard.press("v");
  await page.waitForSelector(".long");
  await page.keyboard.press("/");
  await page.keyboard.type("letter");
  await settle(page);
  assert.equal(await page.evaluate(() => document.activeElement.name), "search");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".failure");
  assert.match(page.url(), /#verdict\?/);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".long");
  await page.keyboard.press("End");
});

await check("the theme can be chosen", report, "", async (page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.keyboard.press("t");
  await page.keyboard.press("t");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.notEqual(await paper(), light);
});

await check("names and outputs that mean no good do nothing", evil, "", async (page) => {
  for (const view of ["#overview", "#rules", "#verdicts?verdict=fail", "#choices", "#coverage", "#sources", "#rule?id=PK-001", "#verdict?id=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E"]) {
    await page.evaluate((hash) => (location.hash = hash), view);
    await settle(page);
  }
  await page.evaluate(() => (location.hash = "#verdicts?verdict=fail"));
  await settle(page);
  await page.locator(".row").first().click();
  await page.waitForSelector(".failure");
  assert.equal(await page.locator("img, iframe, object, main script").count(), 0);
  assert.match(await text(page, "main"), /<img src=x onerror/);
  assert.match(await text(page, "main"), /\\u\{202E\}/);
  assert.equal(await page.evaluate(() => globalThis.pwned), undefined);
});

await check("the bytes of a wrong key have the names of its fields under them", report, "#rule?id=IK-052", async (page) => {
  const key = page.locator(".keys-compared").first();
  assert.match(await key.innerText(), /version\s+01\s+kind/);
  const differing = await key.locator(".key-line.expected .differs").allInnerTexts();
  assert.ok(differing.some((text) => /00ff[0-9a-f]*\s+(string|bytes)/.test(text)), differing.join());
});

await check("a rule that fails has its failures first", report, "#rule?id=TI-011", async (page) => {
  assert.match(await page.locator(".row").first().innerText(), /fail/);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".matrix");
});

await check("the mutants have a map, which leads to their rules", report, "#kills", async (page) => {
  const map = page.locator(".heat canvas:not(.head)");
  await map.hover({ position: { x: 5, y: 5 } });
  assert.match(await text(page, ".where"), /^task_id\/mutant\/.* × task_id\//);
  await map.click({ position: { x: 5, y: 5 } });
  await page.waitForSelector("blockquote");
});

await check("20,000 verdicts load and scroll without stutter", large, "#verdicts", async (page) => {
  const total = Number((await text(page, ".count")).replaceAll(",", "").match(/^(\d+)/)[1]);
  assert.ok(total >= 20000, `${total}`);
  const took = await page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
  assert.ok(took < 5000, `loading took ${took} ms`);
  assert.ok((await page.locator(".row").count()) < 100, "only rows that can be seen are there");
  const slowest = await page.evaluate(async () => {
    const box = document.querySelector(".long");
    let slowest = 0;
    for (let step = 0; step < 60; step += 1) {
      const start = performance.now();
      box.scrollTop = (box.scrollHeight * step) / 60;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      slowest = Math.max(slowest, performance.now() - start);
    }
    return slowest;
  });
  assert.ok(slowest < 500, `a step took ${slowest} ms`);
  assert.notEqual(await page.locator(".row").last().innerText(), "");
});

for (const view of ["#overview", "#rules", "#verdicts", "#rule?id=TI-011", "#choices", "#coverage", "#sources", "#kills"]) {
  await check(`${view} fits into 360 columns`, report, view, async (page) => {
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  }, { viewport: { width: 360, height: 740 } });
}

await check("on paper there is an example for each broken rule", report, "#rules", async (page) => {
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.ok((await page.locator(".failure").count()) > 0);
  assert.equal(await page.locator("nav").isVisible(), false);
  const pdf = await page.pdf({ format: "A4" });
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages < 40, `${pages} pages`);
});

if (folder) {
  const shots = [
    ["overview", "#overview", "light", 1280], ["matrix", "#rules?show=wrong", "light", 1280], ["rule", "#rule?id=TI-011", "light", 1280],
    ["failure", "#verdicts?verdict=fail", "light", 1280], ["choices", "#choices", "light", 1280], ["kills", "#kills", "light", 1280],
    ["coverage", "#coverage", "light", 1280], ["dark", "#overview", "dark", 1280], ["dark-rule", "#rule?id=TI-011", "dark", 1280],
    ["key", "#rule?id=IK-052", "light", 1280], ["narrow", "#overview", "light", 360], ["narrow-rule", "#rule?id=TI-011", "light", 360],
  ];
  for (const [name, address, colorScheme, width] of shots) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    await page.goto(pathToFileURL(report).href + address);
    await page.waitForSelector("html[data-ready]");
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    await page.close();
  }
}
await browser.close();
