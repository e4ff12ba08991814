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
