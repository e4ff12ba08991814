import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definesNames, namesDefinedIn } from '../../../src/engine/drift/definedNames.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { finish } from '../../../src/engine/util/steps.ts';

const namesIn = (path: string, text: string) => finish(namesDefinedIn(path, text, languageOf(path))).names;

test('programs define names, tests, documents and settings do not', () => {
  const defines = (path: string): boolean => definesNames(path, languageOf(path));
  assert.deepEqual(
    ['src/a.ts', 'a.py', 'a.md', 'a.json', 'test/a.ts', 'src/testing/a.ts', 'TestSuites/a.ts', 'src/testings/a.ts'].map(defines),
    [...[true, true, false, false, false, false, false, true]],
  );
  assert.deepEqual(namesIn('test/a.ts', 'export function openReef() {}\n'), []);
});

test('a name is kept once, with its line, its type and what follows, masked', () => {
  const text =
    'export class Tide {\n  flowRate(a: number) {\n    return this.flowRate;\n  }\n\n  ab() {}\n}\n\nfunction flowRate() {}\nconst lib = 1;\n';
  const [type, member, ...more] = namesIn('a.ts', text);
  assert.deepEqual(more, []);
  assert.deepEqual([type?.name, type?.line, type?.isType, type?.container], ['Tide', 1, true, undefined]);
  assert.equal(type?.signature, 'export class \u0001 {');
  assert.deepEqual(type?.body, ['flowRate(a: number) {', 'return this.flowRate;', 'ab() {}', 'function flowRate() {}', 'const lib = 1;']);
  assert.deepEqual([member?.name, member?.line, member?.isType, member?.container], ['flowRate', 2, false, 'Tide']);
  assert.deepEqual(member?.body.slice(0, 2), ['return this.\u0001;', 'ab() {}']);
});

test('at most eight lines follow, and none of three units', () => {
  const lines = Array.from({ length: 12 }, (_, i) => `  call(${i});`).join('\n');
  assert.deepEqual(namesIn('a.ts', `function openReef() {\n  };\n  });\n  go();\n${lines}\n}\n`)[0]?.body, [
    'go();',
    ...Array.from({ length: 7 }, (_, i) => `call(${i});`),
  ]);
});

test('locals, methods of a trait, test modules, special names and names of other modules are left out', () => {
  const names = (path: string, text: string) => namesIn(path, text).map(({ name }) => name);
  assert.deepEqual(
    names('a.py', 'class Tide:\n    def __init__(self):\n        pass\n    def flow(self):\n        def inner():\n            pass\n'),
    ['Tide', 'flow'],
  );
  assert.deepEqual(names('a.ts', "const fs_module = require('fs');\nexport const openReef = 1;\n"), ['openReef']);
  const rust = 'pub struct Tide;\nimpl Flow for Tide {\n    fn flows(&self) {}\n}\nmod tests {\n    fn checks() {}\n}\nfn after() {}\n';
  const found = names('a.rs', rust);
  assert.ok(found.includes('Tide') && found.includes('after'), found.join());
  assert.ok(!found.includes('flows') && !found.includes('checks'), found.join());
});
