/**
 * Decides whether an identifier names a credential, and how certainly.
 *
 * Only words near random-looking values are checked. A word that contains a stem from the lists below is extended by what `-` joins to it, split
 * into parts (`dbPassword`, `DB_PASSWORD` and `db-password` become `db_password`), and matched.
 */

import { credentialEndings, credentialWords } from '../../vocabulary/secrets/credentials.ts';
import type { Span } from '../spans.ts';
import { evidenceOf } from '../words/randomWords.ts';
import { Shape } from '../words/tokens.ts';

/** What precedes `key` in the name of a secret key. */
const keyOwners =
  'access account admin api app application auth authorization client consumer crypto decryption deploy encryption hmac jwt license live ' +
  'master private secret server service session shared signing ssh storage subscription webhook write';
/** What precedes `token` or `key` in names that are no credentials. */
const harmlessOwners = 'cache cancellation continuation csrf next page pagination paging public socket sync';
/** Parts of identifiers that name other random-looking values, such as a digest or an id of a credential. */
const otherParts =
  'challenge changeset checksum commit digest etag fingerprint guid h1 hash id ids iv md5 name names nonce revision salt sha sha1 sha256 sha512 ' +
  'thumbprint uuid version';

const oneOf = (words: string) => words.replaceAll(' ', '|');
/** Signatures of presigned URLs; other signatures authorize nothing. */
const urlSignature = '(?:amz|goog)_signature$';
const credential = new RegExp(`${oneOf(credentialWords)}|${urlSignature}|(?:^|_)(?:${oneOf(credentialEndings)})\\d*$|[a-z]{2}(?:pass|pw)$`);
const ownedKey = new RegExp(`(?:^|_)(?:${oneOf(keyOwners)})_?keys?\\d*(?:_|$)`);
const anyKey = /(?:^|_)keys?\d*$/;
const endsWithOther = new RegExp(`(?:^|_)(?:${oneOf(otherParts)})$`);
const isOther = new RegExp(
  `_(?:${oneOf(otherParts)})(?:_|$)|(?:^|_)public_key(?:_|$)|tokeni[sz]|(?:^|_)(?:${oneOf(harmlessOwners)})_(?:[a-z]+_)?(?:token|key)s?\\d*$`,
);

/** Whether a word names another kind of random-looking value: a digest, an id. */
export function namesOther(word: string): boolean {
  return endsWithOther.test(partsOf(word));
}

/** Extra evidence (see `evidenceOf`) required of a value with the name of a credential, and with that of any other key. */
const [certain, ambiguous] = [0, 30];

/** Stems that match only whole parts of identifiers, or their plurals. */
const wholeStems = new Set(`${credentialEndings} key signature`.split(' '));
const stemsByFirst = groupedByLetter([...credentialWords.split(' '), ...wholeStems], (stem) => stem.charCodeAt(0));
/** Endings of identifiers written in lower case throughout (`dbpassword`). */
const endingsByLast = groupedByLetter(['password', 'passwd', 'pwd', 'pw', 'pass', 'secret', 'token', 'key'], (word) =>
  word.charCodeAt(word.length - 1),
);

/** Groups words by the five lowest bits of one of their letters. */
function groupedByLetter(words: readonly string[], letterOf: (word: string) => number): readonly (readonly string[])[] {
  return Array.from({ length: 32 }, (_, bits) => words.filter((word) => (letterOf(word) & 31) === bits));
}

/** Whether the word in [from, to) contains a stem of the name of a credential. */
export function hasCredentialStem(units: Uint16Array, from: number, to: number, shape: number): boolean {
  if (startsStem(units, from, to)) return true;
  if ((shape & Shape.Unspaced) !== 0) {
    for (let at = from + 1; at < to; at++) if (startsStem(units, at, to)) return true;
    return false;
  }
  for (const word of endingsByLast[(units[to - 1] as number) & 31] as readonly string[])
    if (isAt(units, to - word.length, to, word, from)) return true;
  if ((shape & Shape.Identifier) === 0) return false;
  for (let at = from + 1; at < to - 1; at++) if (beginsPart(units, at) && startsStem(units, at, to)) return true;
  return false;
}

