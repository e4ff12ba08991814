/**
 * Answers quoted from random files: generated documents and code, and the files of this repository, with questions in their words, in nine
 * languages. Every line shown occurs verbatim at its place in the file except for masked secrets, blocks are few, and time is linear.
 */

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { briefLimits, composeBrief } from '../../src/engine/answer/brief/brief.ts';
import type { BriefSource } from '../../src/engine/answer/brief/source.ts';
import { weights } from '../../src/engine/answer/brief/weights.ts';
import { analyzeText } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { linesOf } from '../../src/engine/text/lines.ts';
import { findSecrets } from '../../src/engine/text/secrets/secrets.ts';
import type { Span } from '../../src/engine/text/spans.ts';
import { anyUnits } from '../support/anyText.ts';
import { briefSource } from '../support/briefSources.ts';
import { hostileUnits } from '../support/hostileUnits.ts';
import { assertUnder, cpuMs } from '../support/quick.ts';
import { askedWith, askings, assertVerbatim } from '../support/verbatim.ts';
import { type Fuzzer, fuzz } from './fuzzer.ts';

/** CPU time of one answer in milliseconds: about four times the maximum observed. */
const maxMs = 400;
const maxFileLength = 20_000;
const root = path.join(import.meta.dirname, '../..');

/** Files of this repository to ask about. */
const repositoryFiles = ['src', 'docs', 'test', 'README.md', 'ARCHITECTURE.md', 'package.json', 'esbuild.js'].flatMap((name) => {
  const file = path.join(root, name);
  const files = fs.statSync(file).isFile()
    ? [name]
    : fs.readdirSync(file, { recursive: true, encoding: 'utf8' }).map((one) => `${name}/${one}`);
  return files.filter((one) => /\.(?:ts|md|js|json|py|css|sql)$/.test(one));
});

const extensions = 'md rst adoc txt py ts go rs c java rb yaml toml sh sql html lua'.split(' ');

/** Lines that matter to the rules for units, and words around them. */
const shapes = [
  ...[
    '# ',
    '## Kettle\n',
    '=====\n',
    'Kettle\n------\n',
    '== Kettle\n',
    'Run the kettle:\n',
    'Do this::\n\n    boil\n',
    '```sh\n',
    '~~~\n',
    '----\n',
  ],
  ...[
    '- boil\n',
    '  - twice\n',
    '1. fill\n',
    '| kettle | heat |\n',
    '| --- | --- |\n',
    '.. note:: hot\n',
    '<!-- hidden -->\n',
    '> steam\n',
    '\n',
    '\n\n',
  ],
  ...[
    'def kettle(self):\n',
    '    """Boils.\n\n    Twice.\n    """\n',
    '@decorated\n',
    '@decorated(\n    1,\n)\n',
    'try:\n',
    'except Steam:\n',
    'elif hot:\n',
  ],
  ...[
    'else:\n',
    'finally:\n',
    'class Kettle:\n',
    '    return boil(\n',
    '        a,\n',
    '    )\n',
    'if hot:\n',
    '    # steam\n',
    'x = [\n',
    ']\n',
    "'''\n",
  ],
  ...[
    'function boil() {\n',
    '}\n',
    '} else {\n',
    '} catch {\n',
    '{\n',
    '  .then(steam)\n',
    '/** Boils. */\n',
    '// steam\n',
    '/* steam\n',
    ' */\n',
    '`${a\n',
  ],
  ...['kettle:\n', '- name: boil\n', '  run: |\n', 'end\n', 'begin\n', 'rescue\n', 'fi\n', '  ', '    ', '\t', '\r\n', '\r'],
];
const plain = [
  'kettle',
  'steam',
  'boils the water. ',
  'boilWater(kettle) ',
  'Wasser ',
  '水を沸かす',
  '물 ',
  'чайник ',
  'eau, ',
  'key = "q7Zx91LmPw44TbcK8d"\n',
];

const atom = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...shapes) },
  { weight: 3, arbitrary: fc.constantFrom(...plain) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileUnits) },
  { weight: 1, arbitrary: anyUnits(6) },
);
const atoms = (maxLength: number): fc.Arbitrary<string> => fc.array(atom, { maxLength }).map((parts) => parts.join(''));

interface File {
  readonly path: string;
  readonly text: string;
}

