import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';

test('a window on a folder shows how many files are indexed, and offers to ask', async () => {
  await withMeshrag('smoke', {}, async (window) => {
    const status = await whenIndexed(window);
    assert.match(status, /16/);

    const rows = await window.paletteRows('MeshRAG: Ask');
    assert.ok(
      rows.some((row) => row.startsWith('MeshRAG: Ask workspace')),
      `the palette shows: ${rows.join(' | ')}`,
    );
    await window.screenshot('palette');
  });
});
