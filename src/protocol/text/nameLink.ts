/** A link that shows a name in This Place; it runs nothing but a look-up in the index. */

import { maxNameLength } from '../impact.ts';
import { type Infer, object, text } from '../schema.ts';
import { commandLink } from './markdown.ts';

/** The argument of such a link. */
export const linkedName = object({ name: text(maxNameLength) });
export type LinkedName = Infer<typeof linkedName>;

/** The command of such a link. */
export const showPlaceCommand = 'meshrag.showPlace';

/** The link that shows a name. */
export function nameLink(name: string): string {
  return commandLink(showPlaceCommand, { name } satisfies LinkedName);
}
