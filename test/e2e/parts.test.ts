// The tree of parts by keyboard, from a part to a definition, and the description of the workspace.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';

test('parts unfold to files and definitions, which open at their line', async () => {
  await withMeshrag('parts', {}, async (window) => {
    await whenIndexed(window);
    await window.openSidebar('MeshRAG');
    const tree = window.view('Parts');
    const rows = (level: number) => tree.locator(`.monaco-list-row[aria-level="${level}"]`);
    await rows(1).first().waitFor();
    await window.screenshot('parts');
    const part = rows(1).filter({ hasText: /^src/ }).first();
    await part.click();
    await rows(2).nth(1).waitFor();
    // The topics of the part, then its files.
    await rows(2)
      .filter({ hasText: /^Topics/ })
      .first()
      .click();
    await rows(3)
      .filter({ hasText: /passages in \d+ files/ })
      .first()
      .waitFor();
    await window.screenshot('parts-topics');
    await rows(2)
      .filter({ hasText: /^Topics/ })
      .first()
      .click();
    await rows(3).first().waitFor({ state: 'detached' });
    await rows(2).nth(1).click();
    await window.page.keyboard.press('ArrowRight');
    await rows(3).first().waitFor();
    await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('Enter');
    await window.page.locator('.monaco-editor .view-line').first().waitFor();
    await window.screenshot('parts-unfolded');
    await window.palette('MeshRAG: Describe This Workspace');
    await window.page.locator('.tab', { hasText: 'Description of this workspace' }).waitFor();
    await window.page.locator('.monaco-editor .detected-link, .monaco-editor .detected-link-active').first().waitFor();
    await window.screenshot('description');
    assert.ok((await rows(1).count()) >= 2);
  });
});
