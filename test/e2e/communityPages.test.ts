// Many communities: the view says that it looks for them, never that there are none, and shows them a hundred at a time.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { statusItem, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

const groups = 140;

/** A folder of so many groups of four files that share names with each other alone. */
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

/** A word of its own for each number. */
function nameOf(i: number): string {
  const syllable = (n: number): string => 'bdfgklmnprst'[n % 12]! + 'aeiou'[Math.floor(n / 12) % 5]!;
  return syllable(i) + syllable(i * 7 + 3) + syllable(Math.floor(i / 12) + 11);
}

test('many communities are looked for with a word, and shown a hundred at a time', async () => {
  const folder = folderOfGroups();
  try {
    await withMeshrag('community-pages', { folder }, async (window) => {
      await window.page.evaluate(() => {
        const said = new Set<string>();
        Object.assign(window, { said });
        setInterval(() => {
          for (const one of document.querySelectorAll('.welcome-view-content'))
            said.add((one as HTMLElement).innerText.split('\n')[0] ?? '');
        }, 16);
      });
      await window.openSidebar('MeshRAG');
      await window.statusBarText(statusItem, /\b560 files/);
      const tree = window.page.locator('.pane', { hasText: 'Communities' }).first();
      const list = tree.locator('.monaco-list').first();
      await tree.locator('.monaco-list-row').first().waitFor({ timeout: 20_000 });
      const said = await window.page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
      assert.deepEqual(
        said.filter((text) => text.startsWith('No communities')),
        [],
        said.join(' | '),
      );
      const size = async () => Number(await tree.locator('.monaco-list-row').first().getAttribute('aria-setsize'));
      assert.equal(await size(), 101);

      await list.focus();
      await window.page.keyboard.press('End');
      const more = tree.locator('.monaco-list-row', { hasText: '40 more' });
      await more.waitFor({ timeout: 20_000 });
      await window.screenshot('communities-more');
      await window.page.keyboard.press('Enter');
      await until('all communities', 20_000, async () => ((await size()) === groups ? true : undefined));
      const focused = tree.locator('.monaco-list-row.focused');
      await until('the first of the next rows', 20_000, async () =>
        (await focused.getAttribute('aria-posinset')) === '101' ? true : undefined,
      );
      await window.screenshot('communities-all');
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
