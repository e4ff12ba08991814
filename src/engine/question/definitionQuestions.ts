/**
 * Questions that ask what something is, and nothing else: "What is ripgrep?", "What does LRU mean?". What they ask for is the section of
 * that name, and in it the sentence that defines the thing. And questions where something is, whose verb says nothing of it. By rules of
 * English alone. Cost: one pass over a short question.
 */

import { nameOf } from '../text/names/names.ts';
import { fold } from '../text/words/terms.ts';
import { tokenize } from '../text/words/tokens.ts';

/** Longer questions ask more than that. */
const maxSentenceLength = 200;

const article = '(?:(?:an?|the) )?';
const asksWhatIs = new RegExp(`^(?:what|who)(?:['’]?s| is| are| was| were) (?:exactly )?${article}(.+)$`, 'i');
const asksWhatItDoes = new RegExp(`^what (?:do|does) ${article}(.+?) (?:do|mean|stand for)$`, 'i');
/** What stands between the thing and what it is said to be. */
const defines = /^(?:['’]s|is|are|was|were|means|stands for|refers to|provides|offers|lets|allows|helps)$/;
/** What says something of one case of a thing: "If this matcher is given…". */
const definesNone = /^(?:after|as|because|before|each|every|how|if|no|once|since|that|this|unless|when|where|whether|which|while)$/;
/** Words that a sentence may have before it says what the thing is, brackets left out. */
const maxBefore = 3;

const asksWhere = /^(where (?:is|are|was|were|do|does) .+?) (?:defined|declared|implemented|located|found|live|lives)$/i;

/** The question without the word that only says what kind of place is wanted: "Where is Router defined?" does not ask for definitions. */
export function withoutFrame(question: string): string {
  if (question.length > maxSentenceLength) return question;
  return asksWhere.exec(question.trim().replace(/[\s?.!]+$/, ''))?.[1] ?? question;
}

/** What kind of thing a name is of, behind the name: it is no part of it. */
const kindOfThing =
  / (?:class|component|constant|decorator|enum|function|helper|hook|interface|macro|method|middleware|object|struct|trait|type|variable|widget)$/i;

/** The thing whose place a question asks for, without an article and what kind of thing it is; undefined where it asks something else. */
export function thingSought(question: string): string | undefined {
  const frame = withoutFrame(question);
  return frame === question ? undefined : frame.replace(/^where \w+ (?:(?:an?|the) )?/i, '').replace(kindOfThing, '');
}

/** The thing that a question asks for as folded words joined by blanks, without an article; undefined where it asks something else. */
export function thingAskedFor(question: string): string | undefined {
  if (question.length > maxSentenceLength) return undefined;
  const plain = question
    .trim()
    .replace(/[\s?.!]+$/, '')
    .replace(/\s+/g, ' ');
  const thing = (asksWhatItDoes.exec(plain) ?? asksWhatIs.exec(plain))?.[1];
  return thing === undefined ? undefined : nameOf(foldedWords(thing));
}

/** What an entry of a list says what it is of, before a dash or a colon: "`port` (number) - where it listens", "**Port**: …". */
const entry = /^[^\p{L}\p{N}]{0,4}([^:–—()\n]{1,80}?)[`*"'\]]{0,4}(?:\s?\([^()\n]{0,80}\))?(?:\s+-{1,2}|\s*[:–—])\s/u;

/** What stands behind the name of a thing where that is defined. */
const definesBehind = /^s?[`*_"')\]]{0,3}\s(?:is|are|means|stands for|refers to|lets|allows|provides)\s/;
/** It takes no more units. */
const maxTailLength = 20;

/** Whether a text may say what a thing is: its name stands there, and something that defines behind it. */
export function mayHoldDefinition(text: string, thing: string): boolean {
  const folded = fold(text).replace(/\s+/g, ' ');
  for (let at = folded.indexOf(thing); at >= 0; at = folded.indexOf(thing, at + 1)) {
    const behind = at + thing.length;
    if (definesBehind.test(folded.slice(behind, behind + maxTailLength))) return true;
  }
  return false;
}

/** Whether a sentence begins by saying what the thing is. */
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
