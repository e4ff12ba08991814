/** How two things differ: a paragraph on both, and what each is. */

import type { Block } from '../../engine/answer/brief/block.ts';
import { briefLimits } from '../../engine/answer/brief/brief.ts';
import { Trait } from '../../engine/index/reader.ts';
import { countTerms } from '../../engine/text/words/countTerms.ts';
import { briefOf } from '../ask/askBrief.ts';
import { describeRanking } from '../ask/describe.ts';
import { type Answerer, type Asked, answeredBy } from './answerer.ts';
import { withSubjects } from './names.ts';

/** Passages that are looked through for a paragraph, and its lines. */
const maxPassages = 50;
const maxParagraphLines = 12;
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
    const found = [...(both === undefined ? [] : [both]), ...sides];
    const shown = found.filter((one, i) => found.findIndex(({ chunk }) => chunk === one.chunk) === i);
    if (shown.length === 0) return undefined;
    const blocks = shown.map(({ block }, i) => ({ ...block, n: i + 1 }));
    return { ...answeredBy({ chunks: shown.map(({ chunk }) => chunk), blocks }), passages: both === undefined ? 'before' : 'after' };
  },
};

/** The first paragraph of a document with all of these words; `section` if a heading has them first, so that the question finds its section. */
async function paragraphOn(words: string, { question, rank, view: { reader }, texts }: Asked): Promise<Found | 'section' | undefined> {
  const wanted = [...countTerms(words).keys()];
  const hasAll = (text: string): boolean => {
    const terms = countTerms(text);
    return wanted.every((term) => terms.has(term));
  };
  const { results } = await rank(question, { limit: maxPassages });
  const traits = (chunk: number): number => (reader.traits[chunk] as number) & (Trait.Prose | Trait.Auxiliary | Trait.ChangeLog);
  const chunks = results.map(({ chunk }) => chunk).filter((chunk) => traits(chunk) === Trait.Prose);
  for (const [i, info] of (await reader.chunkInfo(chunks)).entries()) {
    const { kind, language, title: subject } = info;
    if (hasAll(subject.split(' › ').at(-1) ?? '')) return 'section';
    const paragraphs = paragraphsIn((await texts.chunkText(info)) ?? '');
    const both = paragraphs.find(({ text }) => text.length <= maxParagraphLines && hasAll(text.join('\n')));
    if (both === undefined) continue;
    const [startLine, endLine] = [info.startLine + both.first, info.startLine + both.first + both.text.length - 1];
    const piece = await texts.quotedLines(info, startLine, endLine);
    if (piece === undefined) continue;
    return { chunk: chunks[i] as number, block: { n: 0, subject, kind, language, startLine, endLine, pieces: [piece] } };
  }
  return undefined;
}

/** The runs of lines without a blank one, each with the number of its first line, from 0; without tables, whose rows are on one thing each. */
function paragraphsIn(section: string): readonly { readonly first: number; readonly text: readonly string[] }[] {
  const lines = section.split('\n');
  const blanks = lines.flatMap((line, i) => (line.trim() === '' ? i : []));
  const starts = [0, ...blanks.map((i) => i + 1)];
  const runs = starts.map((first, i) => ({ first, text: lines.slice(first, blanks[i]) }));
  return runs.filter(({ text: [start] }) => start !== undefined && !start.trimStart().startsWith('|'));
}

/** What says what a thing is, if anything does. */
async function introductionTo(name: string, { rank, view, texts }: Asked): Promise<Found | undefined> {
  const question = `What is ${name}?`;
  const ranking = await rank(question, { limit: briefLimits.maxSources });
  const ranked = await describeRanking(ranking, view, texts);
  const room = { first: maxCharacters, further: 0 };
  const { state, fitted: [block] = [] } = await briefOf({ question, room }, ranked, view.reader, texts);
  const chunk = block && ranking.results[block.n - 1]?.chunk;
  return state !== 'answer' || block === undefined || chunk === undefined ? undefined : { chunk, block };
}
