/**
 * Reads a model's reply about a passage. A reply of the wrong form is refused as a whole; items that are too long, repeated, or name what the
 * passage does not, are dropped and counted: a passage may tell its reader to invent some.
 */

import type { EnrichedEntity, Enrichment, Triple } from '../../engine/retrieval/modelSources/enrichment.ts';
import { visible } from '../../engine/text/visible.ts';
import { fold } from '../../engine/text/words/terms.ts';
import { keyOfName } from '../entities/enrichedGraph.ts';
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

/** Throws `UnusableReply`. */
export function readEnrichment(value: unknown, passage: EnrichmentPassage): ReadEnrichment {
  const { entities, triples, summary } = asFields(value, 'the reply');
  const listed = asList(entities, 'entities');
  const stated = asList(triples, 'triples');
  const folded = fold(`${passage.title}\n${passage.text}`);
  const known = new Set<string>();
  const found: EnrichedEntity[] = [];
  for (const one of listed.slice(0, maxItems)) {
    const { name, description, aliases } = asFields(one, 'an entity');
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
  const isKnown = (name: unknown): boolean => typeof name === 'string' && known.has(keyOfName(name) ?? '');
  const triplesFound = stated.slice(0, maxItems).flatMap((one): Triple[] => {
    if (!Array.isArray(one) || one.length !== 3) throw new UnusableReply('a triple is not three strings');
    const [subject, relation, object] = one.map((part) => asText(part, maxNameLength));
    if (!isKnown(subject) || !relation || !object) return [];
    return [{ subject: subject as string, relation, object }];
  });
  const enrichment = { entities: found, triples: triplesFound, summary: asText(summary, maxDescriptionLength) };
  return { enrichment, dropped: listed.length - found.length + stated.length - triplesFound.length };
}

/** The key of a name that the passage holds, or holds a word of; `undefined` for any other. */
function namedIn(folded: string, name: unknown): string | undefined {
  if (typeof name !== 'string' || name.length > maxNameLength) return undefined;
  const key = keyOfName(name);
  const words = key?.slice(2).split(' ') ?? [];
  return words.some((word) => word.length > 1 && folded.includes(word)) || folded.includes(fold(name)) ? key : undefined;
}

function asFields(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnusableReply(`${what} is not an object`);
  return value as Readonly<Record<string, unknown>>;
}

function asList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnusableReply(`"${what}" is not a list`);
  return value;
}

/** A text of at most so many units; empty for anything else. */
function asText(value: unknown, maxLength: number): string {
  return typeof value === 'string' && value.length <= maxLength ? shown(value) : '';
}

function shown(text: string): string {
  return visible(text.replace(/\s+/g, ' ').trim());
}
