import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readSettings } from '../../src/workspace/readSettings.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';

test('readSettings() accepts valid values and uses the default for the rest, with a sentence', () => {
  const { settings, problems } = readSettings({ maxFileBytes: 10, include: ['src/**'], exclude: 'docs', useIgnoreFiles: 1, unknown: true });
  assert.deepEqual({ ...settings }, { ...defaultSettings, maxFileBytes: 10, include: ['src/**'] });
  assert.deepEqual(problems, [
    'meshrag.exclude is "docs", expected a list of strings; the default is used',
    'meshrag.useIgnoreFiles is 1, expected true or false; the default is used',
  ]);
});

test('every setting of the index is contributed to the editor with the same default', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const texts = JSON.parse(readFileSync(new URL('../../package.nls.json', import.meta.url), 'utf8'));
  const groups: { properties: Record<string, { default: unknown }> }[] = manifest.contributes.configuration;
  const contributed = Object.assign({}, ...groups.map(({ properties }) => properties));
  // The encoding is VS Code's own setting.
  const { encoding: _, ...own } = defaultSettings;
  for (const [name, byDefault] of Object.entries(own)) {
    assert.deepEqual(contributed[`meshrag.${name}`]?.default, byDefault, name);
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
