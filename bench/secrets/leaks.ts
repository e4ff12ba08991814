/**
 * Which share of credentials leaks: `node bench/secrets/leaks.ts [--half choosing|reporting] [--values 100] [--seed 1] [--forms] [--engine DIR]`.
 *
 * Each spelling of `spellings.ts` is filled with drawn values. One leaks if 8 or more of its consecutive characters stand in the masked text or
 * in a term or key of the index. A seed divides the spellings of each category into halves. --forms prints every spelling; --engine DIR
 * measures another checkout.
 */

import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { draw } from '../../src/engine/hash/mix.ts';
import type { Language } from '../../src/engine/text/languages.ts';
import { countOf } from '../quality/options.ts';
import { type Group, groups } from './spellings.ts';
import { drawnValue } from './values.ts';

const { values: options } = parseArgs({
  options: {
    half: { type: 'string' },
    values: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    forms: { type: 'boolean' },
    engine: { type: 'string', default: path.join(import.meta.dirname, '../..') },
  },
});
const draws = countOf('--values', options.values);
const load = (file: string) => import(pathToFileURL(path.resolve(options.engine, 'src/engine/text', file)).href);
const { maskSecrets } = (await load('secrets/secrets.ts')) as { maskSecrets: (text: string) => { readonly text: string } };
const { analyzeText } = (await load('analyze.ts')) as { analyzeText: (text: string, language: Language) => unknown };
const { languageOf } = (await load('languages.ts')) as { languageOf: (file: string) => Language };

/** Characters of a value that identify it. */
const minLeak = 8;
/** Divides the spellings of a category. */
const splitSeed = 20_261_128;

interface Row {
  readonly group: Group;
  readonly text: string;
  readonly leaks: number;
  readonly kinds: ReadonlyMap<string, number>;
}

const rows = groups.flatMap((group, g) =>
  group.spellings
    .map(([file, text], i) => ({ file, text, i, order: draw(splitSeed + g, i) >>> 0 }))
    .sort((a, b) => a.order - b.order)
    .filter((_, rank) => options.half === undefined || (rank + g) % 2 === (options.half === 'choosing' ? 0 : 1))
    .map(({ file, text, i }) => measured(group, file, text, Number(options.seed) * 1_000_003 + (g * 64 + i) * 7919)),
);

function measured(group: Group, file: string, form: string, seed: number): Row {
  const kinds = new Map<string, number>();
  let leaks = 0;
  for (let n = 0; n < draws; n++) {
    const { kind, value } = drawnValue(group.values, seed, n);
    const text = `Some text before.\n\n${form.replace(/VALUE(?!S)/, () => value)}\n\nSome text after.\n`;
    const stored = JSON.stringify(analyzeText(text, languageOf(file))).toLowerCase();
    if (!isIn(maskSecrets(text).text, value) && !isIn(stored, value.toLowerCase())) continue;
    leaks++;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return { group, text: form, leaks, kinds };
}

function isIn(text: string, value: string): boolean {
  for (let at = 0; at + minLeak <= value.length; at++) if (text.includes(value.slice(at, at + minLeak))) return true;
  return false;
}

const percent = (of: readonly Row[]) => ((100 * of.reduce((sum, { leaks }) => sum + leaks, 0)) / Math.max(1, of.length * draws)).toFixed(1);

if (options.forms === true)
  for (const { group, text, leaks, kinds } of rows)
    console.log(
      `${String(leaks).padStart(4)}  ${group.category}: ${JSON.stringify(text).slice(1, -1)}  ${[...kinds].map((k) => k.join(' ')).join(', ')}`,
    );
console.log('| category | level | spellings | leaks |\n| --- | --- | ---: | ---: |');
for (const group of groups) {
  const own = rows.filter((row) => row.group === group);
  console.log(`| ${group.category} | ${group.level} | ${own.length} | ${percent(own)} % |`);
}
for (const level of ['plain', 'harder']) {
  const own = rows.filter(({ group }) => group.level === level);
  console.log(`| all ${level} | | ${own.length} | ${percent(own)} % |`);
}