const generatedFile: fc.Arbitrary<File> = fc
  .record({
    extension: fc.constantFrom(...extensions),
    head: atoms(40),
    repeated: atoms(6),
    times: fc.constantFrom(0, 0, 1, 20, 2000),
    tail: atoms(20),
  })
  .map(({ extension, head, repeated, times, tail }) => ({
    path: `a/kettle.${extension}`,
    text: (head + repeated.repeat(times)).slice(0, maxFileLength) + tail,
  }));

/** A part of a file of this repository, with an insertion. */
const repositoryFile: fc.Arbitrary<File> = fc
  .record({
    file: fc.constantFrom(...repositoryFiles),
    from: fc.nat(400),
    lines: fc.integer({ min: 1, max: 400 }),
    at: fc.nat(400),
    inserted: atoms(3),
  })
  .map(({ file, from, lines, at, inserted }) => {
    const all = fs.readFileSync(path.join(root, file), 'utf8').split('\n');
    const part = all.slice(from % all.length).slice(0, lines);
    part.splice(at % part.length, 0, inserted);
    return { path: file, text: part.join('\n') };
  });

/** Start and length, as shares of the whole. */
const stretch = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 0.1, noNaN: true }));

const anySource: fc.Arbitrary<BriefSource> = fc
  .record({
    file: fc.oneof(generatedFile, repositoryFile),
    isOwnKind: fc.constantFrom(true, true, true, false),
    chunk: fc.option(fc.nat()),
    lines: stretch,
    hidden: fc.array(stretch, { maxLength: 2 }),
    isDemoted: fc.boolean(),
  })
  .map(({ file: { path: file, text }, isOwnKind, chunk, lines, hidden, isDemoted }) => {
    const language = languageOf(file);
    const { chunks } = analyzeText(text, language);
    const count = linesOf(text).count;
    const startLine = Math.min(count, 1 + Math.floor(lines[0] * count));
    const own = chunk === null || chunks.length === 0 ? undefined : chunks[chunk % chunks.length];
    const range = own ?? { startLine, endLine: Math.min(count, startLine + Math.ceil(lines[1] * 200)), startColumn: 0, endColumn: 0 };
    const kind = (language.kind === 'doc') === isOwnKind ? 'doc' : 'code';
    const secrets = joined([...findSecrets(text), ...hidden.map(([from, length]) => spanOf(text, from, length))]);
    return briefSource(text, { ...range, path: file, kind, title: own?.title ?? '', secrets, isDemoted });
  });

function spanOf({ length }: string, from: number, share: number): Span {
  const start = Math.floor(from * length);
  return { from: start, to: Math.min(length, start + 1 + Math.floor(share * 400)) };
}

/** Ascending without overlaps, as in the index. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.from < span.to && span.from >= (all.at(-1)?.to ?? 0)) all.push(span);
  }
  return all;
}

const question = fc.record({
  asking: fc.constantFrom(...askings),
  words: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
  odd: anyUnits(4),
});

const round = fc
  .record({ sources: fc.array(anySource, { minLength: 1, maxLength: 8 }), question })
  .map(({ sources, question: { asking, words, odd } }) => {
    const known = sources.flatMap(({ text }) => text.match(/[\p{L}\p{N}_.]+/gu)?.slice(0, 3000) ?? []);
    const drawn = words.map((at) => known[at % Math.max(1, known.length)] ?? odd);
    return { question: askedWith(asking, drawn) + odd, sources: sources.map((source, i) => ({ ...source, n: i + 1 })) };
  });

export const fuzzer: Fuzzer = {
  name: 'brief',
  run: (options) => fuzz(round, (input) => assertUnder(maxMs, 'CPU time', () => cpuMs(() => check(input))), options),
};

function check({ question, sources }: { readonly question: string; readonly sources: readonly BriefSource[] }): void {
  const { state, blocks, seeAlso } = composeBrief(question, sources, (term) => term.length);
  assert.equal(state === 'notHere', blocks.length === 0);
  assert.ok(blocks.length <= briefLimits.maxBlocks && seeAlso.length <= briefLimits.maxSeeAlso);
  assert.equal(new Set(blocks.map(({ n }) => n)).size, blocks.length);
  for (const block of blocks) assertVerbatim(block, sources[block.n - 1] as BriefSource);
  // Each line may add the two lines of a gap.
  const shown = blocks.flatMap(({ pieces }) => pieces.flatMap(({ text }) => text.split('\n')));
  assert.ok(shown.filter((line) => line.trim() !== '').length <= 3 * weights.maxLines, `${shown.length} lines are shown`);
}
