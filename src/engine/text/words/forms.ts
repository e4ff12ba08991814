/**
 * Query expansion by related forms that stemming does not conflate: agent nouns ("linter", "lint"), abbreviations in code ("configuration",
 * "config"), and the other spelling of British and American English ("licence", "license"). Questions look these up in addition to their own words; nothing of this is stored.
 *
 * Porter's stemmer strips "-er" from long words only, rightly: conflated in the index, "user" would become "use".
 * An expansion term with a lower weight does no harm if it is wrong. By English rules and word lists; cost: some stems per distinct word.
 */

import { once } from '../../util/once.ts';
import { wordsOf } from '../../util/strings.ts';
import { stem } from '../stemming/stem.ts';

/** Words and their abbreviations in code. */
const abbreviations = `administrator admin|allocate alloc|application app|argument arg|asynchronous async|attribute attr|authenticate auth|authorize auth|benchmark bench|calculate calc|character char|
command cmd|configuration config cfg conf|connection conn|context ctx|coordinate coord|database db|declaration decl|definition def|dependency dep|destination dest|development dev|dictionary dict|
directory dir|document doc|environment env|error err|evaluate eval|exception exc|execute exec|expression expr|extension ext|format fmt|function func fn|generate gen|identifier ident|image img|implementation impl|
information info|initialize init|integer int|iterator iter|language lang|length len|library lib|maximum max|memory mem|message msg|minimum min|middleware mw|navigation nav|number num|object obj|
option opt|package pkg|parameter param|pointer ptr|position pos|preference pref|previous prev|process proc|production prod|property prop|reference ref|regular regex|repository repo|request req|
response resp res|serialize serde|source src|specification spec|statement stmt|statistic stat|string str|synchronize sync|temporary temp tmp|utility util|value val|variable var|vector vec|window win`;

const others = once(() => groupsOf(abbreviations));

/** Maps each stem to the other stems of its groups. */
function groupsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const group of text.split('|')) {
    const stems = wordsOf(group).map(stem);
    for (const own of stems) {
      const set = found.get(own) ?? new Set();
      for (const other of stems) if (other !== own) set.add(other);
      found.set(own, set);
    }
  }
  return new Map([...found].map(([own, set]) => [own, [...set]]));
}

/** Shorter words have no agent noun. */
const minBaseLength = 3;
const agentNoun = /^(.+?)(?:er|or)s?$/;

/** The stems of the verbs that a word may be the agent noun of: "format" for "formatter", "route" for "router". */
function basesOf(word: string): readonly string[] {
  const base = agentNoun.exec(word)?.[1];
  if (base === undefined || base.length < minBaseLength) return [];
  const last = base.length - 1;
  const doubled = base[last] === base[last - 1] ? [base.slice(0, last)] : [];
  return [base, `${base}e`, ...doubled].map(stem);
}

/** The stems of the agent nouns of a stem. */
function agentNounsOf(own: string): readonly string[] {
  if (own.length < minBaseLength || agentNoun.test(own)) return [];
  const ending = own.endsWith('e') ? ['r'] : ['er', 'or', `${own.at(-1)}er`];
  return ending.map((suffix) => stem(own + suffix));
}

/** Endings and middles of words that British and American English spell differently; each matches the other. */
const spellings = [
  ['our', 'or'],
  ['ise', 'ize'],
  ['isi', 'izi'],
  ['isa', 'iza'],
  ['yse', 'yze'],
  ['ence', 'ense'],
  ['tre', 'ter'],
  ['ogue', 'og'],
] as const;

/** The stems of an English word in the other spelling. Most are not words, which does no harm. */
export function respelled(written: string): readonly string[] {
  if (!plainWord.test(written)) return [];
  const word = written.toLowerCase();
  return spellings
    .flatMap(([a, b]) => [replaceLast(word, a, b), replaceLast(word, b, a)])
    .filter((other) => other !== word)
    .map(stem);
}

/** Replaces the last occurrence of `part`, unless the word begins with it. */
function replaceLast(word: string, part: string, other: string): string {
  const at = word.lastIndexOf(part);
  return at < 2 ? word : word.slice(0, at) + other + word.slice(at + part.length);
}

const formCache = new Map<string, readonly string[]>();
/** Max cached words; then a cache is cleared. */
const cacheLimit = 5_000;

/** Identifiers have no related forms. */
const plainWord = /^[A-Za-z]?[a-z]+$/;

/**
 * The stems of related forms of an English word, without its own; some are not words. Empty for an identifier or a word of another script.
 */
export function formsOf(written: string): readonly string[] {
  if (!plainWord.test(written)) return [];
  const word = written.toLowerCase();
  let forms = formCache.get(word);
  if (forms === undefined) {
    const own = stem(word);
    const all = new Set([...(others().get(own) ?? []), ...basesOf(word), ...agentNounsOf(own), ...respelled(word)]);
    all.delete(own);
    forms = [...all];
    if (formCache.size >= cacheLimit) formCache.clear();
    formCache.set(word, forms);
  }
  return forms;
}
