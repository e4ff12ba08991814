/** Names without a subject: nationalities, and the words of notes, headings and options. */

import { Space } from '../document.ts';
import { stopWords } from '../text/stemming/stopWords.ts';
import { wordsOf } from '../util/strings.ts';
import { en } from '../vocabulary/en.ts';
import { nationalities } from '../vocabulary/subjectKeys.ts';

/** Verbs that start the entries of change logs, where they look like names ("Preserve comments"), without those that are as often subjects (cache, filter, render). */
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
function isOpener(word: string): boolean {
  if (openers.has(word) || (word.length > 4 && word.endsWith('ly') && !nouns.has(word))) return true;
  return isFormOf(word, verbs);
}

/** Whether a word is one of these or a form of one, of a verb or a plural: "closes", "merged". */
function isFormOf(word: string, words: ReadonlySet<string>): boolean {
  return ['', 's', 'es', 'd', 'ed'].some((ending) => word.endsWith(ending) && words.has(word.slice(0, word.length - ending.length)));
}

/** Whether a word is the gerund of one of these: "adding", "closing", "running". */
function isGerundOf(word: string, words: ReadonlySet<string>): boolean {
  if (!word.endsWith('ing')) return false;
  const base = word.slice(0, -3);
  return words.has(base) || words.has(`${base}e`) || words.has(base.slice(0, -1));
}

const words = `add allow another ask bad begin best better break bug build built call caution change changelog check clarify class clear close
code come command common community complete config configuration consider contents core correct create current currently custom
data day dear default dependencies deprecated description details different don easy either enable end enough ensure error even
every everything example faq false fast feature figure file finally find first fix fixme follow form found fourth free full
function general good great guide handle head help hey high home however html http idea image important improve improvements
include index install installation instead internal introduction issue java javascript json keep key know large last later latest
learn less license line links list little load local long lot low main major maybe method minor misc mode moreover move name nan
never new next nice node none normal note nothing notice null number object often ok old open option optional order others output
overview page part pass perf performance place plain point post prefer previously process provide public pull put question quick
quickly rather read readme ready real recommended refactor reference release remove repeat replace require resources result return
right root run rust safe say second security see select set show side simple simply since single small special specific standard
start step still stop string summary support sure test text thanks therefore third three thus time tip title today todo together
tool top true try two type typescript undefined unless update upgrade url usage user valid value version view web welcome well
whole world write wrong xhtml xml yaml yes`;

const common = new Set(wordsOf(`${words} ${en.stopWords}`));
const general = new Set(wordsOf(nationalities));

/** Whether a key (with its space letter) is a word that starts sentences, headings and entries on any subject. */
export function isCommonWord(key: string): boolean {
  const word = key.slice(2).toLowerCase();
  if (stopWords.has(word) || isFormOf(word, common)) return true;
  return key[0] === Space.Name && (isOpener(word) || isGerundOf(word, common));
}

/** Whether a key does not identify a subject: a common word or a nationality. */
export function isVague(key: string): boolean {
  return isCommonWord(key) || general.has(key.slice(2).toLowerCase());
}
