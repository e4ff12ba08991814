/** For code that may not import the engine: everything that the extension and the webviews show of a workspace passes through here. */

import { visible } from '../../engine/text/visible.ts';

/** The text with invisible and reordering characters shown by their code points, on one line unless `lines` is set. */
export function shown(text: string, options: { readonly lines?: boolean } = {}): string {
  return visible(options.lines ? text : text.replace(/[\r\n\t]+/g, ' '));
}
