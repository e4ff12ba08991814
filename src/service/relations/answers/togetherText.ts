/** How often past commits changed a file together with others, as a text. */

import type { ChangedTogether } from '../../types/relations.ts';

export function togetherText({ common, asked, newest: { subject, day } }: ChangedTogether): string {
  return `${common} of ${asked} commits, last “${subject}”, ${day}`;
}
