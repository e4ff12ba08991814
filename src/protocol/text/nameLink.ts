/** A link that opens the page of a name; it runs nothing but a look-up in the index. */

import { type Infer, object, text } from '../schema.ts';
import { maxNameLength } from '../symbol.ts';
import { commandLink } from './markdown.ts';

/** The argument of such a link. */
export const linkedName = object({ name: text(maxNameLength) });
export type LinkedName = Infer<typeof linkedName>;

/** The command of such a link. */
export const showNameCommand = 'meshrag.showName';

/** The link that opens the page of a name. */
export function nameLink(name: string): string {
  return commandLink(showNameCommand, { name } satisfies LinkedName);
}
