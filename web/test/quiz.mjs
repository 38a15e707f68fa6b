// Plays items of QTI 3.0 in qti-components, a player that is not ours: node quiz.mjs ITEMS, where ITEMS is JSON, a list
// of {xml, attempts: [{RESPONSE: text}]}. It prints for every attempt the outcomes, and each feedback that is shown.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import puppeteer from "puppeteer-core";

const player = createRequire(import.meta.url).resolve("@citolab/qti-components/package.json").replace("package.json", "cdn/index.global.js");
const items = JSON.parse(readFileSync(process.argv[2], "utf8"));
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.setContent("<!doctype html><qti-item><item-container></item-container></qti-item>");
await page.addScriptTag({ path: player });

/** Opens an item, enters an answer as a reader does, and has it marked. */
async function played(xml, answers) {
  return page.evaluate(async (text, given) => {
    const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
    const find = async (look) => {
      for (let tries = 0; tries < 400; tries++, await pause(25)) { const found = look(); if (found) return found; }
      throw new Error(`waited for ${look}`);
    };
    document.body.innerHTML = "<qti-item><item-container></item-container></qti-item>";
    const container = document.querySelector("item-container");
    await customElements.whenDefined("item-container");
    container.itemXML = text;
    const item = await find(() => container.shadowRoot?.querySelector("qti-assessment-item"));
    await item.updateComplete;
    await pause(50);
    for (const [name, answer] of Object.entries(given)) {
      const box = await find(() => item.querySelector(`[response-identifier="${name}"]`));
      await box.updateComplete;
      if (box.localName === "qti-text-entry-interaction") {
        const input = await find(() => box.shadowRoot.querySelector("input"));
        input.value = answer;
        for (const kind of ["input", "keyup", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
      } else (await find(() => box.querySelector(`qti-simple-choice[identifier="${answer}"]`))).click();
    }
    await pause(50);
    item.processResponse();
    await pause(50);
    const outcomes = Object.fromEntries(item.variables.map((one) => [one.identifier, one.value]));
    const shown = [...item.querySelectorAll("qti-modal-feedback")].filter((one) => one.showStatus === "on" || one.shadowRoot?.querySelector("dialog")?.open);
    return { outcomes, feedback: shown.map((one) => [one.getAttribute("outcome-identifier"), one.textContent.trim().replace(/\s+/g, " ")]) };
  }, xml, answers);
}

const found = [];
for (const { xml, attempts } of items) for (const attempt of attempts) found.push(await played(xml, attempt));
console.log(JSON.stringify(found));
await browser.close();
