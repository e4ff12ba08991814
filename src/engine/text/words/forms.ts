/**
 * Other forms of a word that its stem does not meet: who does it ("linter" to "lint" and back), irregular verbs ("built" to "build") and what
 * code makes of long words ("configuration" to "config"). A question looks these up beside its own words; nothing of it is stored.
 *
 * Porter's stemmer takes "-er" off long words alone and knows no irregular ones, rightly: unified in the index, "user" would be "use". A
 * form that is looked up, and counts less, does no harm where it is none. By rules of English and lists of what is the same word; cost: some
 * stems for each distinct word.
 */

import { once } from '../../util/once.ts';
import { stem } from './stem.ts';

/** Verbs of which something is made, kept, sent and so on: all forms of each that stems keep apart. */
const irregular = `begin began begun|bind bound|break broke broken|bring brought|build built|catch caught|choose chose chosen choice|come came|draw drew drawn|
drive drove driven|fall fell fallen|feed fed|find found|forget forgot forgotten|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|
hide hid hidden|hold held|keep kept|know knew known|lead led|leave left|lose lost loss|make made|overwrite overwrote overwritten|pay paid|
rebuild rebuilt|rewrite rewrote rewritten|run ran|see saw seen|sell sold|send sent|shake shook shaken|sleep slept|speak spoke spoken|spin spun|stand stood|steal stole stolen|swim swam swum|
sing sang sung|take took taken|teach taught|tell told|think thought|throw threw thrown|wake woke woken|win won|wind wound|write wrote written|die death dead|
resolve resolution|decide decision|submit submission|permit permission|convert conversion|subscribe subscription|describe description|divide division|
extend extension|expand expansion|compress compression|retry retries|analyze analysis|delete deletion|receive reception|revise revision|succeed success`;

/** What code calls a thing for short. */
const short = `administrator admin|allocate alloc|application app|argument arg|asynchronous async|attribute attr|authenticate auth|authorize auth|calculate calc|character char|
command cmd|configuration config cfg conf|connection conn|context ctx|coordinate coord|database db|declaration decl|definition def|dependency dep|destination dest|development dev|dictionary dict|
directory dir|document doc|environment env|error err|evaluate eval|exception exc|execute exec|expression expr|extension ext|function func fn|generate gen|identifier ident|image img|implementation impl|
information info|initialize init|integer int|iterator iter|language lang|length len|library lib|maximum max|memory mem|message msg|minimum min|middleware mw|navigation nav|number num|object obj|
option opt|package pkg|parameter param|pointer ptr|position pos|preference pref|previous prev|process proc|production prod|property prop|reference ref|regular regex|repository repo|request req|
response resp res|serialize serde|source src|specification spec|statement stmt|statistic stat|string str|synchronize sync|temporary temp tmp|utility util|value val|variable var|vector vec|window win`;

const others = once(() => groupsOf(`${irregular}|${short}`));

/** By the stem of each word the stems of those that it is in a group with. */
function groupsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const group of text.split('|')) {
    const stems = group.trim().split(/\s+/).map(stem);
    for (const own of stems) {
      const set = found.get(own) ?? new Set();
      for (const other of stems) if (other !== own) set.add(other);
      found.set(own, set);
    }
  }
  return new Map([...found].map(([own, set]) => [own, [...set]]));
}

/** Shorter words are no verbs that somebody is named after. */
const shortestBase = 3;
const agent = /^(.+?)(?:er|or)s?$/;

/** The verbs of a word that may name who does it: "formatter" of "format", "router" of "route". */
function basesOf(word: string): readonly string[] {
  const base = agent.exec(word)?.[1];
  if (base === undefined || base.length < shortestBase) return [];
  const last = base.length - 1;
  const doubled = base[last] === base[last - 1] ? [base.slice(0, last)] : [];
  return [base, `${base}e`, ...doubled].map(stem);
}

/** Who does what the stem says. */
function agentsOf(own: string): readonly string[] {
  if (own.length < shortestBase || agent.test(own)) return [];
  const ending = own.endsWith('e') ? ['r'] : ['er', 'or', `${own.at(-1)}er`];
  return ending.map((suffix) => stem(own + suffix));
}

const known = new Map<string, readonly string[]>();
/** Words remembered; then the memory starts anew. */
const memoryLimit = 5_000;

/** The stems of other forms of a word of small letters of ASCII, without its own; some are no words. */
export function formsOf(word: string): readonly string[] {
  let forms = known.get(word);
  if (forms === undefined) {
    const own = stem(word);
    const all = new Set([...(others().get(own) ?? []), ...basesOf(word), ...agentsOf(own)]);
    all.delete(own);
    forms = [...all];
    if (known.size >= memoryLimit) known.clear();
    known.set(word, forms);
  }
  return forms;
}
