/**
 * Scripted models that read passages as a model would, and as a model errs: they reply with the capitalised names of a passage, the sentences that
 * contain each, and the words between two names of a sentence as a statement. A fault depends on the passage alone, so that runs are equal.
 */

import { createHash } from 'node:crypto';
import { estimateTokens, type LanguageModel } from '../../src/engine/answer/written/languageModel.ts';
import { sentencesOf } from '../../src/engine/text/sentences.ts';

/** What a reader does wrong, each in a share of passages or entities. */
export interface Faults {
  /** Of passages: the first entity has an alias such as "the film", "he", "the company" where the text has it. */
  readonly genericAliases?: number;
  /** Of passages: descriptions of some 8,000 words. */
  readonly longDescriptions?: number;
  /** Of passages: one statement of two parts, one as an object. */
  readonly brokenTriples?: number;
  /** Of passages: thoughts with braces before the JSON. */
  readonly thoughts?: number;
  /** Of entities: left out. */
  readonly omitted?: number;
  /** Of passages: the reply ends in the middle. */
  readonly cut?: number;
}

export const noFaults: Faults = {};
export const humanFaults: Faults = {
  genericAliases: 1,
  longDescriptions: 0.02,
  brokenTriples: 0.2,
  thoughts: 0.3,
  omitted: 0.2,
  cut: 0.05,
};

const maxNames = 20;
const maxTriples = 20;
const namePattern = /\p{Lu}[\p{L}\p{N}'’-]*(?:(?: | of | the | de | von )\p{Lu}[\p{L}\p{N}'’-]*)*/gu;
const genericPattern =
  /\b(?:the (?:film|band|company|album|song|city|town|village|book|series|author|director|actor|team|station|university)|he|she|it|they)\b/iu;

/** A share drawn from a text: below `share` for that share of all texts. */
function isDrawn(text: string, share: number | undefined): boolean {
  return share !== undefined && createHash('sha256').update(text).digest().readUInt32LE() / 2 ** 32 < share;
}

/** A model that reads with these faults. */
export function scriptedReader(faults: Faults): LanguageModel {
  return {
    name: `reader ${JSON.stringify(faults)}`,
    contextTokens: 1_000_000,
    countTokens: async (text) => estimateTokens(text),
    async *chat(messages) {
      const passage = (messages[1]?.content ?? '').replace(/<\/?source[^>]*>/g, '').trim();
      yield replyTo(passage, faults);
      return undefined;
    },
  };
}

function replyTo(passage: string, faults: Faults): string {
  const sentences = sentencesOf(passage).map(({ from, to }) => passage.slice(from, to).trim());
  const all = [...new Set(passage.match(namePattern))].slice(0, maxNames);
  const names = all.filter((name) => !isDrawn(`${name} ${passage}`, faults.omitted));
  const isLong = isDrawn(`long ${passage}`, faults.longDescriptions);
  const generic = isDrawn(`alias ${passage}`, faults.genericAliases) ? genericPattern.exec(passage)?.[0] : undefined;
  const entities = names.map((name, i) => {
    const description = sentences.filter((one) => one.includes(name)).join(' ');
    const surname = name.split(' ').at(-1) as string;
    const aliases = [
      ...(surname === name || !all.includes(surname) ? [] : [surname]),
      ...(i === 0 && generic !== undefined ? [generic] : []),
    ];
    return {
      name,
      description: isLong ? `${description} `.repeat(1 + Math.ceil(8000 / (1 + description.split(' ').length))) : description,
      aliases,
    };
  });
  const triples: unknown[] = sentences.flatMap((sentence) => {
    const [first, ...others] = names.filter((name) => sentence.includes(name)).sort((a, b) => sentence.indexOf(a) - sentence.indexOf(b));
    return others.map((other) => [first, betweenIn(sentence, first as string, other), other]);
  });
  if (isDrawn(`triple ${passage}`, faults.brokenTriples) && triples.length > 0)
    triples.splice(0, 1, (triples[0] as string[]).slice(0, 2), { subject: names[0], relation: 'is named with', object: names.at(-1) });
  const json = JSON.stringify({ entities, triples: triples.slice(0, maxTriples), summary: sentences[0] ?? '' });
  const reply = isDrawn(`cut ${passage}`, faults.cut) ? json.slice(0, Math.floor(json.length * 0.7)) : json;
  return isDrawn(`thoughts ${passage}`, faults.thoughts)
    ? `The form is {"entities": […]}, so {x} first.\n\`\`\`json\n${reply}\n\`\`\``
    : reply;
}

function betweenIn(sentence: string, from: string, to: string): string {
  const start = sentence.indexOf(from) + from.length;
  return (
    sentence
      .slice(start, Math.max(start, sentence.indexOf(to)))
      .trim()
      .slice(0, 100) || 'is named with'
  );
}
