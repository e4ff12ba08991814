/** Files that are not indexed although a question names them: what they hold is missing from its answer. */

import nodePath from 'node:path';
import type { Message } from '../../engine/message.ts';
import { createNameRating } from '../../engine/question/namedBy.ts';
import { rarity } from '../../engine/retrieval/rarity.ts';
import { languageOfQuestion } from '../../engine/text/stemming/naturalLanguage.ts';
import { fileNameOf } from '../../engine/util/paths.ts';
import { message, phrase } from '../../messages/messages.ts';
import { lacksText } from '../../workspace/entries.ts';
import { insideTest } from '../folder/scope.ts';
import type { View } from '../folder/view.ts';
import { termSizes } from './nothingFound.ts';

const maxNamed = 2;

/**
 * One sentence for each, the best named first; none for what the user ignores, or what may hold secrets.
 *
 * @param scope absolute paths of what may be named; everything if undefined.
 */
export async function leftOutFiles(question: string, { reader, folders }: View, scope?: readonly string[]): Promise<readonly Message[]> {
  const all = folders.flatMap(({ folder: root, skipped }, folder) => skipped.map((one) => ({ root, folder, ...one })));
  const isInside = scope === undefined ? () => true : insideTest(scope, folders);
  const unread = all.filter((one) => lacksText(one) && isInside(one));
  if (unread.length === 0) return [];
  const sizes = await termSizes(reader, question);
  const rarityOf = (term: string): number => rarity(sizes.get(term) ?? 0, reader.liveCount);
  const rate = createNameRating(question, rarityOf, languageOfQuestion(question));
  const rated = unread.map((one) => ({ ...one, rating: rate(fileNameOf(one.path)) })).filter(({ rating }) => rating > 0);
  rated.sort((a, b) => b.rating - a.rating || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return rated.slice(0, maxNamed).map(({ root, path, reason }) => {
    const shown = folders.length > 1 ? `${nodePath.basename(root)}/${path}` : path;
    return message('fileLeftOut', shown, phrase(reason));
  });
}
