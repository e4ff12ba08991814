/** Patterns: their syntax, their lines, and what they require, against JavaScript's own engine. */

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a text that is searched has one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish } from '../../../src/engine/util/steps.ts';
import { MessageError, textOf } from '../../../src/messages/messages.ts';
import { LinePattern } from '../../../src/service/occurrences/linePattern.ts';
import { notesOn } from '../../../src/service/occurrences/notes.ts';
import { holdsRequired, mayMatch, type Required, rarestTexts } from '../../../src/service/occurrences/required.ts';
import { mayHold, trigramFilter } from '../../../src/service/occurrences/trigrams.ts';
import { randomNumbers } from '../../support/randomEdits.ts';

function linesWith(pattern: string, text: string, ignoresCase = false): readonly number[] {
  return finish(new LinePattern(pattern, { ignoresCase }).lines(text)).map(({ line }) => line);
}

function permits(required: Required, line: string): boolean {
  const filter = trigramFilter(line);
  return mayMatch(required, ({ folded }) => mayHold(filter, folded));
}

const text = [
  'import { readFile } from "node:fs";',
  'export function handleRequest(request) {',
  '  throw new Error(`cannot read ${path}: ${code}`);',
  '  const café = a[0] + x-y; // TODO: größe',
  '\tfoo.bar(1, 22)   ',
  '',
  'HTTPServer foo_bar foobar 😀 end',
].join('\n');

test('lines that match, by kinds of patterns', () => {
  const expected: readonly (readonly [string, readonly number[]])[] = [
    ['readFile', [1]],
    ['foo.bar', [5, 7]],
    ['foo\\.bar', [5]],
    ['function \\w+\\(', [2]],
    ['cannot read .*: .*', [3]],
    ['^\\s+\\S', [3, 4, 5]],
    ['^$', [6]],
    ['\\bfoo\\b', [5]],
    ['\\Bbar\\b', [7]],
    ['(?i)httpserver', [7]],
    ['(?i:HTTP)Server|TODO', [4, 7]],
    ['[[:upper:]]{4}', [4, 7]],
    ['[^\\x00-\\x7f]', [4, 7]],
    ['\\x{1F600}', [7]],
    ['\\p{L}+e: |gr\\p{Ll}ße', [4]],
    ['\\Qa[0] + x\\E', [4]],
    ['[\\w-.]{2}y', [4]],
    ['\\d{2,}', [5]],
    ['a{x', []],
    ['\\$\\{\\w+}', [3]],
    ['[]x]-', [4]],
    ['end$', [7]],
    [')'.repeat(0), [1, 2, 3, 4, 5, 6, 7]],
  ];
  for (const [pattern, lines] of expected) assert.deepEqual(linesWith(pattern, text), lines, pattern);
});

test('lines are those of editors', () => {
  assert.deepEqual(linesWith('a$', 'a\r\nb a\ra\n'), [1, 2, 3]);
  assert.deepEqual(linesWith('^$', 'a\n\nb\n'), [2]);
  assert.deepEqual(linesWith('x*', ''), []);
});

test('a pattern is refused with what is wrong', () => {
  const expected = {
    'a group or a class is not closed': ['(a', '[a', '[', 'a[\\]'],
    'a parenthesis closes no group': ['a)', ')'],
    'there is nothing to repeat': ['*a', '(+)', '|?', 'a**'],
    'an escape, class, flag or group name is unknown': [
      '\\',
      '\\y',
      'a\\',
      '[z-a]',
      '\\p{Nothing}',
      '[[:constructor:]]',
      '(?x)',
      '(?i',
      '(?P<a-b>c)',
    ],
    'look-around and back-references cannot be matched in linear time': ['(?=a)', '(?<!a)b', '(a)\\1'],
    'it is too large': ['a{1001}', '(a{100}){100}', 'a{2,1}', `${'('.repeat(1500)}a${')'.repeat(1500)}`, 'a'.repeat(5000)],
  };
  for (const [fault, patterns] of Object.entries(expected)) {
    for (const pattern of patterns) {
      assert.throws(
        () => linesWith(pattern, ''),
        (error) => error instanceof MessageError && error.message.includes(`: ${fault}. `),
        `${pattern} is to be refused as "${fault}"`,
      );
    }
  }
});

