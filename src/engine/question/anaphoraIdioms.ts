/**
 * Words that look as if they pointed at something said before and do not: "is there a limit", "the file that holds it", "one of the files".
 * A table of what stands beside them. Cost: one pass over the question, and some dozen words beside each such word.
 */

/** Verbs that a sentence or a question is made with. */
export const auxiliaries = 'do does did is are was were has have had can could will would shall should may might must'.split(' ');
const workspaceNames = 'project repo repository workspace codebase'.split(' ');

/** Where a question speaks of the workspace itself. */
export const wholeWorkspace = new RegExp(String.raw`\bthis (?:${workspaceNames.join('|')}|code base)\b`, 'i');

const groups: Readonly<Record<string, readonly string[]>> = {
  AUX: auxiliaries,
  THE: 'the a an any all every each some no'.split(' '),
  GOOD: 'possible important necessary safe ok true better best good bad enough easy hard common worth known'.split(' '),
  WORKSPACE: workspaceNames,
};

/** The word that points stands in brackets; `*` is any word or quote, and `…` beside it any words and signs. Signs between words keep a row from matching. */
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

/** The words that may stand in a place. */
type Term = ReadonlySet<string> | '*' | '…';

interface Idiom {
  readonly pointing: Term;
  /** Nearest first, as is `after`. */
  readonly before: readonly Term[];
  readonly after: readonly Term[];
}

const idioms: readonly Idiom[] = table.trim().split('\n').map(readRow);
/** How far `…` reaches, in words and signs. */
const maxIdiomLength = 40;

function readRow(row: string): Idiom {
  const terms = row.split(' ');
  const at = terms.findIndex((term) => term.startsWith('['));
  const [pointing, ...after] = terms.slice(at).map(readTerm);
  return { pointing: pointing as Term, before: terms.slice(0, at).map(readTerm).reverse(), after };
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

/** Where in a question words stand that belong to an idiom. */
export function idiomsIn(question: string): ReadonlySet<number> {
  // Words, which may hold dots and hyphens; what an apostrophe leaves of "is"; signs one by one.
  const pieces = [...question.matchAll(/[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*|['’]s\b|[^\s]/gu)];
  const words = pieces.map(([piece]) => piece.toLowerCase().replace('’', "'"));
  const found = idioms.flatMap(({ pointing, before, after }) =>
    pieces.filter((_, i) => isOneOf(words[i], pointing) && stand(words, i, -1, before) && stand(words, i, 1, after)),
  );
  return new Set(found.map(({ index }) => index));
}

/** Whether terms stand beside word `i`, in the direction of `step`. */
function stand(words: readonly string[], i: number, step: 1 | -1, terms: readonly Term[]): boolean {
  const [nearest, next] = terms;
  if (nearest !== '…') return terms.every((term, t) => isOneOf(words[i + step * (t + 1)], term));
  for (let far = 1; far <= maxIdiomLength; far++) if (isOneOf(words[i + step * far], next as Term)) return true;
  return false;
}

function isOneOf(word: string | undefined, term: Term): boolean {
  if (word === undefined) return false;
  return typeof term === 'string' ? /^[\p{L}\p{N}_`"]/u.test(word) : term.has(word);
}