function startsStem(units: Uint16Array, at: number, to: number): boolean {
  for (const stem of stemsByFirst[(units[at] as number) & 31] as readonly string[])
    if (isAt(units, at, to, stem, at) && (!wholeStems.has(stem) || endsPart(units, at + stem.length, to))) return true;
  return false;
}

/** Whether the lower-case `word` occurs at `at`, in any case, within [min, to). */
function isAt(units: Uint16Array, at: number, to: number, word: string, min: number): boolean {
  if (at < min || at + word.length > to) return false;
  for (let i = 0; i < word.length; i++) {
    const [unit, letter] = [units[at + i] as number, word.charCodeAt(i)];
    if (unit !== letter && (unit | 32) !== letter) return false;
  }
  return true;
}

/** Whether a part of an identifier begins at `at`: after `_` or a digit, or at a change of case. */
function beginsPart(units: Uint16Array, at: number): boolean {
  const before = units[at - 1] as number;
  return !isLetter(before) || (isCapital(units[at] as number) && (!isCapital(before) || !isCapital(units[at + 1] as number)));
}

/** Whether a part of an identifier, or its plural, ends at `at`. */
function endsPart(units: Uint16Array, at: number, to: number): boolean {
  const end = at < to && ((units[at] as number) | 32) === 115 ? at + 1 : at;
  return end >= to || !isLetter(units[end] as number) || (isCapital(units[end] as number) && !isCapital(units[at - 1] as number));
}

function isLetter(unit: number): boolean {
  return (unit | 32) >= 97 && (unit | 32) <= 122;
}

function isCapital(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}

/** Max characters of an identifier read on either side of a word, and of the word before it. */
const maxNameLength = 60;
const maxOwnerLength = 20;
/** Words that name a credential only in SQL, or only in the query of a URL. */
const isNoName = /^(?:identified(?! by ['"])|sig(?:\d|(?![\w=-])))/i;

/** The identifier around the word in [from, to), with what `-` joins to it. */
export function identifierAt(units: Uint16Array, from: number, to: number, length: number): Span {
  const max = Math.min(length, to + maxNameLength);
  let end = to;
  while (end < max && isInName(units[end] as number)) end++;
  return { from: nameStart(units, from, Math.max(0, from - maxNameLength)), to: end };
}

/** The extra evidence that a value needs if its name is ambiguous; undefined if the identifier names no credential. */
export function extraEvidenceFor(text: string, units: Uint16Array, { from, to }: Span): number | undefined {
  if (isInData(units, from, to) || isNoName.test(text.slice(from, to + 6))) return undefined;
  // In "API key" the word before the space belongs to the name.
  const hasSpace = to - from <= 4 && from > 1 && units[from - 1] === 32;
  const start = hasSpace ? nameStart(units, from - 1, Math.max(0, from - maxOwnerLength)) : from;
  const parts = partsOf(text.slice(start, to));
  if (isOther.test(parts)) return undefined;
  if (credential.test(parts) || ownedKey.test(parts)) return certain;
  return anyKey.test(parts) ? ambiguous : undefined;
}

/** Whether an identifier names credentials, or a group of them, without any doubt. */
export function namesCredential(identifier: string): boolean {
  const name = partsOf(identifier);
  const parts = name.endsWith('s') ? name.slice(0, -1) : name;
  return !isOther.test(parts) && (credential.test(parts) || ownedKey.test(parts));
}

/** Whether what looks like an identifier is part of base64 data. */
function isInData(units: Uint16Array, start: number, end: number): boolean {
  const [before, after] = [start > 0 ? units[start - 1] : 0, units[end]];
  // In Org `#+` begins a keyword.
  if ((before === plus && units[start - 2] !== hash) || after === plus) return true;
  return (before === slash || after === slash) && evidenceOf(units, start, end) > 0;
}

const [hash, plus, slash] = [35, 43, 47];

function nameStart(units: Uint16Array, from: number, min: number): number {
  let start = from;
  while (start > min && isInName(units[start - 1] as number)) start--;
  return start;
}

function isInName(unit: number): boolean {
  return isLetter(unit) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 45;
}

/** An identifier in snake case. */
function partsOf(identifier: string): string {
  return identifier
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2')
    .replace(/[^\p{L}\p{M}\d]+/gu, '_')
    .toLowerCase();
}
