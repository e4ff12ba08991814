// A workspace whose names, headings and code try to become HTML, commands or escape sequences, or to look like something else.
import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { answered, inState, typeQuestion } from '../support/answerPanel.ts';
import { statusItem, withMeshrag } from '../support/meshrag.ts';
import { threadWith } from '../support/panelStates.ts';
import { commandLine } from '../support/programs.ts';

const override = '\u202e';
const question = 'Who tends the Zanzibar lantern?';

const html = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
const files: Readonly<Record<string, string>> = {
  '<img src=x onerror=alert(1)>.md': `# ${html} Zanzibar lantern\n\nThe Zanzibar lantern is tended by ${html} Ottilie Krantz.\n`,
  [`invoice${override}fdp.md`]: `# The ${override}Zanzibar lantern\n\nOttilie Krantz lights the Zanzibar lantern ${override}every night${override}.\n`,
  'links.md':
    '# Zanzibar lantern [run](command:workbench.action.quit)\n\nThe Zanzibar lantern: [click](command:workbench.action.quit) ![x](https://evil.invalid/p.png) <https://evil.invalid> tended by Ottilie Krantz.\n',
  'escape.md': '# Zanzibar \u001b[31mlantern\u0007\n\nThe Zanzibar lantern \u001b]0;owned\u0007 is tended by Ottilie Krantz.\n',
  'lantern.ts':
    '/** Tends the Zanzibar lantern: </code></pre><script>document.title="owned"</script> Ottilie Krantz. */\nexport function tendZanzibarLantern(): string {\n  return "</script><svg onload=alert(1)>$(trash)";\n}\n',
};

/** Evidence that something from a file became more than text. */
async function intruders(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const found = [
      ...document.querySelectorAll(
        'img, iframe, object, embed, a, form, script:not([nonce], #_vscodeApiScript), [onerror], [onload], [href]:not(link)',
      ),
    ];
    return found.filter((one) => one.tagName !== 'SCRIPT' || (one as HTMLScriptElement).src === '').map((one) => one.outerHTML);
  });
}

test('nothing of a hostile workspace becomes more than text', async () => {
  const dir = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'meshrag-hostile-'));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(dir, name), text);
  const asked: string[] = [];
  try {
    await withMeshrag('hostile', { folder: dir }, async (window) => {
      window.page.on('request', (request) => asked.push(request.url()));
      await window.statusBarText(statusItem, /\b5 files/);
      await window.page.keyboard.press('Control+Alt+K');
      await typeQuestion(window, question);
      await window.page.keyboard.press('Enter');
      const frame = await answered(window, question);
      const more = frame.locator('details.more > summary');
      if (await more.isVisible()) await more.click();
      for (const summary of await frame.locator('.why summary').all()) if (await summary.isVisible()) await summary.click();
      await frame.locator('.excerptPlace .excerpt').first().waitFor();
      // Colouring turns code into elements.
      await frame.locator('.excerptPlace .code-keyword').first().waitFor();
      await window.screenshot('hostile-answer');
      assert.deepEqual(await intruders(frame), []);
      const text = await frame.locator('body').innerText();
      assert.ok(text.includes('<img src=x onerror=alert(1)>.md'), 'the name is shown as it is');
      assert.ok(text.includes('invoice[U+202E]fdp.md'), text);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      assert.doesNotMatch(await frame.evaluate(() => document.body.innerHTML), /[\u202a-\u202e\u2066-\u2069\u001b\u0007]/);
      assert.doesNotMatch(await window.page.title(), /owned/);
      assert.notEqual(await frame.title(), 'owned');

      const answer = `${html} [run](command:workbench.action.quit) [1]: https://evil.invalid\n\n![x](https://evil.invalid/p.png) <https://evil.invalid> ${override}x\n\n- [ ] \`${html}\``;
      await inState(frame, [threadWith(answer)], async () => {
        await frame.locator('.text', { hasText: 'onerror' }).waitFor();
        await frame.locator('.citation').first().hover();
        await frame.locator('#peek').waitFor();
        assert.deepEqual(await intruders(frame), []);
        assert.ok((await frame.locator('.text').innerText()).includes('[U+202E]x'));
        await window.screenshot('hostile-model');
      });
      await window.palette('MeshRAG: New Question');
      await frame.locator('.empty .row', { hasText: 'Zanzibar' }).last().click();
      await answered(window, question);
      await frame.locator('.why summary').first().click();
      await frame.locator('.why[open] .actions .link').first().click();
      const evidence = await window.webviewFrame('.sides');
      assert.deepEqual(await intruders(evidence), []);
      await window.screenshot('hostile-evidence');

      await window.openSidebar('MeshRAG');
      await window.treeRows('Communities');
      const tree = await window.page.locator('.part.sidebar').innerHTML();
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      assert.doesNotMatch(tree, /[\u202a-\u202e\u2066-\u2069\u001b\u0007]|<img src="x"/);
      await window.screenshot('hostile-tree');

      // The title of the evidence's tab contains the file's name too.
      await window.palette('View: Close All Editors');
      await window.quickOpen('lantern.ts');
      const hover = await window.hoverText('tendZanzibarLantern').catch(() => '');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      assert.doesNotMatch(hover, /[\u202a-\u202e\u2066-\u2069\u001b\u0007]/);
    });
    assert.deepEqual(
      asked.filter((url) => url.includes('evil.invalid')),
      [],
    );
    const printed = execFileSync(process.execPath, [commandLine, 'ask', question, '--dir', dir], {
      encoding: 'utf8',
    });
    assert.match(printed, /Ottilie Krantz/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    assert.doesNotMatch(printed, /[\u202a-\u202e\u2066-\u2069\u001b\u0007]/);
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
});