test('a hostile pattern takes linear time', () => {
  const started = performance.now();
  assert.deepEqual(linesWith('(a+)+$', `${'a'.repeat(200_000)}b`), []);
  assert.deepEqual(linesWith('(x?){50}x{50}y', 'x'.repeat(20_000)), []);
  assert.deepEqual(linesWith('(.*)(.*)(.*)(.*)(.*)[^a]z', 'b'.repeat(100_000)), []);
  assert.deepEqual(linesWith('[ab]*a[ab]{14}c', 'ab'.repeat(40_000)), []);
  assert.throws(() => linesWith(`[${'\\p{a}'.repeat(60)}`, ''), MessageError);
  assert.ok(performance.now() - started < 10_000);
});

const atoms = [
  'a',
  'b',
  'B',
  '_',
  '-',
  ' ',
  'ä',
  '😀',
  '.',
  '\\w',
  '\\W',
  '\\d',
  '\\b',
  '\\B',
  '^',
  '$',
  '[ab]',
  '[^a]',
  '[b-😀]',
  'ab',
  'bab',
];
const counts = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}', '*?'];

test('random patterns match the lines that JavaScript matches, and nothing that a filter excludes', () => {
  const random = randomNumbers(49);
  const below = (max: number): number => Math.floor(random() * max);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const isSpot = (atom: string): boolean => ['\\b', '\\B', '^', '$'].includes(atom);
  function draw(depth: number): string {
    const parts = Array.from({ length: 1 + below(4) }, () => {
      if (depth > 0 && below(4) === 0) return `(?:${draw(depth - 1)})${pick(counts)}`;
      const atom = pick(atoms);
      return isSpot(atom) || atom.length > 2 ? atom : atom + pick(counts);
    });
    return below(4) === 0 ? `${parts.join('')}|${pick(atoms)}` : parts.join('');
  }
  let matching = 0;
  for (let round = 0; round < 4000; round++) {
    const pattern = draw(2);
    const ignoresCase = below(3) === 0;
    const isOwnWord = below(5) === 0;
    // V8 looks for empty matches between the halves of a character as well.
    const characters = [...(isOwnWord || /\\b/i.test(pattern) ? 'aabbB_- ä1' : 'aabbB_- ä😀1')];
    const lines = Array.from({ length: 6 }, () => Array.from({ length: below(14) }, () => pick(characters)).join(''));
    const own = new LinePattern(pattern, { ignoresCase, isWord: isOwnWord });
    const found = finish(own.lines(`${lines.join('\n')}\n`)).map(({ line }) => line);
    const theirs = new RegExp(isOwnWord ? `(?<!\\w)(?:${pattern})(?!\\w)` : pattern, ignoresCase ? 'iu' : 'u');
    const expected = lines.flatMap((line, i) => (theirs.test(line) ? [i + 1] : []));
    assert.deepEqual(found, expected, `${theirs} in ${JSON.stringify(lines)}`);
    matching += found.length;
    for (const line of found)
      assert.ok(permits(own.required, lines[line - 1] as string), `${theirs} is excluded in ${JSON.stringify(lines[line - 1])}`);
  }
  assert.ok(matching > 4000, `${matching} lines matched`);
});

test('what is required excludes texts without it', () => {
  const has = (pattern: string, line: string, options = {}): boolean => permits(new LinePattern(pattern, options).required, line);
  for (const [pattern, yes, no] of [
    ['handleRequest', 'handlerequest', 'handleresponse'],
    ['colou?r map', 'color map', 'colr map'],
    ['foo.+bar', 'foo x bar', 'fo x bar'],
    ['(get|set)Name\\(', 'setname(', 'hasname('],
    ['read .* failed', 'read x failed', 'read x'],
    ['(abc){2}x*def', 'abcabcdef', 'abcde f'],
  ] as const) {
    assert.ok(has(pattern, yes), `${pattern}: ${yes}`);
    assert.ok(!has(pattern, no), `${pattern}: ${no}`);
  }
  assert.ok(has('\\w+|abc', 'zzz'));
  const ignoresCase = { ignoresCase: true, isFixed: true };
  assert.ok(!has('GRÖSSE', 'größe der Fläche', ignoresCase));
  assert.ok(has('GRÖßE', 'größe der Fläche', ignoresCase));
});

