// Every sentence of the extension stands in l10n/bundle.l10n.json, from which translations are made. UPDATE=1 writes the file.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'l10n/bundle.l10n.json');

test('every sentence of the extension is there to be translated', () => {
  const sentences = new Set<string>();
  for (const source of fs.globSync('src/extension/**/*.ts', { cwd: root })) {
    const text = fs.readFileSync(path.join(root, source), 'utf8');
    for (const match of text.matchAll(/\b(?:l10n\.)?t\(\s*'((?:[^'\\]|\\.)+)'/g)) sentences.add((match[1] ?? '').replace(/\\(.)/g, '$1'));
  }
  assert.ok(sentences.size > 80, `${sentences.size} sentences`);
  const bundle = Object.fromEntries([...sentences].sort().map((sentence) => [sentence, sentence]));
  if (process.env.UPDATE === '1') fs.writeFileSync(file, `${JSON.stringify(bundle, null, 2)}\n`);
  assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), bundle);
});

test('every panel text and every server text has its sentence in English', async () => {
  const { defaultPanelWords } = await import('../src/protocol/panelWords.ts');
  const { defaultWords } = await import('../src/protocol/words.ts');
  const bundle = JSON.parse(fs.readFileSync(file, 'utf8'));
  for (const sentence of [...Object.values(defaultPanelWords), ...Object.values(defaultWords)]) assert.ok(bundle[sentence], sentence);
});
