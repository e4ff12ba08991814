/**
 * Whether a document is a record, such as a change log, release notes or minutes: most of its sections are entries, whose headings begin with
 * a version or a date. In a text without headings, short lines that begin so are entries. What its path says does not matter: a chapter on
 * migrations is no record. Cost: one pass over the beginning of the text.
 */

import type { Language } from '../text/languages.ts';
import { linesOf } from '../text/lines.ts';
import { headingsOf } from '../text/sections.ts';
import { versionIn } from './newestVersion.ts';

/** What follows shows nothing new. UTF-16 units. */
const maxLength = 60_000;
/** Fewer entries are a record only under a title that says so. */
const minEntries = 3;
const recordTitle = /\b(?:change ?logs?|changes|release notes|releases|history|news)\b/i;
const date =
  /^\D{0,24}(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}\.? \p{L}{3,} \d{4}|\p{L}{3,} \d{1,2}, \d{4})\b/u;

/** Whether most sections of a document are entries with a version or a date. */
export function isRecordText(text: string, language: Language): boolean {
  const lines = linesOf(text.slice(0, maxLength));
  const headings = headingsOf(lines, language);
  if (headings.length === 0) return lines.text.split('\n').filter(isEntry).length >= minEntries;
  const entries = headings.filter(({ title }) => isEntry(title));
  const levels = new Set(entries.map(({ level }) => level));
  const beside = headings.filter(({ level }) => levels.has(level));
  if (entries.length === 0 || entries.length * 2 < beside.length) return false;
  return entries.length >= minEntries || recordTitle.test(headings[0]?.title ?? '');
}

function isEntry(line: string): boolean {
  return versionIn(line) !== undefined || date.test(line);
}