test('letters beyond ASCII in either case, also those that are letters of ASCII in the other', () => {
  for (const [pattern, line] of [
    ['größe', 'GRÖßE'],
    ['ΟΔΟΣ', 'οδος'],
    ['kelvin', '273 \u212aELVIN'],
    ['sinful', 'the \u017finful'],
    ['\u017finful', 'the SINFUL'],
    ['(?i)straße', 'İ, STRAßE'],
  ] as const) {
    const own = new LinePattern(pattern, { ignoresCase: true });
    assert.ok(permits(own.required, line), `${pattern} is excluded`);
    assert.equal(finish(own.lines(line)).length, 1, pattern);
  }
});

test('of what is required, the text that is the longest is looked for first; of alternatives all', () => {
  const text = (one: string): Required => ({ text: one, folded: one });
  assert.deepEqual(rarestTexts(text('tide')), ['tide']);
  assert.equal(rarestTexts(text('')), undefined);
  assert.equal(rarestTexts({ all: [] }), undefined);
  assert.deepEqual(rarestTexts({ all: [text('a'), text('tide'), text('reef'), text('')] }), ['tide']);
  assert.deepEqual(rarestTexts({ any: [text('a'), text('tide')] }), ['a', 'tide']);
  assert.equal(rarestTexts({ any: [text('a'), { all: [] }] }), undefined);
  assert.deepEqual(rarestTexts({ all: [{ any: [text('a'), text('tidal')] }, text('re')] }), ['re']);
  const both: Required = { all: [text('a'), { any: [text('b'), text('c')] }] };
  assert.deepEqual(
    ['ab', 'ac', 'a', 'bc'].map((line) => holdsRequired(both, line)),
    [true, true, false, false],
  );
  assert.deepEqual([holdsRequired({ all: [] }, ''), holdsRequired({ any: [] }, 'x')], [true, false]);
});

test('lines are numbered over each kind of line break, and a line is one match however often it matches', () => {
  const found = (pattern: string, whole: string) =>
    finish(new LinePattern(pattern).lines(whole)).map(({ line, from, to }) => [line, from, to]);
  assert.deepEqual(found('tide', 'tide\r\nreef\rtide tide\n\ntide'), [
    [1, 0, 4],
    [3, 11, 20],
    [5, 22, 26],
  ]);
  assert.deepEqual(found('tide|reef', 'x\nreef\ntide\n'), [
    [2, 2, 6],
    [3, 7, 11],
  ]);
  assert.deepEqual(found('^', 'a\n\nb'), [
    [1, 0, 1],
    [2, 2, 2],
    [3, 3, 4],
  ]);
  assert.deepEqual(found('tide', ''), []);
  const word = (whole: string) => finish(new LinePattern('tide', { isWord: true }).lines(whole)).length;
  assert.deepEqual(['tide', 'a tide b', 'tides', 'ebbtide', '(tide)'].map(word), [1, 1, 0, 0, 1]);
});

test('a pattern may have four thousand characters, and its fault is named', () => {
  const faultOf = (pattern: string): string => {
    try {
      return `fits ${new LinePattern(pattern, { isFixed: pattern.startsWith('x') }).isMatch('')}`;
    } catch (error) {
      assert.ok(error instanceof MessageError);
      return textOf(error.messages);
    }
  };
  assert.match(faultOf('x'.repeat(4001)), /it is too large/);
  assert.match(faultOf('(a'), /a group or a class is not closed/);
  assert.match(faultOf('[a'), /a group or a class is not closed/);
  assert.match(faultOf('a)'), /a parenthesis closes no group/);
  assert.match(faultOf('*a'), /there is nothing to repeat/);
  assert.match(faultOf('a{2000}'), /it is too large/);
  assert.match(faultOf('(?=a)'), /look-around and back-references/);
  assert.match(faultOf('(a)\\1'), /look-around and back-references/);
  assert.match(faultOf('\\y'), /an escape, class, flag or group name/);
});

test('before matching lines stands how many there are, and what was not searched', () => {
  const notes = (...notSearched: readonly { reason: string; files: number }[]) =>
    notesOn({ lines: 5, matchingFiles: 2, searched: 7, notSearched } as unknown as Parameters<typeof notesOn>[0]).map((one) =>
      textOf([one]),
    );
  assert.deepEqual(notes(), ['Lines that match: 5, in 2 of 7 files.']);
  const [, one, many] = notes({ reason: 'binary', files: 1 }, { reason: 'too large', files: 3 });
  assert.match(one as string, /^1 file of 11 was not searched/);
  assert.match(many as string, /^3 files of 11 were not searched/);
});
