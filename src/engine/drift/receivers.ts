/**
 * The class that a variable or field was made of: `client = Client(…)`, `new lib.Client(…)`, `Client::new(…)`, `client: Client`. The nearest
 * binding before the use decides. Deviations: no scopes, and what a function returns is unknown. Cost: a look at up to some
 * hundred words before the use, some thousand for a field.
 */

import { isCapitalized } from '../text/words/characters.ts';
import { isOnly } from '../util/strings.ts';
import { isAssigned, isBound, isMember } from './binding.ts';
import { type Words, wordSet } from './words.ts';

/** How far back the binding of a variable is looked for, and that of a field. */
const [maxWords, maxFieldWords] = [400, 5000];
/** How code names the object that it belongs to. */
const ownObject = wordSet('self this');
/** Words between a sign of assignment, or of a type, and a class. */
const modifiers = wordSet('new await mut');
/** What ends the block of code in a document. */
const fence = '```';

/** The class of the variable or the object's own field at word `i`, without its module; undefined if it is not seen. */
export function classOfReceiver(words: Words, i: number): string | undefined {
  const isField = isMember(words, i);
  if (isField && (!isOwnField(words, i) || isMember(words, i - 1))) return undefined;
  const max = isField ? maxFieldWords : maxWords;
  for (let j = i - 1; j >= 0 && i - j < max; j--) {
    if (words.separator(j + 1).includes(fence)) return undefined;
    if (words.hash(j) !== words.hash(i) || words.word(j) !== words.word(i)) continue;
    if (isMember(words, j) && !(isField && isOwnField(words, j))) continue;
    const made = classAfter(words, j);
    if (made !== undefined) return made;
    if (isField ? isMember(words, j) && isAssigned(words, j) : isBound(words, j)) return undefined;
  }
  return undefined;
}

function isOwnField(words: Words, i: number): boolean {
  return ownObject.has(words.word(i - 1)) && words.separator(i) === '.';
}

/** The class that is assigned to word `i`, or that is its type. */
function classAfter(words: Words, i: number): string | undefined {
  const sign = words.separator(i + 1).trim();
  const isAssigned = sign === '=' || sign === ':=' || sign === '= &' || sign === ':= &';
  const isTyped = sign.startsWith(':') && !sign.startsWith('::') && isOnly(sign.slice(1), ' &*');
  if (!isAssigned && !isTyped) return undefined;
  let at = i + 1;
  while (modifiers.has(words.word(at)) && words.isNextWord(at + 1)) at++;
  while (words.separator(at + 1) === '.') at++;
  const isMadeBy = words.separator(at + 1) === '::' && words.word(at + 1) === 'new';
  const name = words.word(at);
  const after = words.separator(at + 1 + Number(isMadeBy));
  const isClass =
    isCapitalized(name) && (isTyped ? !after.startsWith('[') && !after.startsWith('<') : after.startsWith('(') || after.startsWith('{'));
  return isClass ? name : undefined;
}
