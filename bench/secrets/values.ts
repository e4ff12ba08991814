/** Values of credentials, drawn from a seed: hexadecimal, base64, passwords, pass phrases, UUIDs, tokens with made-up prefixes, hashed passwords. */

import { draw } from '../../src/engine/hash/mix.ts';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const alnum = lower + upper + digits;
const hex = `${digits}abcdef`;
const base64 = `${alnum}+/`;
const words =
  'amber basket canyon dragon ember falcon garden harbor island jungle kettle lemon maple nectar orbit pepper quartz river saddle timber ' +
  'umbrella velvet walnut yellow zephyr anchor bridge copper desert engine';
const prefixes = ['ent_', 'bx-live-', 'tok_', 'mq_prod_', 'zk-', 'acme.', 'dpl_v2_', 'rt-'];

/** Draws whole numbers below a limit. */
type Below = (limit: number) => number;

const some = (below: Below, length: number, signs: string) => Array.from({ length }, () => signs.charAt(below(signs.length))).join('');

const kinds = {
  hex32: (below: Below) => some(below, 32, hex),
  hex40: (below: Below) => some(below, 40, hex),
  hex64: (below: Below) => some(below, 64, hex),
  alnum: (below: Below) => some(below, 16 + below(25), alnum),
  base64: (below: Below) => some(below, 43, base64),
  padded: (below: Below) => `${some(below, 32 + 4 * below(8) + 3, base64)}=`,
  password: (below: Below) => passwordOf(below),
  phrase: (below: Below) => phraseOf(below),
  uuid: (below: Below) => [8, 4, 4, 4, 12].map((length) => some(below, length, hex)).join('-'),
  token: (below: Below) => `${prefixes[below(prefixes.length)]}${some(below, 24 + below(12), alnum)}`,
  md5: (below: Below) => `$apr1$${some(below, 8, alnum)}$${some(below, 22, base64.replace('+', '.'))}`,
  bcrypt: (below: Below) => `$2y$10$${some(below, 53, base64.replace('+', '.'))}`,
  sha: (below: Below) => `{SHA}${some(below, 27, base64)}=`,
  sha512: (below: Below) => `$6$${some(below, 12, alnum)}$${some(below, 86, base64.replace('+', '.'))}`,
} as const;

/** Ten to seventeen characters of all kinds, with at least a letter of each case, a digit and a symbol. */
function passwordOf(below: Below): string {
  const symbols = '!@#%^*-_+.?~';
  const length = 10 + below(8);
  const sure = [some(below, 1, lower), some(below, 1, upper), some(below, 1, digits), some(below, 1, '!@#%^*?')];
  const rest = Array.from({ length: length - sure.length }, () => some(below, 1, alnum + symbols));
  return [sure[0], ...rest.slice(0, 3), sure[1], sure[3], ...rest.slice(3), sure[2]].join('');
}

/** Three words with a capital, a number and symbols: `maple!Canyon7-river`. */
function phraseOf(below: Below): string {
  const list = words.split(' ');
  const word = () => list[below(list.length)] as string;
  const second = word();
  return `${word()}${some(below, 1, '!#%@*?')}${second.charAt(0).toUpperCase()}${second.slice(1)}${below(100)}${some(below, 1, '-_.')}${word()}`;
}

/** The kinds that a place can hold: its syntax excludes some. */
const sets = {
  any: ['hex32', 'hex40', 'hex64', 'alnum', 'base64', 'password', 'phrase', 'uuid', 'token'],
  bare: ['hex32', 'hex40', 'hex64', 'alnum', 'uuid', 'token'],
  word: ['hex32', 'hex40', 'alnum', 'password', 'phrase'],
  token: ['hex40', 'alnum', 'uuid', 'token'],
  base64: ['base64', 'padded'],
  crypt: ['md5', 'bcrypt', 'sha', 'sha512'],
  hex64: ['hex64'],
  alnum: ['alnum', 'base64'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof kinds)[]>>;

export type Values = keyof typeof sets;

/** The `n`-th value of a set; the kinds take turns. */
export function drawnValue(set: Values, seed: number, n: number): { readonly kind: string; readonly value: string } {
  const kind = sets[set][n % sets[set].length] as keyof typeof kinds;
  let at = 0;
  return { kind, value: kinds[kind]((limit) => (draw(seed + n, at++) >>> 3) % limit) };
}
