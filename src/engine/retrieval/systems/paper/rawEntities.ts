/**
 * The paper's own entities: maximal runs of words with a capital followed by lower-case letters.
 *
 * Source: MeshRAG section 3.1 mentions "a standard regular-expression based function" without specifying it; this one yields the lists of
 * appendix C. As there, words that begin a sentence count ("According", "Previously"), acronyms do not ("RFEF"), particles split a name ("Hutt",
 * "Gate"), and a function word alone ("After", "It", "These") is dropped. Entities are folded name keys, comparable to stored ones.
 * Figure 1 cannot be made so: what its chunks share ("energy management modules", "healthcare monitoring") is written in lower case, and has no entity
 * by capitals; the figure shows the idea, appendix C the algorithm.
 * Cost: one pass over the text.
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
