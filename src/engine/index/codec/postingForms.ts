/**
 * Packs an entry's position mask and its number (a count, or roles) into one form: a byte in rows (`entryRows.ts`), a symbol of a prefix
 * code in stored documents (`postingCodes.ts`).
 *
 * Below `few`: the low three bits are the number (1 to 8), the rest is a mask of the first four places. Below `once`: the number is 1, in
 * the one place the form names. Below `any`: the number is 1 to 16, in all places. At `any`: mask and number follow.
 */

import { Role } from '../../document.ts';
import { everywhere } from '../../text/names/places.ts';

export const Form = { few: 128, once: 160, any: 176 } as const;
const fewPlaces = 16;
const fewNumbers = 8;

const { Title, Heading, Defines, Mentions, Imports, Calls, Extends, Throws } = Role;
/** The most frequent roles: those with some places first, from number 1 on; then those that mostly apply to the whole chunk. */
const frequentRoles = [
  ...[Mentions, Mentions | Calls, Mentions | Imports, Mentions | Extends, Mentions | Calls | Throws, Mentions | Imports | Calls],
  ...[Mentions | Throws, Title, Heading, Title | Heading, Defines, Defines | Mentions, Defines | Mentions | Calls],
  ...[Title | Mentions, Heading | Mentions, Title | Heading | Mentions],
];
const rolesOfNumbers = Uint8Array.from(new Set([0, ...frequentRoles, ...Array.from({ length: 256 }, (_, roles) => roles)]));
const numbersOfRoles = new Uint8Array(256);
for (const [number, roles] of rolesOfNumbers.entries()) numbersOfRoles[roles] = number;

/** The number that encodes a set of roles in a form; greater values are encoded as themselves. */
export function numberOfRoles(roles: number): number {
  return numbersOfRoles[roles] ?? roles;
}

/** The inverse of `numberOfRoles`. */
export function rolesOfNumber(number: number): number {
  return rolesOfNumbers[number] ?? number;
}

/** Number and position mask of each form below `any`. */
export const formNumbers = new Int32Array(Form.any);
export const formPlaces = new Uint32Array(Form.any);
for (let form = 0; form < Form.any; form++) {
  formNumbers[form] = form < Form.few ? (form & 7) + 1 : form < Form.once ? 1 : form - Form.once + 1;
  formPlaces[form] = form < Form.few ? form >> 3 : form < Form.once ? 1 << (form - Form.few) : everywhere;
}
/** The roles of each form below `any`. */
export const formRoles: Int32Array = formNumbers.map(rolesOfNumber);

/** The form of an entry. `places` are 32 bits, the number is unsigned. */
export function formOf(places: number, number: number): number {
  if (places >= 0 && places < fewPlaces && number > 0 && number <= fewNumbers) return (places << 3) | (number - 1);
  if (places !== 0 && (places & (places - 1)) === 0 && number === 1) return Form.few + 31 - Math.clz32(places);
  if (places >>> 0 === everywhere && number > 0 && number <= Form.any - Form.once) return Form.once + number - 1;
  return Form.any;
}
