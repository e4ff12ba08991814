// Every sentence of the extension is in l10n/bundle.l10n.json, the source of translations, and in the German file. UPDATE=1 writes the
// English file; German is written by people.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'l10n/bundle.l10n.json');

type Texts = Readonly<Record<string, string>>;

function read(name: string): Texts {
  return JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
}

test('every sentence of the extension is there to be translated', () => {
  const sentences = new Set<string>();
  for (const source of fs.globSync('src/extension/**/*.ts', { cwd: root })) {
    const text = fs.readFileSync(path.join(root, source), 'utf8');
    for (const match of text.matchAll(/\b(?:l10n\.)?t\(\s*(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")/g)) {
      sentences.add((match[1] ?? match[2] ?? '').replace(/\\(.)/g, '$1'));
    }
  }
  assert.ok(sentences.size > 80, `${sentences.size} sentences`);
  const bundle = Object.fromEntries([...sentences].sort().map((sentence) => [sentence, sentence]));
  if (process.env.UPDATE === '1') fs.writeFileSync(file, `${JSON.stringify(bundle, null, 2)}\n`);
  assert.deepEqual(
    JSON.parse(fs.readFileSync(file, 'utf8')),
    bundle,
    'UPDATE=1 node --test test/l10n.test.ts writes l10n/bundle.l10n.json',
  );
});

test('every panel text and every server text has its sentence in English', async () => {
  const { defaultPanelWords } = await import('../src/protocol/panels/panelWords.ts');
  const { defaultWords } = await import('../src/protocol/text/words.ts');
  const bundle = JSON.parse(fs.readFileSync(file, 'utf8'));
  for (const sentence of [...Object.values(defaultPanelWords), ...Object.values(defaultWords)]) assert.ok(bundle[sentence], sentence);
});

test('every text of the manifest is in package.nls.json, and nothing else is', () => {
  const manifest = fs.readFileSync(path.join(root, 'package.json'), 'utf8');
  const wanted = new Set([...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? ''));
  assert.deepEqual(Object.keys(read('package.nls.json')).sort(), [...wanted].sort());
});

test('German is complete', () => {
  const pairs = [
    ['l10n/bundle.l10n.json', 'l10n/bundle.l10n.de.json'],
    ['package.nls.json', 'package.nls.de.json'],
  ] as const;
  for (const [english, german] of pairs) {
    const texts = read(english);
    const translated = read(german);
    const missing = Object.keys(texts).filter((key) => !translated[key]);
    const left = Object.keys(translated).filter((key) => !(key in texts));
    assert.deepEqual(missing, [], `${german} lacks these keys of ${english}: add each with its German text, "{0}" and links as they are`);
    assert.deepEqual(left, [], `${german} has keys that are in ${english} no more: remove them`);
    for (const [key, text] of Object.entries(texts)) {
      assert.deepEqual(fixedParts(translated[key] ?? ''), fixedParts(text), `${german}, "${key}": what is filled in and linked`);
    }
  }
});

/** What a translation must keep: placeholders, commands, settings, addresses. */
function fixedParts(text: string): readonly string[] {
  return (text.match(/\{\d\}|\(command:[^)]*\)|`#[^`]*#`|\(https:[^)]*\)|\$\{[^}]*\}/g) ?? []).sort();
}

test('messages about a folder are translated with their values, and unknown ones stay as they are', async () => {
  const { serverTexts } = await import('../src/extension/client/serverTexts.ts');
  const german = read('l10n/bundle.l10n.de.json');
  const { message, reason } = serverTexts((english) => german[english] ?? '');
  assert.equal(
    message('The index file was damaged. It was rebuilt; the old one is kept as a.aside. The storage of the index file is odd.'),
    'Die Indexdatei war beschädigt. Sie wurde neu aufgebaut; die alte liegt noch als a.aside da. The storage of the index file is odd.',
  );
  assert.equal(
    message('Cannot list folder "/a {1} $& b": it does not exist (any more), a readable directory is expected'),
    'Der Ordner "/a {1} $& b" lässt sich nicht auflisten: es gibt ihn nicht (mehr); gebraucht wird ein lesbares Verzeichnis',
  );
  assert.equal(reason('too large'), 'zu groß');
  assert.equal(reason('something new'), 'something new');

  const entries = fs.readFileSync(path.join(root, 'src/workspace/entries.ts'), 'utf8');
  const reasons =
    /type SkipReason =([^;]+);/
      .exec(entries)?.[1]
      ?.match(/(?<=')[^']+/g)
      ?.filter((text) => /\w/.test(text)) ?? [];
  assert.ok(reasons.length > 12);
  const marked = serverTexts((english) => `«${english}»`);
  for (const message of reasons) assert.equal(marked.reason(message), `«${message}»`);
  // Sentences from the source; any value does for the variable parts.
  for (const source of [
    'storage/sqlite/sqliteFile',
    'storage/sqlite/sqliteStore',
    'storage/sqlite/sqliteFollower',
    'storage/sqlite/derivedFile',
    'engine/index/memoryBudget',
  ]) {
    const text = fs.readFileSync(path.join(root, `src/${source}.ts`), 'utf8').replaceAll(/\$\{limit\}/g, 'the memory budget of 3 MB');
    const sentences = [...text.matchAll(/(?:'|`) ?((?:Another |A |The |\$\{\w+\([^`]*\)\} MB )[^'`\n]{20,})(?:'|`)/g)].map(
      (match) => match[1] ?? '',
    );
    assert.ok(sentences.length > 0, source);
    for (const sentence of sentences) {
      const message = sentence.replaceAll(/\$\{rest\}/g, '').replaceAll(/\$\{[^}]+\}/g, '7');
      // The reason of a frozen store becomes a sentence elsewhere.
      const whole = /[.:]( 7)?$/.test(message) ? message : `${message}; changes are kept in memory.`;
      assert.match(marked.message(whole), /«/, `${source}: add this to src/extension/client/serverTexts.ts: ${sentence}`);
    }
  }
});

test('messages of model clients and of questions without an answer are translated too', async () => {
  const { connectionError, offProtocol, overflowError, statusError, streamedError } = await import('../src/models/modelError.ts');
  const { nothingFound } = await import('../src/service/ask/nothingFound.ts');
  const { serverTexts } = await import('../src/extension/client/serverTexts.ts');
  const { message } = serverTexts((english) => `«${english.replace(/\{\d\}/g, '')}»`);
  const known = (text: string): void => {
    const rest = message(text).replace(/«[^»]*»/g, '');
    assert.equal(rest.trim(), '', `add this to src/extension/client/serverTexts.ts: ${text}`);
  };
  const request = { endpoint: 'https://models.example/v1', model: 'm' };
  const errors = [
    ...[401, 404, 413, 418, 429, 503].map((status) => statusError(status, 'No, thanks.', '', request)),
    streamedError('out of breath', '', request),
    overflowError('m', 'too many tokens'),
    connectionError(Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' }), request, false),
    connectionError(Object.assign(new Error(), { code: 'ECONNREFUSED' }), request, false),
    connectionError(new Error(), request, false),
    connectionError(new Error(), request, true),
    offProtocol(request.endpoint),
  ];
  for (const error of errors) known(error.message);
  known(nothingFound({ lookedFor: ['tide', 'bitter'], missing: ['bitter'] }));
  known(nothingFound({ lookedFor: [], missing: [] }));
  for (const text of ['docs/a.md is gone', 'docs/a.md cannot be shown: too large', '"/w" is not in an open folder']) known(text);
  // The endpoint's own message stays untranslated.
  const german = read('l10n/bundle.l10n.de.json');
  const refused = serverTexts((english) => german[english] ?? '').message(statusError(401, 'Your key is gone', '', request).message);
  const looked = serverTexts((english) => german[english] ?? '').message('Nothing in this workspace mentions that. Looked for: data.');
  assert.equal(looked, 'Nichts in diesem Arbeitsbereich erwähnt das. Gesucht wurde nach: data.');
  assert.match(refused, /lehnt den Schlüssel ab .* Your key is gone$/);
  // The other clients' sentences, from the source.
  for (const source of ['guardedFetch', 'openaiClient', 'openaiModel']) {
    const text = fs.readFileSync(path.join(root, `src/models/${source}.ts`), 'utf8');
    const sentences = [...text.matchAll(/Error\(\s*(?:'\w+',\s*)?(?:`|')([^`']{15,})(?:`|')/g)].map((match) => match[1] ?? '');
    assert.ok(sentences.length > 0, source);
    for (const sentence of sentences) known(sentence.replaceAll(/\$\{[^}]+\}/g, '7'));
  }
});
