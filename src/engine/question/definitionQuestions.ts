/**
 * Definition questions, which ask only what something is: "What is ripgrep?", "What does LRU mean?". Their answer is the section of that name, and
 * in it the sentence that defines the thing. Also location questions, whose verb is irrelevant: "Where is Router defined?". By English rules.
 * Cost: one pass over a short question.
 */

import { nameOf } from '../text/names/names.ts';
import { fold } from '../text/words/terms.ts';
import { tokenize } from '../text/words/tokens.ts';

/** Longer questions and sentences do not match. UTF-16 units. */
const maxSentenceLength = 200;

const article = '(?:(?:an?|the) )?';
const asksWhatIs = new RegExp(`^(?:what|who)(?:['’]?s| is| are| was| were) (?:exactly )?${article}(.+)$`, 'i');
const asksWhatItDoes = new RegExp(`^what (?:do|does) ${article}(.+?) (?:do|mean|stand for)$`, 'i');
/** Words between a thing and its definition. */
const defines = /^(?:['’]s|is|are|was|were|means|stands for|refers to|provides|offers|lets|allows|helps)$/;
/** Words before the thing in sentences about a special case: "If this matcher is given…". */
const definesNone = /^(?:after|as|because|before|each|every|how|if|no|once|since|that|this|unless|when|where|whether|which|while)$/;
/** Max words of a sentence before the thing it defines, not counting brackets. */
const maxBefore = 3;

const asksWhere = /^(where (?:is|are|was|were|do|does) .+?) (?:defined|declared|implemented|located|found|live|lives)$/i;

/** The question without the verb of a location question: "Where is Router defined?" does not ask for definitions. */
export function withoutFrame(question: string): string {
  if (question.length > maxSentenceLength) return question;
  return asksWhere.exec(question.trim().replace(/[\s?.!]+$/, ''))?.[1] ?? question;
}

/** The kind of thing after a name, which is not part of the name. */
const kindOfThing =
  / (?:class|component|constant|decorator|enum|function|helper|hook|interface|macro|method|middleware|object|struct|trait|type|variable|widget)$/i;

/** The thing that a location question is about, without article and kind; undefined for other questions. */
export function thingSought(question: string): string | undefined {
  const frame = withoutFrame(question);
  return frame === question ? undefined : frame.replace(/^where \w+ (?:(?:an?|the) )?/i, '').replace(kindOfThing, '');
}

/** The thing that a definition question is about, as folded words joined by spaces, without article; undefined for other questions. */
export function thingAskedFor(question: string): string | undefined {
  if (question.length > maxSentenceLength) return undefined;
  const plain = question
    .trim()
    .replace(/[\s?.!]+$/, '')
    .replace(/\s+/g, ' ');
  const thing = (asksWhatItDoes.exec(plain) ?? asksWhatIs.exec(plain))?.[1];
  return thing === undefined ? undefined : nameOf(foldedWords(thing));
}

/** The term of a definition list entry, before a dash or a colon: "`port` (number) - where it listens", "**Port**: …". */
const entry = /^[^\p{L}\p{N}]{0,4}([^:–—()\n]{1,80}?)[`*"'\]]{0,4}(?:\s?\([^()\n]{0,80}\))?(?:\s+-{1,2}|\s*[:–—])\s/u;

/** What follows the name of a thing in its definition. */
const definitionTail = /^s?[`*_"')\]]{0,3}\s(?:is|are|means|stands for|refers to|lets|allows|provides)\s/;
/** Max length of that, in UTF-16 units. */
const maxTailLength = 20;

/** Whether a text may define a thing: whether it has its name, followed by a defining verb. */
export function mayHoldDefinition(text: string, thing: string): boolean {
  const folded = fold(text).replace(/\s+/g, ' ');
  for (let at = folded.indexOf(thing); at >= 0; at = folded.indexOf(thing, at + 1)) {
    const after = at + thing.length;
    if (definitionTail.test(folded.slice(after, after + maxTailLength))) return true;
  }
  return false;
}

/** Whether a sentence begins with a definition of the thing. */
export function isDefinition(sentence: string, thing: string): boolean {
  const listed = entry.exec(sentence.slice(0, maxSentenceLength))?.[1];
  if (listed !== undefined && foldedWords(listed).join(' ') === thing) return true;
  const words = foldedWords(sentence.slice(0, maxSentenceLength).replace(/\([^)]*\)/g, ' '));
  const size = thing.split(' ').length;
  for (let at = 0; at <= maxBefore && at + size < words.length; at++) {
    if (at > 0 && definesNone.test(words[at - 1] as string)) return false;
    const name = words.slice(at, at + size).join(' ');
    if (name === thing || name === `${thing}s`) return defines.test(words[at + size] as string) && words[at + size + 1] !== 'not';
  }
  return false;
}

function foldedWords(text: string): readonly string[] {
  const { count, starts, ends } = tokenize(text);
  return Array.from({ length: count }, (_, i) => fold(text.slice(starts[i], ends[i])));
}
