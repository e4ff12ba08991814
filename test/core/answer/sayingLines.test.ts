import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSaying, sayingLines } from '../../../src/core/answer/sayingLines.ts';

test('what brings names in, over several lines too, says nothing, nor does what only opens what follows', () => {
  const lines = [
    'use tide::{',
    'Table,',
    '};',
    'use tide::(Row);',
    '',
    '# hidden',
    'let table = Table::new();',
    'import { a',
    '} from "b"',
    'go();',
  ];
  assert.deepEqual(
    lines.filter((_, i) => sayingLines(lines)[i]),
    ['let table = Table::new();', 'go();'],
  );
  assert.deepEqual(sayingLines(['Table,', '};', 'draw();']), [false, false, true]);
  for (const line of ['const a = require("b")', 'type Shape =', 'options: {']) assert.equal(isSaying(line), false, line);
});

test('hostile lines are read in time', () => {
  for (const unit of ['(', ')', '{ ', ' ', 'a ', 'a,', '=', '> =']) {
    const many = unit.repeat(Math.ceil(50_000 / unit.length));
    for (const line of [`use ${many}}`, `import ${many})`, `${many}(`, `const${many}`, `const ${many}=`, `${many};`]) {
      const before = process.cpuUsage().user;
      sayingLines(['use a::{', line]);
      isSaying(line);
      assert.ok((process.cpuUsage().user - before) / 1000 < 500, `${JSON.stringify(line.slice(0, 20))}`);
    }
  }
});
