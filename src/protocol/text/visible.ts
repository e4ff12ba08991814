/** For those who may not import core: what the extension and the webviews show of a workspace goes through here. */

import { visible } from '../../engine/text/visible.ts';

/** The text with signs that reorder or hide text shown by their number, in one line where `lines` does not say otherwise. */
export function shown(text: string, options: { readonly lines?: boolean } = {}): string {
  return visible(options.lines ? text : text.replace(/[\r\n\t]+/g, ' '));
}
