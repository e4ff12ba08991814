/** A folder's settings as the user wrote them, validated field by field and completed by the defaults. */

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
    if (isLike(value, byDefault)) return [name, value];
    problems.push(`meshrag.${name} is ${JSON.stringify(value)?.slice(0, 80)}, expected ${expected(byDefault)}; the default is used`);
    return [name, byDefault];
  });
  return { settings: Object.fromEntries(entries) as IndexSettings, problems };
}

function isLike(value: unknown, byDefault: unknown): boolean {
  if (Array.isArray(byDefault)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (typeof byDefault === 'number') return typeof value === 'number' && Number.isFinite(value) && value >= 0;
  return typeof value === typeof byDefault;
}

function expected(byDefault: unknown): string {
  if (Array.isArray(byDefault)) return 'a list of strings';
  if (typeof byDefault === 'string') return 'a text';
  return typeof byDefault === 'number' ? 'a number, 0 or more' : 'true or false';
}
