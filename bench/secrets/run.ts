/**
 * How much of credentials is masked, and what else is: `node bench/secrets/run.ts [--draws N] [--seed N] [--trees DIR...] [--show N]
 * [--finder FILE] [--beside FILE]`.
 *
 * Recall: each form of `test/support/credentialForms.ts` with N drawn values in each of two ranges of length; a value counts if nothing of
 * it remains. False masks: with --trees, all masks in the text files of each directory per 100,000 lines; whether one is a credential, or
 * an example of one, only a reader can decide: --show N prints up to N per tree, evenly spread, with their places. --finder FILE measures
 * the `findSecrets` of another checkout's `src/engine/text/secrets/secrets.ts`; --beside FILE counts only masks that this one lacks.
 */

import * as fs from 'node:fs';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Span } from '../../src/engine/text/spans.ts';
import { type CredentialForm, credentialForms, drawValue, lengthBands } from '../../test/support/credentialForms.ts';
import { countOf } from '../quality/options.ts';

type Find = (text: string) => readonly Span[];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draws: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    trees: { type: 'boolean' },
    show: { type: 'string', default: '0' },
    beside: { type: 'string' },
    finder: { type: 'string', default: path.join(import.meta.dirname, '../../src/engine/text/secrets/secrets.ts') },
  },
});
const finderIn = async (file: string): Promise<Find> => (await import(pathToFileURL(path.resolve(file)).href)).findSecrets;
const findSecrets = await finderIn(values.finder);
const findOthers: Find = values.beside === undefined ? () => [] : await finderIn(values.beside);
if (values.trees === true) for (const tree of positionals) countMasks(tree, Number(values.show));
else printRecall(countOf('--draws', values.draws), Number(values.seed));

function printRecall(draws: number, seed: number): void {
  console.log('| form | alphabet | 16 to 40 | 12 to 15 |\n| --- | --- | ---: | ---: |');
  const rows = credentialForms.map((form, i) => {
    const [usual, short] = [lengthBands.usual, lengthBands.short].map((band) =>
      shareMasked(form, seed * 1_000_003 + i * 7919, draws, band),
    );
    return { form, usual: usual as number, short: short as number };
  });
  for (const { form, usual, short } of rows) {
    const text = JSON.stringify(form.text).slice(1, -1).replaceAll('|', '\\|');
    console.log(`| ${text} | ${form.alphabet} | ${usual.toFixed(1)} | ${short.toFixed(1)} |`);
  }
  for (const kind of ['named', 'loose']) {
    const own = rows.filter(({ form }) => form.kind === kind);
    const band = (of: (row: (typeof rows)[number]) => number) =>
      `mean ${(own.reduce((sum, row) => sum + of(row), 0) / own.length).toFixed(1)} %, min ${Math.min(...own.map(of)).toFixed(1)} %`;
    console.log(`${kind}, ${own.length} forms: ${band((row) => row.usual)}; 12 to 15 signs: ${band((row) => row.short)}`);
  }
}

/** Percentage of the drawn values that are masked completely. */
function shareMasked(form: CredentialForm, seed: number, draws: number, band: readonly [number, number]): number {
  let masked = 0;
  for (let n = 0; n < draws; n++) {
    const value = drawValue(form, seed, n, band);
    const text = `Some text before.\n\n${form.text.replace('VALUE', () => value)}\n\nSome text after.\n`;
    const from = text.indexOf(value);
    if (findSecrets(text).some((span) => span.from <= from && span.to >= from + value.length)) masked++;
  }
  return (100 * masked) / draws;
}

function countMasks(tree: string, max: number): void {
  const masks: { readonly place: string; readonly line: string }[] = [];
  let lines = 0;
  for (const file of textFiles(tree)) {
    const text = fs.readFileSync(file, 'utf8');
    lines += text.split('\n').length;
    const others = findOthers(text);
    for (const { from, to } of findSecrets(text)) {
      if (others.some((other) => other.from < to && from < other.to)) continue;
      const start = text.lastIndexOf('\n', from - 1) + 1;
      const place = `${path.relative(tree, file)}:${text.slice(0, from).split('\n').length}`;
      masks.push({ place, line: `${text.slice(Math.max(start, from - 90), from)}⟦${text.slice(from, Math.min(to, from + 70))}⟧`.trim() });
    }
  }
  const perLines = (masks.length * 100_000) / Math.max(1, lines);
  console.log(`${path.basename(tree)}: ${masks.length} masks in ${lines} lines, ${perLines.toFixed(1)} in 100,000`);
  const step = Math.max(1, masks.length / Math.max(1, max));
  for (let at = 0; max > 0 && at < masks.length; at += step) {
    const { place, line } = masks[Math.floor(at)] as (typeof masks)[number];
    console.log(`  ${place}  ${line.replaceAll('\n', '⏎')}`);
  }
}

/** Files that the index would read, by size and content. */
function textFiles(tree: string): string[] {
  return fs
    .readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => fs.statSync(file).size <= 1 << 20 && !fs.readFileSync(file).includes(0))
    .sort();
}
