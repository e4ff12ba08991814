// What a retriever found on its way, below the answer: drawn, as a list, and in any kind of theme; what is drawn is in the files.
import * as assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { ask } from '../support/answerPanel.ts';
import { seriousProblems } from '../support/axe.ts';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { setTheme, themes } from '../support/theme.ts';

const question = 'Which kettle is heated first, and who calls KettleQueue?';

async function unfold(frame: Frame): Promise<void> {
  await frame.locator('.explanation > summary').last().click();
  await frame.locator('.explained h4').first().waitFor();
}

/** The texts of all files. */
function textsIn(folder: string): readonly string[] {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => path.join(folder, name))
    .flatMap((file) => (fs.statSync(file).isFile() ? [fs.readFileSync(file, 'utf8')] : []));
}

/** The words before the figures of each section, such as `ballot 1.20`, that the sentence below its heading does not explain. */
function unexplained(frame: Frame): Promise<readonly string[]> {
  return frame.locator('.explained section').evaluateAll((sections) =>
    sections.flatMap((section) => {
      const meaning = section.querySelector('.note')?.textContent ?? '';
      const details = [...section.querySelectorAll('.detail')].map(({ textContent }) => textContent ?? '');
      const words = details.flatMap((detail) => [...detail.matchAll(/([a-z]+) \d+\.\d\d/g)].map(([, word = '']) => word));
      return [...new Set(words)].filter((word) => !meaning.includes(`“${word}”`));
    }),
  );
}

for (const [system, heading] of [
  ['topo', 'Names near the question'],
  ['hug', 'Steps to each passage'],
] as const) {
  test(`${system}: what it found is listed and drawn as it is in the files, and a node opens its passage`, async () => {
    await withMeshrag(`explained-${system}`, { settings: { 'meshrag.system': system } }, async (window, folder) => {
      await whenIndexed(window);
      const frame = await ask(window, question);
      assert.equal(await frame.locator('.explanation > summary').innerText(), `How ${system} found this`);
      await unfold(frame);
      assert.equal(await frame.locator('.explained h4').first().innerText(), heading);
      assert.deepEqual(await unexplained(frame), []);
      const nodes = frame.locator('.explained .node');
      assert.ok((await nodes.count()) > 1);
      const texts = textsIn(folder).map((text) => text.toLowerCase());
      const names = await nodes.evaluateAll((all) =>
        all.map((one) => one.getAttribute('aria-description')?.replace(/ \(dropped\)$/, '') ?? ''),
      );
      // A passage is called by its headings or definitions.
      for (const name of names)
        for (const part of name.replace(/, …$/, '').split(/ › |, /))
          assert.ok(
            texts.some((text) => text.includes(part.toLowerCase())),
            `${part} of ${name}`,
          );
      for (const theme of themes) {
        await setTheme(window, frame, theme);
        assert.deepEqual(await seriousProblems(frame), [], theme.name);
        await frame.locator('.explained .graph').scrollIntoViewIfNeeded();
        await window.screenshot(`explained-${system}-${theme.file}`);
      }
      const place = frame.locator('.explained li .link').first();
      const opened = /^Open (?:.*\/)?([^/ ]+) /.exec((await place.getAttribute('title')) ?? '')?.[1] ?? '';
      await window.openByClick(place, opened);
    });
  });
}

for (const [system, figures] of [
  ['unweaver', ['similarity', 'strength', 'ballot', 'price']],
  ['multi-semantic', ['entity', 'relation']],
] as const) {
  test(`${system}: its figures are explained where they are read`, async () => {
    const settings = { 'meshrag.system': system, 'meshrag.systems.options': { unweaver: { alignment: 'prices' } } };
    await withMeshrag(`explained-${system}`, { settings }, async (window) => {
      await whenIndexed(window);
      const frame = await ask(window, question);
      await unfold(frame);
      const shown = (await frame.locator('.explained .detail').allInnerTexts()).join(' ');
      for (const figure of figures) assert.match(shown, new RegExp(`\\b${figure} \\d`));
      assert.deepEqual(await unexplained(frame), []);
      await frame.locator('.explained h4').last().scrollIntoViewIfNeeded();
      await window.screenshot(`explained-${system}`);
    });
  });
}

test('the default retriever has no more to say than its evidence', async () => {
  await withMeshrag('explained-mesh', {}, async (window) => {
    await whenIndexed(window);
    const frame = await ask(window, question);
    await frame.locator('.sourceList').last().waitFor();
    assert.ok(await frame.locator('.explanationPlace').last().isHidden());
  });
});
