// Many communities: the view shows that it is looking for them, never that there are none, and lists a hundred at a time.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { statusItem, whenIndexed, withMeshrag, writerOf } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

const groups = 140;

/** A folder of this many groups of four files that share names only with each other. */
function folderOfGroups(): string {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'meshrag-groups-'));
  const write = (name: string, text: string): void => fs.writeFileSync(path.join(folder, name), text);
  for (let i = 0; i < groups; i++) {
    const [one, two, three] = ['Zo', 'Ke', 'Mi'].map((start) => start + nameOf(i));
    write(`a${i}.ts`, `export class ${one}${two} {\n  run${three}(): void {}\n}\n`);
    write(
      `b${i}.ts`,
      `import { ${one}${two} } from './a${i}.ts';\nexport const some${three} = new ${one}${two}();\nsome${three}.run${three}();\n`,
    );
    write(`c${i}.ts`, `import { some${three} } from './b${i}.ts';\nexport const other${two} = some${three}.run${three}();\n`);
    write(`d${i}.md`, `# ${one} ${two}\n\nThe class \`${one}${two}\` has \`run${three}\`, used by \`some${three}\` and \`other${two}\`.\n`);
  }
  return folder;
}

/** A unique word for each number. */
function nameOf(i: number): string {
  const syllable = (n: number): string => 'bdfgklmnprst'[n % 12]! + 'aeiou'[Math.floor(n / 12) % 5]!;
  return syllable(i) + syllable(i * 7 + 3) + syllable(Math.floor(i / 12) + 11);
}

test('while many communities are searched for, the view says so, and then shows a hundred at a time', async () => {
  const folder = folderOfGroups();
  try {
    await withMeshrag('community-pages', { folder }, async (window) => {
      await window.page.evaluate(() => {
        const text = new Set<string>();
        Object.assign(window, { text });
        setInterval(() => {
          for (const one of document.querySelectorAll('.welcome-view-content'))
            text.add((one as HTMLElement).innerText.split('\n')[0] ?? '');
        }, 16);
      });
      await window.openSidebar('MeshRAG');
      await window.statusBarText(statusItem, /\b560 files/);
      const tree = window.view('Communities');
      const list = tree.locator('.monaco-list').first();
      await tree.locator('.monaco-list-row').first().waitFor();
      const text = await window.page.evaluate(() => [...(window as unknown as { text: Set<string> }).text]);
      assert.deepEqual(
        text.filter((text) => text.startsWith('No communities')),
        [],
        text.join(' | '),
      );
      const size = async () => Number(await tree.locator('.monaco-list-row').first().getAttribute('aria-setsize'));
      await until('a hundred communities', async () => (await size()) === 101);

      await list.focus();
      await window.page.keyboard.press('End');
      const more = tree.locator('.monaco-list-row', { hasText: '40 more' });
      await more.waitFor();
      await window.screenshot('communities-more');
      await window.page.keyboard.press('Enter');
      await until('all communities', async () => (await size()) === groups);
      const focused = tree.locator('.monaco-list-row.focused');
      await until('the first of the next rows', async () => (await focused.getAttribute('aria-posinset')) === '101');
      await window.screenshot('communities-all');
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

test('a chunk of a community far below the first hundred is revealed', async () => {
  const folder = folderOfGroups();
  try {
    await withMeshrag('community-reveal', { folder }, async (window) => {
      await window.openSidebar('MeshRAG');
      await window.statusBarText(statusItem, /\b560 files/);
      const tree = window.view('Communities');
      const rows = tree.locator('.monaco-list-row');
      await rows.first().waitFor();
      // The very last row: its community is beyond the visible ones.
      const size = async () => Number(await rows.first().getAttribute('aria-setsize'));
      await until('a hundred communities', async () => (await size()) === 101);
      for (const file of ['b139.ts', 'b138.ts', 'b100.ts', 'b5.ts', 'b77.ts', 'b12.ts']) {
        await window.quickOpen(file);
        await window.palette('MeshRAG: Reveal Place in Communities');
        const revealed = tree.locator('.monaco-list-row.selected[aria-level="3"]');
        await until(`the chunk of ${file}`, async () => {
          if ((await revealed.count()) === 0) return undefined;
          const above = await tree.locator('.monaco-list-row[aria-level="2"]', { hasText: file }).count();
          return above > 0;
        });
        if ((await size()) > 101) break;
      }
      await until('all communities', async () => (await size()) === groups);
      await window.screenshot('communities-revealed');
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

test('if the server has stopped for good the view shows it, and retries on demand', async () => {
  await withMeshrag('communities-failed', {}, async (window) => {
    await whenIndexed(window);
    await window.openSidebar('MeshRAG');
    const tree = window.view('Communities');
    await tree.locator('.monaco-list-row').first().waitFor();
    let pid = writerOf(window);
    for (let death = 0; death < 5; death++) {
      process.kill(pid as number, 'SIGKILL');
      if (death === 4) break;
      pid = await until('the next server', async () => {
        const next = writerOf(window);
        return next === pid ? undefined : next;
      });
      // The client gives up after five deaths within three minutes, so a busy machine must not wait for more than the next server.
    }
    await tree.getByText('Looking for communities failed.').waitFor();
    await window.screenshot('communities-failed');
    await tree.getByRole('button', { name: 'Try again' }).click();
    await tree.locator('.monaco-list-row').first().waitFor();
  });
});
