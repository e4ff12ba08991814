/** What holds if nothing is set: the lines that give a value to what the question names. */

import type { Block } from '../../engine/answer/brief/block.ts';
import { defaultLineOf } from '../../engine/answer/defaultLines.ts';
import { askedTerms, askedWords } from '../../engine/question/askedWords.ts';
import { type DefaultQuestion, defaultAskedFor } from '../../engine/question/newcomers/defaultQuestions.ts';
import { idf } from '../../engine/retrieval/systems/bm25.ts';
import { isChangeLogPath, isTestPath } from '../../engine/text/names/pathNames.ts';
import { languageOfQuestion } from '../../engine/text/stemming/naturalLanguage.ts';
import { en } from '../../engine/vocabulary/en.ts';
import { termSizes } from '../ask/nothingFound.ts';
import { type Answerer, answeredBy } from './answerer.ts';

/** Passages that are read, places that are shown, and lines around each. */
const maxSearched = 60;
const maxPlaces = 3;
const linesAround = 2;
/** A place is worth at least this share of the best; what is worth less than the minimum is no answer, and what is worth more needs no other. */
const minShare = 0.8;
const minWorth = 0.5;
const sureWorth = 0.9;

export const defaultValue: Answerer<DefaultQuestion> = {
  name: 'a default',
  isOfWorkspace: true,
  reads: ({ question }) => defaultAskedFor(question),
  async answer({ subject, called }, { view, texts, rank }) {
    const { reader } = view;
    const query = `${subject} default`;
    const sizes = await termSizes(reader, subject);
    const words = askedWords(subject, (term) => idf(sizes.get(term) ?? 0, reader.liveCount), languageOfQuestion(subject));
    const known = words.filter(({ terms }) => terms.some((term) => (sizes.get(term) ?? 0) > 0));
    if (known.length === 0) return undefined;
    const searched = await Promise.all([query, `${query} ${called}`].map((text) => rank(text, { limit: maxSearched })));
    const chunks = [...new Set(searched.flatMap(({ results }) => results.map(({ chunk }) => chunk)))];
    const infos = await reader.chunkInfo(chunks);
    const names = new Set(askedTerms(called, en));
    const total = known.reduce((sum, { weight }) => sum + weight, 0);
    const weighted = known.map((word) => ({ ...word, weight: word.weight / total }));
    const found: { readonly at: number; readonly line: number; readonly worth: number }[] = [];
    for (const [at, info] of infos.entries()) {
      const text = isTestPath(info.path) || isChangeLogPath(info.path) ? undefined : await texts.chunkText(info);
      const best =
        text === undefined
          ? undefined
          : defaultLineOf({ text, startLine: info.startLine, names: `${info.path} ${info.title}` }, weighted, names);
      if (best !== undefined) found.push({ at, ...best });
    }
    found.sort((a, b) => b.worth - a.worth || a.at - b.at);
    const shown: number[] = [];
    const blocks: Block[] = [];
    for (const { at, line, worth } of found.slice(0, maxPlaces)) {
      const [info, chunk] = [infos[at], chunks[at]];
      if (info === undefined || chunk === undefined || worth < Math.max(minWorth, minShare * (found[0]?.worth ?? 0))) continue;
      const startLine = Math.max(info.startLine, line - linesAround);
      const endLine = Math.min(info.endLine, line + linesAround);
      const piece = await texts.quotedLines(info, startLine, endLine);
      if (piece === undefined) continue;
      const { title: subject, kind, language } = info;
      blocks.push({ n: shown.push(chunk), subject, kind, language, startLine, endLine, pieces: [piece] });
    }
    if (blocks.length === 0) return undefined;
    const isSure = (found[0]?.worth ?? 0) >= sureWorth;
    return { ...answeredBy({ chunks: shown, blocks }), ...(isSure ? {} : { passages: 'after', query }) };
  },
};
