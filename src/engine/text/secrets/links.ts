/** Finds passwords and tokens in URLs. Cost: the characters between each `://` and the next space or `/`, at most `window`. */

import type { Span } from '../spans.ts';
import type { Scan } from '../words/tokens.ts';
import { valuesOf } from './values.ts';

const slash = 47;
/** Max characters of the user information part. */
const window = 400;
/** Passwords that are placeholders. */
const placeholder = /^(?:\$|%|\{|\[|\*|x+$|\.\.\.|pass(?:word|wd)?$|pwd$|secret$|token$|your)/i;
/** Min evidence, in tenths, of a token in place of the user name. */
const minTokenEvidence = 60;
const webhook =
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/|(?:[\w-]{1,60}\.)?webhook\.office\.com\/webhookb2\/)([\w/@+-]{20,300})/y;

/** The passwords and tokens in the URLs of a text. */
export function* linkSecrets(text: string, { units, marks, markCount }: Scan): Iterable<Span> {
  for (let mark = 0; mark < markCount; mark++) {
    const at = marks[mark] as number;
    if (units[at] !== slash) continue;
    const user = credentialInUserInfo(text, units, at + 1);
    const secret = user ?? webhookToken(text, at + 1);
    if (secret !== undefined) yield secret;
  }
}

/** The password in `user:password@`, or the token in `token@`. */
function credentialInUserInfo(text: string, units: Uint16Array, from: number): Span | undefined {
  const max = Math.min(text.length, from + window);
  let colon = -1;
  let at = from;
  for (; at < max; at++) {
    const unit = units[at] as number;
    if (unit === 64) break;
    if (unit <= 32 || unit === slash || unit === 34 || unit === 39 || unit === 96 || unit === 60 || unit === 62) return undefined;
    if (unit === 58 && colon < 0) colon = at;
  }
  if (at === max) return undefined;
  if (colon < 0) return isToken(text, units, { from, to: at }) ? { from, to: at } : undefined;
  if (at - colon - 1 < 3 || placeholder.test(text.slice(colon + 1, at))) return undefined;
  return { from: colon + 1, to: at };
}

function isToken(text: string, units: Uint16Array, user: Span): boolean {
  return valuesOf(text, units, user).some(({ evidence }) => evidence > minTokenEvidence);
}

/** The part of a webhook URL that authorizes. */
function webhookToken(text: string, from: number): Span | undefined {
  webhook.lastIndex = from;
  const match = webhook.exec(text);
  return match === null ? undefined : { from: webhook.lastIndex - (match[1] as string).length, to: webhook.lastIndex };
}
