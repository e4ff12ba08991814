/** What is said before matching lines: how many there are, and what was not searched. */

import type { Message } from '../../engine/message.ts';
import { message, phrase } from '../../messages/messages.ts';
import type { OccurrencesAnswer } from '../types/results.ts';

export function notesOn({ lines, matchingFiles, searched, notSearched }: OccurrencesAnswer): readonly Message[] {
  const all = notSearched.reduce((sum, { files }) => sum + files, searched);
  return [
    message('occurrences', lines, matchingFiles, searched),
    ...notSearched.map(({ reason, files }) =>
      files === 1 ? message('fileNotSearched', all, phrase(reason)) : message('filesNotSearched', files, all, phrase(reason)),
    ),
  ];
}
