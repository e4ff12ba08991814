import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestChanges } from '../../../../src/service/answerers/orientation/newestChanges.ts';
import { viewOfFiles } from '../../../support/filesView.ts';
import type { Files } from '../../../support/memoryIndex.ts';

/** `path:start-end +rest` of what is shown. */
async function shown(files: Files): Promise<string | undefined> {
  const { view, texts } = viewOfFiles(files);
  const found = await newestChanges(await view.reader.documents(), view, texts);
  const [block] = found?.blocks ?? [];
  if (found === undefined || block === undefined) return undefined;
  const [info] = await view.reader.chunkInfo(found.chunks);
  const { startLine, endLine, restLines, pieces } = block;
  assert.equal(
    pieces[0]?.text,
    files[info?.path ?? '']
      ?.split('\n')
      .slice(startLine - 1, endLine)
      .join('\n')
      .trimEnd(),
  );
  return `${info?.path}:${startLine}-${endLine}${restLines === undefined ? '' : ` +${restLines}`}`;
}

const log = (...versions: readonly string[]) => `# Changes\n\n${versions.map((version) => `## ${version}\n\n- Boats.\n\n`).join('')}`;

test('the newest section of the change log nearest to the root is shown', async () => {
  assert.equal(await shown({ 'CHANGELOG.md': log('1.2', '1.1') }), 'CHANGELOG.md:3-5');
  assert.equal(await shown({ 'a/b/CHANGELOG.md': log('9.0'), 'a/CHANGELOG.md': log('1.0') }), 'a/CHANGELOG.md:3-5');
  assert.equal(await shown({ 'readme.md': log('1.2') }), undefined);
  assert.equal(await shown({ 'CHANGELOG.md': '# Changes\n\nNone yet.\n' }), undefined);
});

test('of several logs on one level that with the newest version is shown, the first of equal ones', async () => {
  assert.equal(
    await shown({ 'a/CHANGELOG.md': log('1.2'), 'b/CHANGELOG.md': log('1.10'), 'c/CHANGELOG.md': log('1.9') }),
    'b/CHANGELOG.md:3-5',
  );
  assert.equal(await shown({ 'a/CHANGELOG.md': log('1.2'), 'b/CHANGELOG.md': log('1.2') }), 'a/CHANGELOG.md:3-5');
});

test('a log that begins with its newest version is shown from its first line', async () => {
  assert.equal(await shown({ 'CHANGELOG.md': '## 1.2\n\n- Boats.\n\n## 1.1\n\n- Tides.\n' }), 'CHANGELOG.md:1-3');
});

test('a long section is cut after a whole item, and the rest is counted', async () => {
  const items = (count: number, more = '') => Array.from({ length: count }, (_, i) => `- Boat ${i}.\n${more}`).join('');
  assert.equal(await shown({ 'CHANGELOG.md': `# Changes\n\n## 1.2\n\n${items(30)}\n## 1.1\n\n- Tides.\n` }), 'CHANGELOG.md:3-26 +8');
  assert.equal(
    await shown({ 'CHANGELOG.md': `# Changes\n\n## 1.2\n\n${items(20, '  and more of it\n')}\n## 1.1\n\n- Tides.\n` }),
    'CHANGELOG.md:3-26 +18',
  );
  assert.equal(
    await shown({ 'CHANGELOG.md': `# Changes\n\n## 1.2\n\n- One.\n${items(20, '  and more of it\n')}\n## 1.1\n` }),
    'CHANGELOG.md:3-25 +20',
  );
  assert.equal(await shown({ 'CHANGELOG.md': `# Changes\n\n## 1.2\n\n${items(22)}` }), 'CHANGELOG.md:3-26');
});
