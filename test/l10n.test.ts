// Every sentence of the extension and of src/messages is in l10n/bundle.l10n.json, the source of translations, and in the German file. UPDATE=1 writes the
// English file; German is written by people.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { answerByModel } from '../src/engine/answer/looks/answerByModel.ts';
import type { LanguageModel } from '../src/engine/answer/written/languageModel.ts';
import type { Message } from '../src/engine/message.ts';
import { secretKinds } from '../src/engine/vocabulary/secrets/kinds.ts';
import { message, messagesOf, phrase, phrases, sentences, textOf } from '../src/messages/messages.ts';
import { statusError } from '../src/models/modelError.ts';
import { skipReasons } from '../src/workspace/entries.ts';

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, 'l10n/bundle.l10n.json');

type Texts = Readonly<Record<string, string>>;

function read(name: string): Texts {
  return JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));
}

test('every sentence of the extension can be translated', () => {
  const { verbatim, ...own } = sentences;
  const all = new Set<string>([...Object.values(own), ...phrases, ...skipReasons, ...secretKinds]);
  for (const source of fs.globSync('src/{extension,protocol,server,webview}/**/*.ts', { cwd: root })) {
    const text = fs.readFileSync(path.join(root, source), 'utf8');
    for (const match of text.matchAll(/(?<![.\w])t\(\s*(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")/g)) {
      all.add((match[1] ?? match[2] ?? '').replace(/\\(.)/g, '$1'));
    }
  }
  assert.ok(all.size > 80, `${all.size} sentences`);
  const bundle = Object.fromEntries([...all].sort().map((sentence) => [sentence, sentence]));
  if (process.env.UPDATE === '1') fs.writeFileSync(file, `${JSON.stringify(bundle, null, 2)}\n`);
  assert.deepEqual(
    JSON.parse(fs.readFileSync(file, 'utf8')),
    bundle,
    'UPDATE=1 npm test -- test/l10n.test.ts writes l10n/bundle.l10n.json',
  );
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

test('messages are worded from one table, with their values as they are', () => {
  const german = read('l10n/bundle.l10n.de.json');
  const inGerman = (...messages: Message[]): string => textOf(messages, (english) => german[english] ?? english);
  assert.equal(
    inGerman(message('derivedDamaged'), message('verbatim', 'The storage of {0} is odd.')),
    'Ein Teil der abgeleiteten Daten war beschädigt. Er wird bei Bedarf neu aufgebaut. The storage of {0} is odd.',
  );
  assert.equal(
    inGerman(message('unlisted', '"/a {1} $& b"', phrase('it does not exist (any more)'))),
    'Der Ordner "/a {1} $& b" lässt sich nicht auflisten: es gibt ihn nicht (mehr); gebraucht wird ein lesbares Verzeichnis',
  );
  assert.equal(inGerman(message('notShown', 'a.md', phrase('too large'))), 'a.md kann nicht gezeigt werden: zu groß');
  assert.equal(inGerman({ code: 'of another version', arguments: [] }), 'of another version');
  const refused = messagesOf(statusError(401, 'Your key is gone', '', { endpoint: 'https://models.example/v1', model: 'm' }));
  assert.match(inGerman(...refused), /lehnt den Schlüssel ab .* Your key is gone$/);
});

test('every message of the engine has its sentence in the table', async () => {
  const model = { name: 'm', contextTokens: 600 } as LanguageModel;
  const small: LanguageModel = { ...model, countTokens: async () => 1000, chat: () => assert.fail('nothing is sent') };
  const chunks = [{ path: 'a.md', folder: '/w', startLine: 1, endLine: 1, title: '', kind: 'doc', text: 'tide', secrets: [] } as const];
  await assert.rejects(answerByModel(small, { question: 'tide', turns: [], chunks }).next(), (error: Error) => {
    assert.equal(textOf(messagesOf(error)), error.message);
    return messagesOf(error)[0]?.code === 'noSourceFits';
  });
});
