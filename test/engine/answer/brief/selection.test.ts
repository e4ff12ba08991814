import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSource } from '../../../../src/engine/answer/brief/parsedSource.ts';
import { piecesOf } from '../../../../src/engine/answer/brief/pieces.ts';
import { Selection } from '../../../../src/engine/answer/brief/selection.ts';
import { askedWords } from '../../../../src/engine/question/askedWords.ts';
import { lineAt } from '../../../../src/engine/text/lines.ts';
import { en } from '../../../../src/engine/vocabulary/en.ts';
import { briefSource } from '../../../support/briefSources.ts';

const wordsOf = (question: string) => askedWords(question, () => 1, en);

/** A selection of a text that starts with the unit that has `seed`, and what it shows. */
function selected(text: string, seed: string, maxLines: number, { kind = 'doc' as 'doc' | 'code', question = '' } = {}) {
  const parsed = parseSource(briefSource(text, { kind }));
  const at = (part: string) => {
    const line = text.slice(0, text.indexOf(part)).split('\n').length - 1;
    return parsed.units.findIndex(({ first, last }) => first <= line && line <= last);
  };
  const words = question === '' ? [] : wordsOf(question);
  const selection = new Selection(parsed, at(seed), maxLines, words);
  const shown = () => piecesOf(selection.units, parsed, words).map((piece) => piece.text);
  return { selection, at, shown, parsed };
}

const pages = ['Alpha one.', 'Beta two.', 'Gamma three.'].join('\n\n');

test('units are shown in order, as many as fit', () => {
  const { selection, at, shown } = selected(pages, 'Beta', 2);
  assert.deepEqual([selection.height, [...selection.kept]], [1, [at('Beta')]]);
  assert.equal(selection.add(at('Alpha')), true);
  assert.equal(selection.add(at('Gamma')), false);
  assert.deepEqual(shown(), ['Alpha one.\n\nBeta two.']);
  assert.equal(selection.add(at('Beta')), true, 'what is there already fits');
});

test('several units are added together or not at all', () => {
  const { selection, at } = selected(pages, 'Beta', 2);
  assert.equal(
    selection.addAll([at('Alpha'), at('Gamma')], () => true),
    false,
  );
  assert.deepEqual([...selection.kept], [at('Beta')]);
  assert.equal(
    selection.addAll([at('Alpha'), at('Gamma')], (unit) => unit === at('Alpha')),
    true,
  );
  assert.equal(selection.height, 2);
});

test('a line counts as the lines that it wraps to, eight at most', () => {
  const heightOf = (length: number) => selected(`${'word '.repeat(length / 5 - 1)}ends.`, 'word', 50).selection.height;
  assert.deepEqual([100, 105, 200, 205, 795, 805, 2000].map(heightOf), [1, 2, 2, 3, 8, 8, 8]);
});

test('a unit that is too tall is cut around the line that holds most of the question, in prose from its paragraph on', () => {
  const list = Array.from({ length: 12 }, (_, i) => `line ${i} of text${i === 8 ? ' with the kettle' : ''}`).join('\n');
  const cut = (maxLines: number, question: string) => selected(list, 'line 0', maxLines, { question }).shown().join('\n').split('\n');
  assert.deepEqual(cut(12, 'kettle').length, 12);
  assert.deepEqual(
    cut(4, '').map((line) => line.slice(0, 7)),
    ['line 0 ', 'line 1 ', 'line 2 ', 'line 3 '],
  );
  assert.deepEqual(
    cut(4, 'kettle').map((line) => Number.parseInt(line.slice(5), 10)),
    [8, 9, 10, 11],
  );
  assert.deepEqual(
    cut(6, 'kettle').map((line) => Number.parseInt(line.slice(5), 10)),
    [6, 7, 8, 9, 10, 11],
  );
});

const definition = `def boil(
    kettle,
    degrees,
):
    """Boils water."""
    first(kettle)
    second(kettle)
    for one in range(degrees):
        heat(one)
        wait(one)
    return kettle
`;

test('a line of code comes with its header; where that does not fit, it is shown alone, and what follows it may be added', () => {
  const whole = selected(definition, 'heat(one)', 20, { kind: 'code' });
  assert.match(whole.shown()[0] ?? '', /^def boil\(/);
  assert.match(whole.shown().join('\n'), /for one in range\(degrees\):\n {8}heat\(one\)/);
  const { selection, at, shown } = selected(definition, 'heat(one)', 4, { kind: 'code' });
  assert.deepEqual(
    shown().map((text) => text.trim()),
    ['heat(one)'],
  );
  assert.equal(selection.add(at('second(')), false, 'nothing above it');
  assert.equal(selection.add(at('return kettle')), false, 'nothing that is indented less');
  assert.equal(selection.add(at('wait(one)')), true);
  assert.equal(
    selection.addAll([at('wait(one)')], () => true),
    false,
    'nothing is added together to what stands alone',
  );
});

test('short gaps are shown, longer ones and blank lines at the ends are not', () => {
  const text = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6'].map((name) => `Text ${name}.`).join('\n\n');
  const show = (...names: readonly string[]) => {
    const parsed = parseSource(briefSource(text));
    return piecesOf(
      parsed.units.filter(({ first }) => names.some((name) => lineAt(parsed.lines, first).includes(name))),
      parsed,
      [],
    );
  };
  assert.deepEqual(
    show('a1', 'd4').map(({ startLine, text: own }) => [startLine, own.split('\n').length]),
    [[1, 7]],
  );
  assert.deepEqual(
    show('a1', 'e5').map(({ startLine }) => startLine),
    [1, 9],
  );
});

test('a very long line is cut to the sentences around the words of the question', () => {
  const sentence = (i: number) => `Sentence number ${i} is about ${i === 20 ? 'the kettle' : 'nothing at all'} and ends. `;
  const text = `Before.\n${Array.from({ length: 40 }, (_, i) => sentence(i)).join('')}\nAfter.`;
  const parsed = parseSource(briefSource(text));
  const pieces = piecesOf(parsed.units, parsed, wordsOf('kettle'));
  const cut = pieces.find(({ isCut }) => isCut);
  assert.equal(cut?.startLine, 2);
  assert.ok(cut.text.includes('kettle') && cut.text.length <= 500 && cut.text.length > 400, cut.text);
  assert.match(cut.text, /^Sentence.*ends\.$/);
  assert.deepEqual(
    pieces.map((piece) => piece.startLine),
    [1, 2, 3],
  );
});

test('secrets are masked, and lines keep their numbers', () => {
  const text = 'first\ntoken = abcdefgh\nlast';
  const from = text.indexOf('abcdefgh');
  const parsed = parseSource(briefSource(text, { secrets: [{ from, to: from + 8 }] }));
  const [piece] = piecesOf(parsed.units, parsed, []);
  assert.ok(piece !== undefined && !piece.text.includes('abcdefgh'));
  assert.equal(piece.text.split('\n').length, 3);
});
