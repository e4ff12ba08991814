/** Where names of a question went that nothing here mentions: for an answer that says so, never for one that was found. */

import type { Message } from '../../engine/message.ts';
import { isSymbol } from '../../engine/text/names/entities.ts';
import { wordsIn } from '../../engine/text/words/tokens.ts';
import type { View } from '../folder/view.ts';
import type { SymbolOptions } from '../types/options.ts';
import { reasonMessages } from './reasonText.ts';
import { findRemoval } from './removals.ts';
import { removalReason } from './why.ts';

/** Names that are looked for, and the time that git has for all of them: an answer waits for it. */
const maxNames = 2;
const maxMs = 1000;

/** Sentences that name the commit of each, where it is found in time. */
export async function goneNames(
  missing: readonly string[],
  { folders }: View,
  { scope, signal }: SymbolOptions,
): Promise<readonly Message[]> {
  const names = missing.filter((name) => wordsIn(name).some(({ text, shape }) => isSymbol(text, shape, false))).slice(0, maxNames);
  const found = await Promise.all(
    names.flatMap((name) =>
      folders.map(async (folder) => {
        const { commit, newName } = await findRemoval(folder, name, { scope, ms: maxMs }, signal);
        return commit === undefined ? [] : reasonMessages(name, [removalReason(commit, newName)]);
      }),
    ),
  );
  return found.flat();
}
