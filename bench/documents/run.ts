/**
 * Whether passages of documents stand under their own headings. For each site of `sites.json`: its headings with at least 200 bytes of text before
 * the next one, how many of them have text in a passage with another title, the passages, and the CPU time of the analysis.
 *
 * The headings are found by other means than the program's: those of Markdown by `marked`, the others by the simplest rule of their format.
 */

import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { marked, type Token } from 'marked';
import { analyzeColumns, analyzeText } from '../../src/engine/text/analyze.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { createLexicons } from '../../src/engine/text/words/lexicon.ts';

const usage = `node bench/documents/run.ts --sites DIR [--wrong] [--runs N]

  --sites DIR  folders OWNER+NAME of the drawn repositories
  --wrong      the headings under a wrong title, too
  --runs N     analyses each site N times; the least CPU time counts (3)`;

const minBytes = 200;

interface FoundHeading {
  /** 0-based, of its last line. */
  readonly line: number;
  readonly title: string;
}

interface Site {
  readonly repository: string;
  readonly format: string;
}

const endings: Readonly<Record<string, readonly string[]>> = {
  markdown: ['.md', '.mdx'],
  restructuredtext: ['.rst'],
  asciidoc: ['.adoc', '.asciidoc'],
};

function filesBelow(directory: string, own: readonly string[]): readonly string[] {
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && own.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Headings of Markdown at its outermost level. */
function markdownHeadings(text: string): readonly FoundHeading[] {
  const found: FoundHeading[] = [];
  const front = /^---\n(?:.*\n)*?---\n/.exec(text)?.[0] ?? '';
  let line = front.split('\n').length - 1;
  for (const token of marked.lexer(text.slice(front.length))) {
    const lines = token.raw.split('\n').length - 1;
    if (token.type === 'heading') found.push({ line: line + token.raw.trimEnd().split('\n').length - 1, title: textIn(token) });
    line += lines;
  }
  return found;
}

function textIn(token: Token): string {
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(textIn).join('');
  return token.type === 'html' ? '' : 'text' in token ? String(token.text) : '';
}

/** A blank line, or one that names what is below it. */
const label = /^\s*(?:\.\. _[^:]*:|\[\[.*\]\]|\[#.*\]|<a (?:name|id)="[^"]*"><\/a>)?\s*$/;

function rstHeadings(text: string): readonly FoundHeading[] {
  const lines = text.split('\n');
  return lines.flatMap((under, line) => {
    const title = lines[line - 1]?.trim() ?? '';
    const isUnder = /^([=\-~^"'`#*+.:<>_])\1{2,}\s*$/.test(under) && /\w/.test(title) && under.trim().length >= title.length;
    const isOver = lines[line - 2] === under;
    return isUnder && (isOver || !/^\s/.test(lines[line - 1] ?? '')) ? [{ line, title: title.replace(/:[\w:]+:`|[`*]|_$/g, '') }] : [];
  });
}

function asciidocHeadings(text: string): readonly FoundHeading[] {
  let block = '';
  return text.split('\n').flatMap((raw, line) => {
    const mark = /^([-.=+/*_])\1{3,}\s*$/.exec(raw)?.[0].trim();
    if (mark !== undefined) block = block === '' ? mark : block === mark ? '' : block;
    const title = block === '' ? /^={1,6}\s+(.*)$/.exec(raw)?.[1] : undefined;
    return title === undefined ? [] : [{ line, title }];
  });
}

const readers: Readonly<Record<string, (text: string) => readonly FoundHeading[]>> = {
  markdown: markdownHeadings,
  restructuredtext: rstHeadings,
  asciidoc: asciidocHeadings,
};

/** Letters and digits, without markup. */
function plain(title: string): string {
  return title
    .replace(/\]\([^)]*\)|<[^>]*>|\{[^}]*\}/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

interface Judged {
  readonly headings: number;
  readonly wrong: readonly string[];
  readonly passages: number;
}

function judge(file: string, text: string, format: string): Judged {
  const lines = text.split('\n');
  const { chunks } = analyzeText(text, languageOf(file));
  const headings = (readers[format] as (text: string) => readonly FoundHeading[])(text);
  const wrong: string[] = [];
  let count = 0;
  headings.forEach(({ line, title }, i) => {
    let end = headings[i + 1]?.line ?? lines.length;
    // The lines of the next heading, with a rule above, and the labels above it belong to that.
    if (format === 'restructuredtext' && end < lines.length) end -= lines[end] === lines[end - 2] ? 2 : 1;
    while (end > line + 1 && label.test(lines[end - 1] ?? '')) end--;
    const own = lines.slice(line + 1, end);
    if (Buffer.byteLength(own.join('\n').trim()) < minBytes || plain(title) === '') return;
    count++;
    const first = line + 2 + own.findIndex((one) => one.trim() !== '');
    const last = line + 1 + own.findLastIndex((one) => one.trim() !== '') + 1;
    const titles = chunks.filter(({ startLine, endLine }) => startLine <= last && endLine >= first).map((chunk) => chunk.title);
    const isWrong = titles.some((one) => !plain(one.split(' › ').at(-1) ?? '').includes(plain(title).slice(0, 60)));
    if (isWrong) wrong.push(`${file}:${line + 1} ${JSON.stringify(title)} under ${JSON.stringify(titles)}`);
  });
  return { headings: count, wrong, passages: chunks.length };
}

function cpuOf(work: () => void, runs: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage().user;
    work();
    least = Math.min(least, (process.cpuUsage().user - before) / 1000);
  }
  return least;
}

const { values } = parseArgs({ options: { sites: { type: 'string' }, wrong: { type: 'boolean' }, runs: { type: 'string' } } });
if (values.sites === undefined) {
  console.error(usage);
  process.exit(2);
}
const { drawn } = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'sites.json'), 'utf8')) as { readonly drawn: readonly Site[] };
console.log(
  '| site | format | files | passages | headings | wrong | % | CPU ms |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
);
for (const { repository, format } of drawn) {
  const files = filesBelow(path.join(values.sites, repository.replace('/', '+')), endings[format] ?? []);
  const texts = files.map((file) => ({ file, text: fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n') }));
  const judged = texts.map(({ file, text }) => judge(file, text, format));
  const sum = (of: (one: Judged) => number): number => judged.reduce((all, one) => all + of(one), 0);
  const [headings, wrong] = [sum((one) => one.headings), sum((one) => one.wrong.length)];
  const lexicons = createLexicons();
  const cpu = cpuOf(
    () => {
      for (const { file, text } of texts) analyzeColumns(text, languageOf(file), lexicons);
    },
    Number(values.runs ?? 3),
  );
  const share = ((100 * wrong) / headings).toFixed(2);
  console.log(
    `| ${repository} | ${format} | ${files.length} | ${sum((one) => one.passages)} | ${headings} | ${wrong} | ${share} | ${Math.round(cpu)} |`,
  );
  if (values.wrong) for (const one of judged.flatMap(({ wrong }) => wrong)) console.log(one);
}
