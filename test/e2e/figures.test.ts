// The figures of the paper and its report for a real workspace.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { seriousProblems } from '../support/axe.ts';
import { copyFixture } from '../support/fixture.ts';
import { statusItem, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

test('the figures are drawn, state their sample, and are saved as SVG; the report opens as a page', async (t) => {
  const folder = copyFixture('workspace');
  for (const [part, names] of Object.entries({ boats: 'Ferry Drusilla and Captain Orlo', cranes: 'Crane Beatrix and Foreman Tibor' })) {
    fs.mkdirSync(path.join(folder, part));
    for (let i = 0; i < 20; i++)
      fs.writeFileSync(path.join(folder, part, `${part}${i}.md`), `# ${part} ${i}\n\n${i < 8 ? `About ${names}.` : 'Rope and tar.'}\n`);
  }
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  await withMeshrag('figures', { folder }, async (window) => {
    await window.statusBarText(statusItem, /\b5\d files/);
    await window.listed('Show Figures');
    await window.webviewFrame('#sketches .drawing > svg');
    // They are restored after a reload of the window.
    await window.reloadByCommand();
    const frame = await window.webviewFrame('#sketches .drawing > svg');
    assert.match(await frame.locator('#sketches .note').innerText(), /\d+ of \d+ passages/);
    assert.ok((await frame.locator('#sunburst path').count()) > 5);
    await frame.locator('summary').click();
    assert.ok((await frame.locator('tbody tr').count()) >= 2);
    assert.deepEqual(await seriousProblems(frame), []);
    await window.screenshot('figures');
    // A theme change redraws the figures; an unfolded table stays unfolded.
    const before = await frame.locator('#sunburst .drawing > svg').innerHTML();
    await window.palette('Preferences: Toggle between Light/Dark Themes');
    await until('other colours', async () => (await frame.locator('#sunburst .drawing > svg').innerHTML()) !== before);
    assert.ok(await frame.locator('tbody tr').first().isVisible());
    // If names would be too small, the ring is numbered, with a list below it.
    await window.page.setViewportSize({ width: 440, height: 800 });
    const listed = frame.locator('#sunburst .legend li');
    await listed.first().waitFor();
    const numbers = await frame.locator('#sunburst .drawing text').allTextContents();
    assert.deepEqual(
      (await listed.allInnerTexts()).map((line) => line.trim().split(/\s/)[0]),
      numbers,
    );
    assert.deepEqual(await seriousProblems(frame), []);
    await window.screenshot('figures-narrow');
    await window.page.setViewportSize({ width: 1280, height: 800 });
    await listed.first().waitFor({ state: 'detached' });
    await frame.locator('#sketches button').click();
    const dialog = window.page.locator('.quick-input-widget:visible');
    await dialog.waitFor();
    const file = path.join(folder, 'sketches.svg');
    // The dialog ignores the key until it has listed the folder.
    await until('the file', async () => {
      if (await dialog.isVisible()) await window.accept();
      return fs.existsSync(file) && fs.statSync(file).size > 0;
    });
    assert.match(fs.readFileSync(file, 'utf8'), /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.match(fs.readFileSync(file, 'utf8'), /<text[^>]*>\d+ of \d+ passages/, 'the file says its sample too');
    await window.listed('Show Report of Communities');
    const report = await window.webviewFrame('.page');
    await report.locator('.page', { hasText: 'Total communities' }).waitFor();
    await window.screenshot('paper-report');
  });
});
