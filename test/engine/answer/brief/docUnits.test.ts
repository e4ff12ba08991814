// The context that a paragraph, list item, table row or line of code in a document is shown with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docUnits } from '../../../../src/engine/answer/brief/units/docUnits.ts';
import { languageOf } from '../../../../src/engine/text/languages.ts';
import { linesOf } from '../../../../src/engine/text/lines.ts';
import { unitShown } from '../../../support/unitsShown.ts';

function check(path: string, text: string, expected: Readonly<Record<string, string>>): void {
  for (const [part, shown] of Object.entries(expected)) assert.equal(unitShown(path, text, part).text, shown, part);
}

test('code is shown with the paragraph that introduces it, and vice versa', () => {
  for (const [path, announcement, code] of [
    ['a.md', 'Fill it:', '```sh\nkettle fill\n```'],
    ['a.md', 'Fill it:', '~~~\nkettle fill\n~~~'],
    ['a.md', 'Fill it:', '    kettle fill\n    kettle check'],
    ['a.rst', 'Fill it::', '    kettle fill\n\n    kettle check'],
    ['a.rst', '.. code-block:: sh', '   kettle fill'],
    ['a.adoc', 'Fill it:', '----\nkettle fill\n----'],
    ['a.adoc', 'Fill it:', '....\n== kettle fill\n....'],
    ['a.md', '这样装水：', '```sh\nkettle fill\n```'],
  ] as const) {
    const text = `Before.\n\n${announcement}\n\n${code}\n\nAfter.\n`;
    check(path, text, { [announcement]: `${announcement}\n${code}`, 'kettle fill': `${announcement}\n${code}`, After: 'After.' });
  }
});

test('front matter is not shown', () => {
  const text = '---\ntitle: Kettles\nreviewed: kettle day\n---\nFill the kettle.\n';
  assert.deepEqual([unitShown('a.md', text, 'Fill').text, unitShown('a.md', text, 'Fill').subject], ['Fill the kettle.', 'Kettles']);
});

test('the attributes of an AsciiDoc block are not shown and introduce nothing', () => {
  const text = 'Fill it:\n\n[source,sh]\n----\nkettle fill\n----\n\n* one\n';
  check('a.adoc', text, { 'kettle fill': 'Fill it:\n----\nkettle fill\n----' });
});

test('the source of a picture is not shown', () => {
  const text = 'Fill it:\n\n```mermaid\ngraph TD\n  kettle --> cup\n```\n\nAfter.\n';
  const units = docUnits(linesOf(text), languageOf('a.md'), 0, 8);
  assert.deepEqual(
    units.map(({ first }) => first),
    [0, 7],
  );
});

test('a long code block is cut at blank lines, inside its fence', () => {
  const parts = [0, 1, 2, 3, 4].map((i) => `first ${i}\nsecond ${i}\n`);
  const text = `Run:\n\n\`\`\`sh\n${parts.join('\n')}\`\`\`\n`;
  check('a.md', text, { 'second 3': 'Run:\n```sh\nfirst 0\nsecond 0\nfirst 3\nsecond 3\n```', Run: 'Run:\n```sh\nfirst 0\nsecond 0\n```' });
});

test('an indented line of a long code block is shown with the line that it belongs to', () => {
  const options = ['--heat', '--pour', '--drain'].map((name) => `  ${name} N\n      How much\n\n      [default: ${name.length}]\n`);
  const usage = `Usage: kettle\n\nOptions:\n${options.join('\n')}`;
  check('a.md', `It is called so:\n\n\`\`\`\n${usage}\`\`\`\n`, {
    '[default: 7]': 'It is called so:\n```\nUsage: kettle\nOptions:\n  --drain N\n      [default: 7]\n```',
  });
  check('a.md', `It is called so.\n\n\`\`\`\n${usage}\`\`\`\n`, { '--pour': 'It is called so.\n```\nOptions:\n  --pour N\n```' });
});

test('a long paragraph of a code block is cut before a line that is not indented', () => {
  const flags = Array.from({ length: 9 }, (_, i) => `  -flag${i} int\n        litres of pot ${i}`);
  check('a.md', `Flags.\n\n\`\`\`\n${flags.join('\n')}\n\`\`\`\n`, { '-flag6': `Flags.\n\`\`\`\n${flags.slice(6).join('\n')}\n\`\`\`` });
});

test('an unclosed fence extends to the end', () => {
  check('a.md', 'Run:\n\n```sh\nkettle run\nkettle stop\n', { 'kettle stop': 'Run:\n```sh\nkettle run\nkettle stop' });
});

test('an item is shown with its lead, and a lead that ends with a colon with the first item', () => {
  const text = `The lamp is\n\n- green\n- red\n\nIt blinks:\n\n${Array.from({ length: 30 }, (_, i) => `${i + 1}. colour ${i}`).join('\n')}\n`;
  check('a.md', text, {
    'The lamp': 'The lamp is',
    red: 'The lamp is\n- red',
    'It blinks': 'It blinks:\n1. colour 0',
    'colour 20': 'It blinks:\n1. colour 0\n21. colour 20',
  });
});

test('a line that is emphasised as a whole is shown with what follows, one that has other words may end a block', () => {
  check('a.md', '**At sea**\n\nRow to the harbour.\n\n**Rest** is for land.\n\nSleep.\n', {
    'At sea': '**At sea**\nRow to the harbour.',
    Rest: '**Rest** is for land.',
  });
});

