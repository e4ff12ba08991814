/**
 * Non-anaphoric uses of words that can be anaphoric: "is there a limit", "the file that holds it", "one of the files". A table of their
 * contexts. Cost: one pass over the question, and some dozen words around each such word.
 */

/** Auxiliary verbs. */
export const auxiliaries = 'do does did is are was were has have had can could will would shall should may might must'.split(' ');
/** Words before a noun. */
export const determiners = 'the a an any all every each some no'.split(' ');
const workspaceNames = 'project repo repository workspace codebase'.split(' ');

/** A reference to the workspace itself. */
export const wholeWorkspace = new RegExp(String.raw`\bthis (?:${workspaceNames.join('|')}|code base)\b`, 'i');

const groups: Readonly<Record<string, readonly string[]>> = {
  AUX: auxiliaries,
  THE: determiners,
  GOOD: 'possible important necessary safe ok true better best good bad enough easy hard common worth known'.split(' '),
  WORKSPACE: workspaceNames,
};

/** The anaphoric word is in brackets; `*` is any word or quote, `…` next to it any words and punctuation. Other punctuation prevents a match. */
const table = `
[this] WORKSPACE
[this] code base
AUX|be|been [there]
[there] AUX|'s
[it] GOOD to|that|if
[it] 's|is|be GOOD to|that|if
[it] take|takes|mean|means|matter|matters to|that|if|when|whether|how
so|such|now|given|provided|sure|assuming|ensure|ensures|guarantee|guarantees [that] *
[that] it|they|we|you|i|the|a|an|each|every
THE * [that] *
THE * * [that] AUX
[these|those] that|who|which|of
do|does|can|could|will|would|should|may|might|must [one] *
in|with|from|to|by|for|as|into|on|per|after|than|least|most|only|just|no [one] *
[one] of|or|another|by|more
if|when|once|first|and … [then] *
and|two|both|several|many|multiple|share|shared|shares … [same]
[same] … as`;

/** The words allowed at a position. */
type Term = ReadonlySet<string> | '*' | '…';

interface Idiom {
  readonly anaphor: Term;
  /** Nearest first, like `after`. */
  readonly before: readonly Term[];
  readonly after: readonly Term[];
}

const idioms: readonly Idiom[] = table.trim().split('\n').map(readRow);
/** Max length of `…`, in words and punctuation. */
const maxIdiomLength = 40;

function readRow(row: string): Idiom {
  const terms = row.split(' ');
  const at = terms.findIndex((term) => term.startsWith('['));
  const [anaphor, ...after] = terms.slice(at).map(readTerm);
  return { anaphor: anaphor as Term, before: terms.slice(0, at).map(readTerm).reverse(), after };
}

function readTerm(term: string): Term {
  if (term === '*' || term === '…') return term;
  return new Set(
    term
      .replace(/[[\]]/g, '')
      .split('|')
      .flatMap((word) => groups[word] ?? word),
  );
}

/** The offsets of the words of a question that are used in an idiom. */
export function idiomsIn(question: string): ReadonlySet<number> {
  // Words, with inner dots and hyphens; the contraction of "is"; single punctuation characters.
  const tokens = [...question.matchAll(/[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*|['’]s\b|[^\s]/gu)];
  const words = tokens.map(([token]) => token.toLowerCase().replace('’', "'"));
  const found = idioms.flatMap(({ anaphor, before, after }) =>
    tokens.filter((_, i) => isOneOf(words[i], anaphor) && matchesContext(words, i, -1, before) && matchesContext(words, i, 1, after)),
  );
  return new Set(found.map(({ index }) => index));
}

/** Whether the words next to word `i`, in the direction of `step`, match the terms. */
function matchesContext(words: readonly string[], i: number, step: 1 | -1, terms: readonly Term[]): boolean {
  const [nearest, next] = terms;
  if (nearest !== '…') return terms.every((term, t) => isOneOf(words[i + step * (t + 1)], term));
  for (let far = 1; far <= maxIdiomLength; far++) if (isOneOf(words[i + step * far], next as Term)) return true;
  return false;
}

function isOneOf(word: string | undefined, term: Term): boolean {
  if (word === undefined) return false;
  return typeof term === 'string' ? /^[\p{L}\p{N}_`"]/u.test(word) : term.has(word);
}
