/**
 * The paper's own entities: maximal runs of words with a capital letter followed by small ones.
 *
 * Source: MeshRAG section 3.1 names "a standard regular-expression based function" without giving it; this one yields the lists of
 * appendix C. Words that begin a sentence count ("According", "Previously"), acronyms do not ("RFEF"), particles split a name ("Hutt",
 * "Gate"), and a function word alone ("After", "It", "These") is left out, as it is there. Entities are name keys, folded, so that they
 * can be compared and shown like stored ones. Cost: one pass over the text.
 */

import { Space } from '../../../document.ts';
import { fold } from '../../../text/words/terms.ts';

const capitalRun = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*(?![\p{L}\p{N}])/gu;
const alone = new Set(
  'the a an it its this that these those he she they we you his her their our and but or if as so in on at of to for from by with after when while'.split(
    ' ',
  ),
);

/** The raw entities of a text, as name keys. */
export function rawEntities(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [run] of text.matchAll(capitalRun)) {
    const name = fold(run);
    if (!alone.has(name)) found.add(`${Space.Name}:${name}`);
  }
  return found;
}
