import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readSettings } from '../../src/workspace/readSettings.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';

test('readSettings() accepts valid values and uses the default for the rest, with a sentence', () => {
  const { settings, problems } = readSettings({
    maxFileBytes: 10,
    maxDataBytes: -1,
    include: ['src/**'],
    exclude: 'docs',
    useIgnoreFiles: 1,
    unknown: true,
  });
  assert.deepEqual({ ...settings }, { ...defaultSettings, maxFileBytes: 10, include: ['src/**'] });
  assert.deepEqual(problems, [
    'meshrag.fileRules.maxDataBytes is -1, expected a number, 0 or more; the default is used',
    'meshrag.exclude is "docs", expected a list of strings; the default is used',
    'meshrag.fileRules.useIgnoreFiles is 1, expected true or false; the default is used',
  ]);
});

test('associations that are none are left out with one sentence, and the others are used', () => {
  for (const wrong of [5, 'c', ['*.foo'], true]) {
    const { settings, problems } = readSettings({ associations: wrong, encoding: 'koi8r' });
    assert.deepEqual([settings.associations, settings.encoding], [{}, 'koi8r']);
    const found = JSON.stringify(wrong);
    assert.deepEqual(problems, [`files.associations is ${found}, expected an object with globs and ids of languages; the default is used`]);
  }
  const long = '*'.repeat(70_000);
  const { settings, problems } = readSettings({ associations: { '*.foo': 'c', '': 'lua', [long]: 'c', '*.bar': 3, '[*.x': 'go' } });
  assert.deepEqual(settings.associations, { '*.foo': 'c', '[*.x': 'go' });
  assert.equal(problems.length, 1);
  assert.match(
    problems[0] ?? '',
    /^files\.associations has \{"":"lua","\*{60,}, expected a glob and the id of a language; the rest is used$/,
  );
  assert.deepEqual(readSettings({ associations: { '*.foo': 'c' } }).problems, []);
  assert.deepEqual(readSettings({ encoding: 3 }).problems, ['files.encoding is 3, expected a text; the default is used']);
});

test('every setting of the index is contributed to the editor with the same default', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const texts = JSON.parse(readFileSync(new URL('../../package.nls.json', import.meta.url), 'utf8'));
  const groups: { properties: Record<string, { default: unknown; properties: Record<string, { default: unknown }> }> }[] =
    manifest.contributes.configuration;
  const contributed = Object.assign({}, ...groups.map(({ properties }) => properties));
  // Both are VS Code's own settings.
  const { encoding, associations, ...own } = defaultSettings;
  for (const [name, byDefault] of Object.entries(own)) {
    const rules = contributed['meshrag.fileRules'].properties;
    assert.deepEqual((contributed[`meshrag.${name}`] ?? rules[name])?.default, byDefault, name);
  }
  for (const key of JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)) assert.ok(texts[key[1] ?? ''], `package.nls.json has no ${key[1]}`);
});

test('no folder can exempt files from being secret', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const groups: { properties: Record<string, { scope: string }> }[] = manifest.contributes.configuration;
  const scopes = Object.assign({}, ...groups.map(({ properties }) => properties));
  assert.equal(scopes['meshrag.secretNames'].scope, 'application');
  assert.equal(scopes['meshrag.moreSecretNames'].scope, 'resource');
});

test('there are at most eighteen settings in three groups, and what a workspace must not set is set by the user alone', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const groups: { properties: Record<string, { scope: string }> }[] = manifest.contributes.configuration;
  const scopes = Object.assign({}, ...groups.map(({ properties }) => properties));
  assert.equal(groups.length, 3);
  assert.ok(Object.keys(scopes).length <= 18, `${Object.keys(scopes).length} settings`);
  for (const name of ['model.endpoint', 'model.name', 'model.options', 'shared', 'secretNames'])
    assert.equal(scopes[`meshrag.${name}`].scope, 'application', name);
});
