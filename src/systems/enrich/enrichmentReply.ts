/**
 * Reads a model's reply about a passage: whatever of it can be used. Items of the wrong form, repeated ones, and those that name what the passage does
 * not, are dropped and counted (a passage may ask its reader to invent some); a text that is too long is cut.
 */

import type { EnrichedEntity, Enrichment, Triple } from '../../engine/retrieval/modelSources/enrichment.ts';
import { firstSentences } from '../../engine/text/sentences.ts';
import { visible } from '../../engine/text/visible.ts';
import { fold } from '../../engine/text/words/terms.ts';
import { keyOfName } from '../entities/enrichedPassages.ts';
import { UnusableReply } from './askForJson.ts';
import type { EnrichmentPassage } from './enrichmentPrompt.ts';

export interface ReadEnrichment {
  readonly enrichment: Enrichment;
  /** Number of items that were dropped. */
  readonly dropped: number;
}

/** UTF-16 units. */
const maxNameLength = 120;
const maxDescriptionLength = 1000;
const maxItems = 60;

/** Throws `UnusableReply` without a list of entities. */
export function readEnrichment(value: unknown, passage: EnrichmentPassage): ReadEnrichment {
  const { entities, triples, summary } = fieldsOf(value);
  if (!Array.isArray(entities)) throw new UnusableReply('"entities" is not a list');
  const stated = Array.isArray(triples) ? triples : [];
  const folded = fold(`${passage.title}\n${passage.text}`);
  const known = new Set<string>();
  const found: EnrichedEntity[] = [];
  for (const one of entities.slice(0, maxItems)) {
    const { name, description, aliases } = typeof one === 'string' ? { name: one } : fieldsOf(one);
    const key = namedIn(folded, name);
    if (key === undefined || known.has(key)) continue;
    known.add(key);
    const others = Array.isArray(aliases) ? aliases.slice(0, maxItems).filter((alias) => namedIn(folded, alias) !== undefined) : [];
    for (const alias of others) known.add(keyOfName(String(alias)) as string);
    found.push({
      name: shown(String(name)),
      description: asText(description, maxDescriptionLength),
      aliases: others.map((alias) => shown(String(alias))),
    });
  }
  const triplesFound = stated.slice(0, maxItems).flatMap((one) => {
    const triple = tripleIn(one);
    return triple !== undefined && known.has(keyOfName(triple.subject) ?? '') ? [triple] : [];
  });
  const enrichment = { entities: found, triples: triplesFound, summary: asText(summary, maxDescriptionLength) };
  return { enrichment, dropped: entities.length - found.length + stated.length - triplesFound.length };
}

/** A list of three texts, or an object of three in the same order. */
function tripleIn(value: unknown): Triple | undefined {
  const parts = Array.isArray(value) ? value : Object.values(fieldsOf(value));
  const [subject, relation, object] = parts.map((part) => (typeof part === 'string' && part.length <= maxNameLength ? shown(part) : ''));
  return parts.length === 3 && subject && relation && object ? { subject, relation, object } : undefined;
}

/** The key of a name that the passage holds, or holds a word of; `undefined` for any other. */
function namedIn(folded: string, name: unknown): string | undefined {
  if (typeof name !== 'string' || name.length > maxNameLength) return undefined;
  const key = keyOfName(name);
  const words = key?.slice(2).split(' ') ?? [];
  return words.some((word) => word.length > 1 && folded.includes(word)) || folded.includes(fold(name)) ? key : undefined;
}

/** The fields of an object; none of anything else. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : {};
}

/** The first sentences of a text that fit; empty for anything else. */
function asText(value: unknown, maxLength: number): string {
  return typeof value === 'string' ? shown(firstSentences(value, maxLength)) : '';
}

function shown(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim());
}
