/** A folder's settings as the user wrote them, validated field by field and completed by the defaults. */

import { isAssociation } from './associations.ts';
import { defaultSettings, type IndexSettings } from './settings.ts';

/** The settings to use, and one sentence for each invalid field that was replaced by its default. */
export interface CheckedSettings {
  readonly settings: IndexSettings;
  readonly problems: readonly string[];
}

/** @param raw by the names of `IndexSettings`; other names are passed over. */
export function readSettings(raw: Readonly<Record<string, unknown>>): CheckedSettings {
  const problems: string[] = [];
  const entries = Object.entries(defaultSettings).map(([name, byDefault]) => {
    const value = raw[name];
    if (value === undefined || value === null) return [name, byDefault];
    if (name === 'associations' && isLike(value, byDefault)) return [name, valid(value as object, problems)];
    if (isLike(value, byDefault)) return [name, value];
    problems.push(`${fullName(name)} is ${shown(value)}, expected ${expected(byDefault)}; the default is used`);
    return [name, byDefault];
  });
  return { settings: Object.fromEntries(entries) as IndexSettings, problems };
}

/** Settings that are VS Code's own. */
const namesInEditor: Readonly<Record<string, string>> = { encoding: 'files.encoding', associations: 'files.associations' };
/** The others are fields of `meshrag.fileRules`. */
const settingsByThemselves: ReadonlySet<string> = new Set(['exclude', 'secretNames', 'moreSecretNames']);

function fullName(name: string): string {
  return namesInEditor[name] ?? `meshrag.${settingsByThemselves.has(name) ? '' : 'fileRules.'}${name}`;
}

function shown(value: unknown): string | undefined {
  return JSON.stringify(value)?.slice(0, 80);
}

function valid(associations: object, problems: string[]): Record<string, unknown> {
  const all = Object.entries(associations);
  const wrong = all.filter((one) => !isAssociation(one));
  if (wrong.length > 0) {
    const found = shown(Object.fromEntries(wrong));
    problems.push(`${fullName('associations')} has ${found}, expected a glob and the id of a language; the rest is used`);
  }
  return Object.fromEntries(all.filter(isAssociation));
}

function isLike(value: unknown, byDefault: unknown): boolean {
  if (typeof value === 'object' && Array.isArray(value) !== Array.isArray(byDefault)) return false;
  if (Array.isArray(byDefault)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (typeof byDefault === 'number') return typeof value === 'number' && Number.isFinite(value) && value >= 0;
  return typeof value === typeof byDefault;
}

function expected(byDefault: unknown): string {
  if (Array.isArray(byDefault)) return 'a list of strings';
  if (typeof byDefault === 'string') return 'a text';
  if (typeof byDefault === 'object') return 'an object with globs and ids of languages';
  return typeof byDefault === 'number' ? 'a number, 0 or more' : 'true or false';
}
