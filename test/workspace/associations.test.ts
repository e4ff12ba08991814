import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageNamed, languageOf, plainText } from '../../src/engine/text/languages.ts';
import { languageRule } from '../../src/workspace/associations.ts';
import { assertUnder, cpuMs } from '../support/quick.ts';

test('a glob without a slash is matched with the file name, one with a slash with the absolute path, in any case', () => {
  const cases: [glob: string, path: string, isMatch: boolean][] = [
    ['*.foo', 'a.foo', true],
    ['*.foo', 'deep/below/a.FOO', true],
    ['*.FOO', 'a.foo', true],
    ['*.foo', 'a.foo.txt', false],
    ['Build', 'src/BUILD', true],
    ['build', 'build/a.txt', false],
    ['*', '.hidden', true],
    ['*.{foo,bar}', 'a.bar', true],
    ['a?[bc].foo', 'axc.foo', true],
    ['**/x/*.bar', 'x/a.bar', true],
    ['**/x/*.bar', 'y/x/a.bar', true],
    ['**/x/*.bar', 'x/y/a.bar', false],
    ['**/Work/**/*.bar', 'a.bar', true],
    ['/work/folder/*.bar', 'a.bar', true],
    // As in VS Code, it is no path below the folder.
    ['x/*.bar', 'x/a.bar', false],
    ['!*.foo', 'a.bar', false],
    ['#*.foo', '#a.foo', true],
    ['+(a).foo', 'a.foo', false],
  ];
  for (const [glob, path, isMatch] of cases)
    assert.equal(
      languageRule('/work/folder', { associations: { [glob]: 'lua' } })(path).name,
      isMatch ? 'lua' : languageOf(path).name,
      `${glob} ${path}`,
    );
});

test('the longest of several globs decides, of those the last; an unknown language is plain text', () => {
  const rule = languageRule('/work', {
    associations: { '*.foo': 'lua', 'a*.foo': 'python', '*a.foo': 'cpp', '*.md': 'nobody-knows', '*.h': 'python' },
  });
  assert.equal(rule('b.foo').name, 'lua');
  assert.equal(rule('ab.foo').name, 'python');
  assert.equal(rule('ba.foo').name, 'c');
  assert.equal(rule('aa.foo').name, 'c');
  assert.equal(rule('x.h').name, 'python');
  assert.equal(rule('README.md'), plainText);
  assert.equal(rule('x.ts').name, 'typescript');
});

test('globs that stand for very many, or match in very many ways, cost little', async () => {
  const names = ['a'.repeat(250), 'a/'.repeat(120)];
  for (const glob of ['{a,b}'.repeat(40), '{1..1000000}', `${'*a'.repeat(30)}*b*`, `${'**/a/'.repeat(30)}b`, '[a'.repeat(500)])
    await assertUnder(1000, glob.slice(0, 20), () => cpuMs(() => names.map(languageRule('/work', { associations: { [glob]: 'lua' } }))));
});

test("VS Code's ids of languages are known where their files are", () => {
  const ids = {
    ...{ typescriptreact: 'a.tsx', javascriptreact: 'a.jsx', cpp: 'a.cpp', csharp: 'a.cs', kotlin: 'a.kt', plaintext: 'a.txt' },
    ...{ dockerfile: 'Dockerfile', yaml: 'a.yaml', jsonc: 'a.jsonc', scss: 'a.scss', powershell: 'a.ps1', 'objective-c': 'a.m' },
    ...{ makefile: 'Makefile', xml: 'a.xml', clojure: 'a.clj', fsharp: 'a.fs', swift: 'a.swift', ini: 'a.ini', vue: 'a.vue' },
    ...{ restructuredtext: 'a.rst', tex: 'a.tex', terraform: 'a.tf', handlebars: 'a.hbs', julia: 'a.jl', vb: 'a.vb', shellscript: 'a.sh' },
  };
  for (const [id, path] of Object.entries(ids)) assert.equal(languageNamed(id), languageOf(path), id);
  for (const id of ['', 'unknown', 'constructor', '__proto__', '.', 'a b']) assert.equal(languageNamed(id), plainText, id);
});

test('of several globs the longest decides, of equally long ones the last', () => {
  const nameOf = (associations: Readonly<Record<string, string>>) => languageRule('/work', { associations })('a.foo').name;
  const [python, rust] = ['python', 'rust'].map((id) => languageNamed(id).name);
  assert.equal(nameOf({ '*.foo': 'python', 'a*.foo': 'rust', '*foo': 'go' }), rust);
  assert.equal(nameOf({ '*foo': 'go', 'a*.foo': 'rust', '*.foo': 'python' }), rust);
  assert.equal(nameOf({ '*.foo': 'rust', '*.fo?': 'python' }), python);
});
