// The MCP server as listed and started by VS Code itself.
import { test } from 'node:test';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';
import { until } from '../support/until.ts';

test('VS Code starts the MCP server of the extension and shows its resources', async () => {
  await withMeshrag('mcp', { settings: { 'chat.disableAIFeatures': false } }, async (window) => {
    await whenIndexed(window);
    const { page } = window;
    await window.palette('MCP: List Servers');
    const row = (text: string) => page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row', { hasText: text }).first();
    await row('MeshRAG').click();
    // Its resources are known once it runs.
    await row('Browse Resources').click();
    await row('Report of the index').waitFor();
    await window.screenshot('mcp-resources');
    await row('Report of the index').click();
    await until('the report in an editor', async () => {
      const text = await page
        .locator('.editor-group-container.active .view-lines')
        .innerText()
        .catch(() => '');
      return /Files:\s16/.test(text);
    });
    await window.screenshot('mcp-report');
  });
});
