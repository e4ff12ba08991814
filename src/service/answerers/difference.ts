/** How two things differ: what each is, and a paragraph on both, which comes first if it compares them. */

import type { Block } from '../../engine/answer/brief/block.ts';
import { briefLimits } from '../../engine/answer/brief/brief.ts';
import { textOf } from '../../engine/answer/brief/parsedSource.ts';
import { docUnits } from '../../engine/answer/brief/units/docUnits.ts';
import type { Unit } from '../../engine/answer/brief/units/unit.ts';
import { Trait } from '../../engine/index/reader.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { lineAt, linesOf } from '../../engine/text/lines.ts';
import { foldedWords } from '../../engine/text/names/entities.ts';
import { countTerms } from '../../engine/text/words/countTerms.ts';
import { wordsOf } from '../../engine/util/strings.ts';
import { briefOf } from '../ask/askBrief.ts';
import { describeRanking } from '../ask/describe.ts';
import { type Answerer, type Asked, answeredBy } from './answerer.ts';
import { withSubjects } from './names.ts';

/** Passages that are looked through for a paragraph, and its lines. */
const maxPassages = 50;
const maxParagraphLines = 12;
/** A paragraph with one of these says how things differ; another one may only say that there are both. */
const comparingWords = new Set(wordsOf('difference differences differs differ unlike whereas'));
/** Of what says what one of the two is, for about a dozen lines. */
const maxCharacters = 600;

interface Found {
  readonly chunk: number;
  readonly block: Block;
}

export const difference: Answerer<readonly [string, string]> = {
  reads(asked) {
    const { asks, subjects: [a, b] = [] } = withSubjects(asked) ?? {};
    return asks !== 'difference' || a === undefined || b === undefined ? undefined : [a.text, b.text];
  },
  async answer([a, b], asked) {
    const both = await paragraphOn(`${a} ${b}`, asked);
    if (both === 'section') return undefined;
    const each = await Promise.all([a, b].map((name) => introductionTo(name, asked)));
    // What one of the two is says less than the passages that the question finds.
    const sides = each.some((side) => side === undefined) ? [] : (each as readonly Found[]);
    const found = both === undefined ? sides : compares(both) ? [both, ...sides] : [...sides, both];
    const shown = found.filter((one, i) => found.findIndex(({ chunk }) => chunk === one.chunk) === i);
    if (shown.length === 0) return undefined;
    const blocks = shown.map(({ block }, i) => ({ ...block, n: i + 1 }));
    return { ...answeredBy({ chunks: shown.map(({ chunk }) => chunk), blocks }), passages: both === undefined ? 'before' : 'after' };
  },
};

/** The first paragraph of a document with all of these words; `section` if a heading has them first, so that the question finds its section. */
async function paragraphOn(words: string, { question, rank, view: { reader }, texts }: Asked): Promise<Found | 'section' | undefined> {
  const { results } = await rank(question, { limit: maxPassages });
  const traits = (chunk: number): number => (reader.traits[chunk] as number) & (Trait.Prose | Trait.Auxiliary | Trait.ChangeLog);
  const chunks = results.map(({ chunk }) => chunk).filter((chunk) => traits(chunk) === Trait.Prose);
  for (const [i, info] of (await reader.chunkInfo(chunks)).entries()) {
    const { kind, language, title: subject } = info;
    if (holdsAll(subject.split(' › ').at(-1) ?? '', words)) return 'section';
    const lines = linesOf(texts.wholeText(info) ?? '');
    const units = docUnits(lines, languageNamed(language), info.startLine - 1, Math.min(info.endLine, lines.count));
    // A row of a table is on one thing.
    const isParagraph = (unit: Unit): boolean => unit.kind === 'prose' && !lineAt(lines, unit.first).trimStart().startsWith('|');
    const both = units.find(
      (unit) => isParagraph(unit) && unit.last - unit.first < maxParagraphLines && holdsAll(textOf(lines, unit), words),
    );
    if (both === undefined) continue;
    const [startLine, endLine] = [both.first + 1, both.last + 1];
    const piece = await texts.quotedLines(info, startLine, endLine);
    if (piece === undefined) continue;
    return { chunk: chunks[i] as number, block: { n: 0, subject, kind, language, startLine, endLine, pieces: [piece] } };
  }
  return undefined;
}

/** Whether a paragraph compares what it names. */
function compares({ block }: Found): boolean {
  return foldedWords(block.pieces.map(({ text }) => text).join('\n')).some((word) => comparingWords.has(word));
}

/** What says what a thing is, if something of its name does. */
async function introductionTo(name: string, { rank, view, texts }: Asked): Promise<Found | undefined> {
  const question = `What is ${name}?`;
  const ranking = await rank(question, { limit: briefLimits.maxSources });
  const ranked = await describeRanking(ranking, view, texts);
  const room = { first: maxCharacters, further: 0 };
  const { state, fitted: [block] = [] } = await briefOf({ question, room }, ranked, view.reader, texts);
  const chunk = block && ranking.results[block.n - 1]?.chunk;
  if (state !== 'answer' || block === undefined || chunk === undefined) return undefined;
  return holdsAll(block.subject, name) ? { chunk, block } : undefined;
}

function holdsAll(text: string, words: string): boolean {
  const terms = countTerms(text);
  return [...countTerms(words).keys()].every((term) => terms.has(term));
}
