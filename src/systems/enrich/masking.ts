/** Prepares texts for a request to a model: without secrets, which are counted, and not too long. */

import { isLowSurrogate } from '../../engine/text/lines.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';

export class Masking {
  /** Number of secrets masked so far. */
  count = 0;

  /** The text without secrets, cut to `maxLength` UTF-16 units, one less if a surrogate pair would be divided. */
  safe(text: string, maxLength = Number.POSITIVE_INFINITY): string {
    const masked = maskSecrets(text);
    this.count += masked.count;
    return masked.text.slice(0, isLowSurrogate(masked.text.charCodeAt(maxLength)) ? maxLength - 1 : maxLength);
  }
}
