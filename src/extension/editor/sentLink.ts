/** A link that opens a request in the log of what was sent; it runs nothing else. */

import { commandLink } from '../../protocol/text/markdown.ts';

/** The command of such a link. */
export const showSentCommand = 'meshrag.showSent';

/** The link that opens the entry with this id. */
export function sentLink(id: string): string {
  return commandLink(showSentCommand, { id });
}