test('lines with number signs are one comment in a text without headings, and a rule ends an item', () => {
  check('tide.hjson', '####\n# The longest tide\n# is allowed here.\ntide: 12\n', {
    allowed: '# The longest tide\n# is allowed here.\ntide: 12',
  });
  check('a.md', '- one\n----\n', { one: '- one' });
});

test('an item of a nested list is shown with the items around it and its own lead', () => {
  const text = `Steps:

1. Fill the kettle
   with water.
2. Heat it. What heats it is

   - gas
     - from a bottle

   Or, at sea:

   - current

     kept in a battery

That is all.
`;
  const second = 'Steps:\n1. Fill the kettle\n   with water.\n2. Heat it. What heats it is';
  check('a.md', text, {
    'with water': 'Steps:\n1. Fill the kettle\n   with water.',
    bottle: `${second}\n   - gas\n     - from a bottle`,
    'at sea': `${second}\n   Or, at sea:\n   - current`,
    battery: `${second}\n   Or, at sea:\n   - current\n     kept in a battery`,
    'That is all': 'That is all.',
  });
});

test('every list marker is recognised', () => {
  const marks = ['-', '*', '+', '3.', '12)'];
  for (const [path, own] of [
    ['a.md', marks],
    ['a.rst', [...marks, '#.']],
    ['a.txt', [...marks, '•', 'a)', 'b.', '(c)']],
    ['a.adoc', ['-', '*', '.', '3.']],
  ] as const)
    for (const mark of own) check(path, `Lead\n\n${mark} first\n${mark} second\n`, { second: `Lead\n${mark} second` });
});

test('a row of a table is shown with the header, and a header with the first row', () => {
  const text = 'Options:\n\n| name | meaning |\n| --- | :-: |\n| depth | how deep |\n| follow | links |\n';
  check('a.md', text, {
    follow: '| name | meaning |\n| --- | :-: |\n| depth | how deep |\n| follow | links |',
    meaning: '| name | meaning |\n| --- | :-: |\n| depth | how deep |',
    Options: 'Options:\n| name | meaning |\n| --- | :-: |\n| depth | how deep |',
  });
  check('a.rst', '+---+---+\n| a | b |\n+===+===+\n| c | d |\n+---+---+\n', { c: '| c | d |' });
});

test('headings are the subject, in every markup', () => {
  for (const [path, text] of [
    ['a.md', '# Kettle\n\n## Filling\n\nAt the tap.\n\n# Lamp\n\nGreen.\n'],
    ['a.md', 'Kettle\n======\n\nFilling\n-------\n\nAt the tap.\n\nLamp\n====\n\nGreen.\n'],
    ['a.rst', 'Kettle\n======\n\nFilling\n-------\n\nAt the tap.\n\nLamp\n====\n\nGreen.\n'],
    ['a.rst', '======\nKettle\n======\n\n-------\nFilling\n-------\n\nAt the tap.\n\n====\nLamp\n====\n\nGreen.\n'],
    ['a.adoc', '= Kettle\n\n== Filling\n\nAt the tap.\n\n= Lamp\n\nGreen.\n'],
  ] as const) {
    const { text: shown, subject } = unitShown(path, text, 'tap');
    assert.deepEqual([shown, subject, unitShown(path, text, 'Green').subject], ['At the tap.', 'Kettle › Filling', 'Lamp'], text);
    assert.throws(() => unitShown(path, text, '=='), /no unit/);
    assert.throws(() => unitShown(path, text, 'Lamp'), /no unit/);
  }
});

test('lines without content are not shown', () => {
  for (const [path, silent] of [
    ['a.md', '---'],
    ['a.md', '<!-- hidden -->'],
    ['a.md', '[link]: https://example.org'],
    ['a.md', '[link]:\n    https://example.org'],
    ['a.md', '[`link`]:\n    other.html#link'],
    ['a.md', '![picture](a.png)'],
    ['a.md', '<div align="center">'],
    ['a.rst', '.. toctree::\n   :hidden:\n\n   other'],
    ['a.rst', '.. _label:'],
    ['a.rst', '.. image:: a.png\n   :alt: hidden'],
    ['a.adoc', ':toc: left'],
  ] as const) {
    const text = `Before.\n\n${silent}\n\nAfter.\n`;
    for (const line of silent.split('\n').filter((one) => one !== ''))
      assert.throws(() => unitShown(path, text, line.trim()), /no unit/, line);
    check(path, text, { After: 'After.' });
  }
});

test('a directive is shown with its content, and what follows without it', () => {
  const text = 'Options:\n\n.. note::\n\n   Mind the steam.\n\n* depth\n';
  check('a.rst', text, { steam: '.. note::\n   Mind the steam.', depth: '* depth' });
});

test('an entry of a manual page ends where the next one begins', () => {
  const text =
    '.SH OPTIONS\n.TP\n.B \\-\\-lamp\nLights the lamp.\n.br\nDefault is off.\n.TP\n.B \\-\\-steam\nOpens the valve.\n.SH FILES\nA file.\n';
  const units = docUnits(linesOf(text), languageOf('a.1'), 0, 11);
  assert.deepEqual(new Set(units.map(({ scope }) => scope.join('-'))), new Set(['1-6', '6-9', '9-11']));
});
