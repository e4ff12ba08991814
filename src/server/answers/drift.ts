/** Converts removed names from the service's data to wire types. */

import { visible } from '../../engine/text/visible.ts';
import type { DriftResult, WireMention } from '../../protocol/drift.ts';
import type { WirePlace } from '../../protocol/places.ts';
import type { DriftAnswer } from '../../service/results.ts';
import { type Conversion, toWirePlace } from './convert.ts';

/** The mentions of all folders. */
export function toDrift(answers: readonly DriftAnswer[], conversion: Conversion): DriftResult {
  return {
    mentions: answers.flatMap((answer) => toMentions(answer, conversion)),
    missing: answers.reduce((sum, { missing }) => sum + missing.length, 0),
  };
}

function toMentions({ folder, mentions }: DriftAnswer, conversion: Conversion): WireMention[] {
  // Cached, since a file may have thousands of mentions.
  const files = new Map<string, WirePlace>();
  const fileAt = (path: string): WirePlace => {
    const known = files.get(path) ?? toWirePlace({ folder, path, startLine: 1, endLine: 1 }, conversion);
    files.set(path, known);
    return known;
  };
  return mentions.map(({ retired: { name, newName, path: definedIn }, path, line, startColumn, endColumn, where }) => ({
    uri: fileAt(path).uri,
    path: fileAt(path).path,
    line,
    startColumn,
    endColumn,
    where,
    name,
    definedIn: visible(fileAt(definedIn).path),
    ...(newName === undefined ? {} : { newName }),
  }));
}
