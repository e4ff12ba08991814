import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCompound, occurrencesIn, usesIn } from '../../../src/engine/relations/occurrences.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

test('a name of any length may be before a dot', () => {
  const long = 'a'.repeat(300_000);
  const [use] = usesIn(`${long}.start();`, languageOf('a.ts'));
  assert.equal(use?.name, 'start');
  assert.equal(use?.qualifiers[0]?.length, long.length);
});

/** The lines and kinds in which a text of code has a name. */
const found = (text: string, name: string, path = 'a.ts') =>
  occurrencesIn(text, languageOf(path), [{ locals: [], members: [], anywhere: [name], isCalled: false }])[0]?.map(
    ({ line, kind }) => `${line} ${kind}`,
  );

test('a name of several words is found where it is all of a string, and not as part of a longer one', () => {
  assert.deepEqual(['tide-table', 'yard.fullname', 'tide', 'two words', '-tide'].map(isCompound), [true, true, false, false, false]);
  assert.deepEqual(found('get("tide-table");\n', 'tide-table')?.length, 1);
  for (const longer of ['neap-tide-table', 'xtide-table', 'tide-tables', 'tide-table-x', 'tide-table.x' /* a text, not the name */])
    assert.deepEqual(found(`get("${longer}");\n`, 'tide-table'), [], longer);
  assert.deepEqual(found('get("my.yard.fullname");\n', 'yard.fullname'), []);
});

test('calls, imports and mentions of a name are told apart; its definition is none of them', () => {
  const text = "import { boil } from './kettle.ts';\n\nboil(1);\nconst later = boil;\nfunction boil() {}\n// boil it\n";
  assert.deepEqual(found(text, 'boil'), ['1 imports', '3 calls', '4 mentions', '6 mentions']);
});

/** The lines in which names of modules and of members are found. */
const lines = (text: string, wanted: Partial<Parameters<typeof occurrencesIn>[2][number]>, path = 'a.ts') =>
  occurrencesIn(text, languageOf(path), [{ locals: [], members: [], anywhere: [], ...wanted }])[0]?.map(({ line }) => line);

test('a local name is found by itself, one of several parts after just these, a member after any object', () => {
  const text = 'open();\nlib.open();\nother.lib.open();\nlib?.open();\nlib::open();\nlib->open();\n...open;\nmake().open();\na.b.open();\n';
  assert.deepEqual(lines(text, { locals: ['open'] }), [1, 7]);
  assert.deepEqual(lines(text, { locals: ['lib.open'] }), [2, 4, 5, 6]);
  assert.deepEqual(lines(text, { locals: ['other.lib.open', 'a.b.open'] }), [3, 9]);
  assert.deepEqual(lines(text, { members: ['open'] }), [2, 3, 4, 5, 6, 8, 9]);
  assert.deepEqual(lines(text, { anywhere: ['open'] }), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(lines(text, { anywhere: ['opens'] }), []);
});

test('a member that must be called is none where it is only mentioned, but by colons', () => {
  assert.deepEqual(lines('a.open();\na.open;\na::open;\n', { members: ['open'], isCalled: true }), [1, 3]);
  assert.deepEqual(lines('a.open();\na.open;\na::open;\n', { members: ['open'] }), [1, 2, 3]);
});

test('names in texts are none, in comments they are mentions whatever is before them', () => {
  const text = '// a.open\nconst a = "open";\nopen;\n';
  const all = occurrencesIn(text, languageOf('a.ts'), [{ locals: ['open'], members: [], anywhere: [] }])[0];
  assert.deepEqual(all, [
    { line: 1, kind: 'mentions', isComment: true },
    { line: 3, kind: 'mentions', isComment: false },
  ]);
});

test('several things are found in one pass, each in its order; letters count where the language says so', () => {
  const wanted = ['open', 'close', 'gone'].map((name) => ({ locals: [], members: [], anywhere: [name] }));
  assert.deepEqual(
    occurrencesIn('close();\nopen();\nopen();\n', languageOf('a.ts'), wanted).map((all) => all.map(({ line }) => line)),
    [[2, 3], [1], []],
  );
  assert.deepEqual(found('OPEN();\nopen();\n', 'open'), ['2 calls']);
  assert.deepEqual(found('SELECT a FROM Tides;\nSELECT b FROM tides;\n', 'tides', 'a.sql')?.length, 2);
});

test('what is extended and thrown is told apart from what is called', () => {
  const text = 'class A extends Base {}\nthrow new Failure();\nmake();\n';
  assert.deepEqual(found(text, 'Base'), ['1 extends']);
  assert.deepEqual(found(text, 'Failure'), ['2 throws']);
  assert.deepEqual(
    usesIn(`${text}// call()\nconst b = "call()";\nlib.sub.go();\n(a)().go();\n`, languageOf('a.ts')).map(
      ({ name, line, kind, qualifiers }) => `${line} ${kind} ${[...qualifiers, name].join('.')}`,
    ),
    ['1 extends Base', '2 throws Failure', '3 calls make', '6 calls lib.sub.go', '7 calls .go'],
  );
  assert.equal(usesIn(`${'a.'.repeat(20)}go();\n`, languageOf('a.ts'))[0]?.qualifiers.length, 9);
});

test('a compound name is found by its first word, at the end and the beginning of a text too', () => {
  assert.deepEqual(found('"tide-table"', 'tide-table')?.length, 1);
  assert.deepEqual(found("get('yard.fullname', `yard.fullname`);\n", 'yard.fullname')?.length, 2);
  assert.deepEqual(found('get("a tide-table");\n', 'tide-table'), []);
  assert.deepEqual(found('tide-table;\n', 'tide-table')?.length, 1);
});
