import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { commonName } from '../../../../src/protocol/text/codeLanguage.ts';
import { codeLanguage } from '../../../../src/server/answers/quotes/codeLanguage.ts';

test('a file has the language of its name', () => {
  const names: Readonly<Record<string, string>> = {
    ...{ 'src/a.ts': 'ts', 'a.MTS': 'ts', 'x.y/a.py': 'python', 'a.yml': 'yaml', 'x/Makefile': 'makefile', Dockerfile: 'dockerfile' },
    ...{
      Gemfile: 'ruby',
      'x.ts/LICENSE': '',
      'a.odd9': 'odd9',
      'a.9x': '',
      'a.abcdefghijklm': '',
      'a.abcdefghijkl': 'abcdefghijkl',
      '.odd': '',
    },
  };
  for (const [path, name] of Object.entries(names)) assert.equal(codeLanguage({ path, language: languageOf(path).name }), name, path);
});

test('a file that was read as another language has that one', () => {
  assert.equal(codeLanguage({ path: 'a.ts', language: languageOf('a.py').name }), 'python');
  assert.equal(codeLanguage({ path: 'a.ts', language: languageOf('a.txt').name }), '');
});

test('an ending that a fence names is the common name of its language', () => {
  assert.deepEqual(['rs', 'yml', 'ts', 'txt', 'klingon'].map(commonName), ['rust', 'yaml', 'ts', '', 'klingon']);
});
