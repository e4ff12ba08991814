/**
 * Words that start the entries of change logs and sentences of any text. Capitalised, they look like names: "Preserve comments",
 * "Similarly, …".
 */

import { wordsOf } from '../util/strings.ts';

/** Verbs of change log entries, without those that are as often subjects (cache, filter, render). */
const verbs = new Set(
  wordsOf(`accept adapt adjust announce apply assume attempt authenticate avoid bring bump cancel choose clean combine compare
compile compute continue convert cover decide deduplicate defer define delete deny deprecate describe detect determine
disallow discard discover display document drop edit emit encourage erase escape evaluate exclude exit expand expect
explain expose extend extract fail fall forbid force gate generate grow guard hide hint ignore implement infer initialize
insert inspect introduce invalidate invoke isolate limit listen log mark match merge migrate modify normalize omit opt
optimize overhaul override parse pin polish prepare preserve prevent print proceed propagate prune publish push quote
raise rebuild recognize reduce refresh regenerate reject relax remember rename reorder repair report represent reset
resolve respect restore restrict restructure retain reuse revert rework rewrite round sanitize save scan separate shorten
simplify skip specify speed split streamline strip suggest suppress surface swap switch sync throw tidy tighten track
translate traverse treat trim truncate tweak unify unpin unset upload validate verify visit wait warn wrap yield`),
);

const openers = new Set(
  wordsOf(`additional against almost alongside always amongst beyond certain copyright dependency depending despite during etc
expected furthermore hence meanwhile nevertheless nonetheless otherwise package per perhaps potential regarding sometimes
somewhat though unexpected unlike various via whatever whenever whereas wherever yet`),
);

/** Words in "ly" that are not adverbs. */
const nouns = new Set(wordsOf('anomaly assembly butterfly family fly italy july monopoly multiply poly rally reply supply'));

/** Whether a folded word is an opener. */
export function isOpener(word: string): boolean {
  if (openers.has(word) || (word.length > 4 && word.endsWith('ly') && !nouns.has(word))) return true;
  return isFormOf(word, verbs);
}

/** Whether a word is one of these or a form of one, of a verb or a plural: "closes", "merged". */
export function isFormOf(word: string, words: ReadonlySet<string>): boolean {
  return ['', 's', 'es', 'd', 'ed'].some((ending) => word.endsWith(ending) && words.has(word.slice(0, word.length - ending.length)));
}

/** Whether a word is the gerund of one of these: "adding", "closing", "running". */
export function isGerundOf(word: string, words: ReadonlySet<string>): boolean {
  if (!word.endsWith('ing')) return false;
  const base = word.slice(0, -3);
  return words.has(base) || words.has(`${base}e`) || words.has(base.slice(0, -1));
}
