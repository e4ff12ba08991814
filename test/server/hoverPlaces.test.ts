// Hovers over whole files, on the real server: what they must never show.
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { planted } from '../support/plantedSecrets.ts';
import { workFolder } from '../support/workFolder.ts';
import { startLspClient, uriOf } from './lspClient.ts';

/** The hover of every word of a file, by `line:column`. */
async function hovers(
  files: Readonly<Record<string, string>>,
  file: string,
  t: { after(fn: () => void): void },
): Promise<Map<string, string>> {
  const folder = workFolder(t, files);
  const client = await startLspClient({ transport: 'ipc', commandLinks: true });
  const found = new Map<string, string>();
  try {
    await client.configure([folder.root]);
    const uri = uriOf(`${folder.root}/${file}`);
    for (const [line, text] of (files[file] ?? '').split('\n').entries()) {
      for (const word of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
        found.set(`${line + 1}:${word.index}`, await client.hover(uri, line, word.index));
      }
    }
  } finally {
    await client.stop();
  }
  return found;
}

test('no hover shows a secret, wherever it occurs', async (t) => {
  const secrets = planted.slice(0, 12);
  const text = secrets.map(({ text, kind }) => `# ${kind} PanelStore\n\nThe \`KettleQueue\` with ${text}\n`).join('\n');
  const found = await hovers(
    { 'a.md': text, 'b.md': `${text}\nAnd \`KettleQueue\` again.\n`, 'c.md': '`KettleQueue` of Sandra Dee.\n' },
    'a.md',
    t,
  );
  assert.ok([...found.values()].some((hover) => hover.includes('KettleQueue')));
  for (const hover of found.values()) {
    const shown = decodeURIComponent(hover).replaceAll('\\', '');
    for (const { secret, kind } of secrets) assert.ok(!shown.includes(secret), `${kind}: ${shown}`);
  }
});

test('no hover lists its own chunk or one that overlaps it, more than two of a file, or more than five lines', async (t) => {
  const part = (n: number) =>
    `## Part ${n}\n\n${`Sentence ${n} of the part. `.repeat(40)}\n\nHere is \`PanelStore\` with \`KettleQueue\`.\n\n`;
  const long = Array.from({ length: 8 }, (_, n) => part(n)).join('');
  const files = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`n${n}.md`, `Note ${n} of \`PanelStore\`.\n`]));
  const found = await hovers({ ...files, 'long.md': long }, 'long.md', t);
  const listing = [...found].filter(([, hover]) => hover !== '');
  assert.ok(listing.length > 0);
  for (const [at, hover] of listing) {
    const line = Number(at.split(':')[0]);
    const places = [...hover.matchAll(/\(command:meshrag\.openPlace\?(\S+) "/g)].map(
      ([, encoded]) => JSON.parse(decodeURIComponent(encoded ?? ''))[0],
    );
    assert.ok(hover.split('\n').length <= 5 && places.length >= 1 && places.length <= 5, hover);
    for (const file of new Set(places.map(({ path }) => path))) assert.ok(places.filter(({ path }) => path === file).length <= 2, hover);
    for (const { path, startLine, endLine } of places)
      assert.ok(path !== 'long.md' || line < startLine || line > endLine, `${at}: ${hover}`);
  }
});
